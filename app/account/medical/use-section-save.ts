import { useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { isApiError } from "#app/api/api-error.ts";
import { drafts } from "#app/forms/drafts.ts";
import { answersOf, othersName, type Values, valuesOf } from "#app/onboarding/questions/values.ts";
import { account, type HealthAnswers } from "#contract/account.ts";
import type { Answer } from "#contract/questions.ts";
import { fetchHealth, keepHealth } from "./queries.ts";
import { changePath, type HandedOn, readPath } from "./paths.ts";
import {
  asOneScreen,
  type ChangedAnswer,
  changedBetween,
  differing,
  openCount,
  type Section,
  sectionsOf,
} from "./sections.ts";

/** What a section's form is filled from, and what it is measured against. */
export interface Seen {
  readonly version: number;
  readonly section: Section;
  readonly values: Values;
  /** Changed elsewhere in this part while she was typing; null while nothing was. */
  readonly elsewhere: readonly ChangedAnswer[] | null;
}

export const draftName = (owner: string, { version, section }: Pick<Seen, "version" | "section">): string =>
  `${owner}:answers:${section.step}:${version}`;

const seenIn = ({ version }: HealthAnswers, section: Section): Seen => ({
  version,
  section,
  values: valuesOf(asOneScreen(section)),
  elsewhere: null,
});

/**
 * Saves a section, then leads back to all answers, or on to a part in which an answer has opened a question. A version that is
 * stale brings the answers given elsewhere into the form and keeps what she typed.
 */
export function useSectionSave(health: HealthAnswers, section: Section, owner: string) {
  const [seen, setSeen] = useState<Seen>(() => seenIn(health, section));
  const sent = useRef<readonly Answer[]>([]);

  async function save(values: Values): Promise<void> {
    const answers = differing(seen.section, answersOf(asOneScreen(seen.section), values));
    sent.current = answers;
    if (answers.length === 0) return navigate(readPath);
    try {
      const {
        health: now,
        stop,
        notices,
        emergency,
      } = await call(account.updateHealthAnswers, {
        body: { version: seen.version, answers },
      });
      keepHealth(now);
      const open = stop ? undefined : sectionsOf(now.screens).find((each) => openCount(each) > 0);
      if (open?.step === seen.section.step) setSeen(seenIn(now, open));
      const state: HandedOn = { saved: true, notices, emergency };
      navigate(open ? changePath(open.step) : readPath, { state });
    } catch (error) {
      if (!isApiError(error) || error.code !== "conflict") throw error;
      await lookAgain(values, answers);
    }
  }

  async function lookAgain(typed: Values, answers: readonly Answer[]) {
    const now = await fetchHealth();
    const fresh = sectionsOf(now.screens).find(({ step }) => step === seen.section.step) ?? seen.section;
    const hers = new Set(answers.flatMap(({ questionid }) => [questionid, othersName(questionid)]));
    const mine = Object.fromEntries(Object.entries(typed).filter(([name]) => hers.has(name)));
    const next: Seen = {
      version: now.version,
      section: fresh,
      values: { ...valuesOf(asOneScreen(fresh)), ...mine },
      elsewhere: changedBetween(seen.section, fresh),
    };
    drafts.put(draftName(owner, next), next.values);
    setSeen(next);
  }

  /** The field a server complaint is about: `answers.1.others` is the words beside the second answer sent. */
  function nameOf(path: string): string | undefined {
    const [list, index, part] = path.split(".");
    const answer = list === "answers" ? sent.current[Number(index)] : undefined;
    return answer && (part === "others" ? othersName(answer.questionid) : answer.questionid);
  }

  return { seen, save, nameOf };
}
