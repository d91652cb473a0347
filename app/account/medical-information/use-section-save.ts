import { useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { isApiError } from "#app/api/api-error.ts";
import { drafts } from "#app/forms/drafts.ts";
import { answersOf, othersFieldName, type AnswerValues, valuesOf } from "#app/onboarding/questions/answer-values.ts";
import { account } from "#contract/account/calls.ts";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { fetchHealthAnswers, cacheHealthAnswers } from "./queries.ts";
import { sectionPath, type SavedState, medicalInformationPath } from "./section-paths.ts";
import {
  mergeScreens,
  type ChangedAnswer,
  answersChangedBetween,
  changedAnswers,
  openQuestionCount,
  type Section,
  groupBySection,
} from "./sections.ts";

/** The source of a section's form values, and what changes are compared with. */
export interface SectionDraft {
  readonly version: number;
  readonly section: Section;
  readonly values: AnswerValues;
  /** Answers of this section changed elsewhere while the patient was typing; null if there was no conflict. */
  readonly conflicts: readonly ChangedAnswer[] | null;
}

export const draftName = (patientId: string, { version, section }: Pick<SectionDraft, "version" | "section">): string =>
  `${patientId}:answers:${section.step}:${version}`;

const sectionDraftOf = ({ version }: HealthAnswers, section: Section): SectionDraft => ({
  version,
  section,
  values: valuesOf(mergeScreens(section)),
  conflicts: null,
});

/**
 * Saves a section, then returns to all answers, or goes to the section in which an answer opened a question. On a version conflict it
 * merges the answers given elsewhere into the form and keeps what the patient typed.
 */
export function useSectionSave(health: HealthAnswers, section: Section, patientId: string) {
  const [edited, setEdited] = useState<SectionDraft>(() => sectionDraftOf(health, section));
  const sent = useRef<readonly Answer[]>([]);

  async function save(values: AnswerValues): Promise<void> {
    const answers = changedAnswers(edited.section, answersOf(mergeScreens(edited.section), values));
    sent.current = answers;
    if (answers.length === 0) return navigate(medicalInformationPath);
    try {
      const {
        health: now,
        stop,
        notices,
        emergency,
        promise,
      } = await call(account.updateHealthAnswers, {
        body: { version: edited.version, answers },
      });
      cacheHealthAnswers(now);
      const open = stop ? undefined : groupBySection(now.screens).find((each) => openQuestionCount(each) > 0);
      if (open?.step === edited.section.step) setEdited(sectionDraftOf(now, open));
      const state: SavedState = { saved: true, notices, emergency, promise };
      navigate(open ? sectionPath(open.step) : medicalInformationPath, { state });
    } catch (error) {
      if (!isApiError(error) || error.code !== "conflict") throw error;
      await mergeConflict(values, answers);
    }
  }

  async function mergeConflict(typed: AnswerValues, answers: readonly Answer[]) {
    const now = await fetchHealthAnswers();
    const latestSection =
      groupBySection(now.screens).find(({ step }) => step === edited.section.step) ?? edited.section;
    const changedFields = new Set(answers.flatMap(({ questionid }) => [questionid, othersFieldName(questionid)]));
    const ownValues = Object.fromEntries(Object.entries(typed).filter(([name]) => changedFields.has(name)));
    const next: SectionDraft = {
      version: now.version,
      section: latestSection,
      values: { ...valuesOf(mergeScreens(latestSection)), ...ownValues },
      conflicts: answersChangedBetween(edited.section, latestSection),
    };
    drafts.save(draftName(patientId, next), next.values);
    setEdited(next);
  }

  /** The field a server validation issue is about: `answers.1.others` is the free text of the second answer sent. */
  function fieldName(path: string): string | undefined {
    const [list, index, part] = path.split(".");
    const answer = list === "answers" ? sent.current[Number(index)] : undefined;
    return answer && (part === "others" ? othersFieldName(answer.questionid) : answer.questionid);
  }

  return { seen: edited, save, nameOf: fieldName };
}
