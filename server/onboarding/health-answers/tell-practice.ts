import type { Content } from "#content/loader/load.ts";
import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { outcomeStates } from "#server/platform/database/states.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import {
  changesOf,
  heldProducts,
  mostUrgent,
  openWorkItem,
  type OpenedWorkItem,
  productsHeldByWorkItems,
  type WorkEntry,
} from "#server/work-items/public.ts";
import { assess } from "../flow/assess.ts";
import type { Visit } from "../flow/visit.ts";
import { answerSummary } from "../questions/answer-summary.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import type { Rule } from "../rules/screening.ts";
import { questionsOfRule } from "../screening/answer-notices.ts";
import { emergencyInAnswers, freeTextOf } from "../screening/emergencies-in-answers.ts";
import { whatRulesAsk } from "../screening/what-rules-ask.ts";

/** A change of answers, with the rules that it began to hit. */
export interface AnswerChange {
  readonly before: Visit;
  readonly after: Visit;
  readonly changed: GivenAnswers;
  readonly hits: readonly Rule[];
  readonly newHits: readonly Rule[];
}

/**
 * Puts a change of answers in front of a clinician: one that a rule is about, or one in the patient's own words. Null for any other, which is read with
 * the record. An emergency is reported by itself. Runs in the transaction of the change, under the patient's order lock.
 */
export async function openAnswersItem(services: TxServices, change: AnswerChange): Promise<OpenedWorkItem | null> {
  const { patientId } = change.after.record;
  const look = lookAfter(services.content, change);
  return (
    look &&
    openWorkItem(services, {
      ...{ kind: look.kind, patientId, scope: "clinical", within: look.within, holds: look.holds },
      entry: { answers: answersBeforeAndAfter(services, change), flags: look.flags, document: null },
    })
  );
}

/** Whether a clinician looks at a change of answers, how soon, and what waits for it. */
export function lookAfter(content: Content, change: AnswerChange) {
  const { workitems } = content;
  const rules = rulesAbout(change);
  const words = hasWords(content, change);
  const asked = whatRulesAsk(rules, workitems.answers);
  const look = mostUrgent([...asked.looks, ...(words ? [workitems.words] : [])]);
  if (!look) return null;
  const holdsAll = words && workitems.words.parcel === "hold";
  const holds = heldProducts(content, (product) => holdsAll || asked.holds(product));
  return { kind: rules.length > 0 ? "answers" : "words", within: look.within, holds, flags: asked.flags } as const;
}

/** Of the rules that ask for somebody: those newly hit, and those that look at a single answer that is another one now. */
function rulesAbout({ changed, hits, newHits }: Pick<AnswerChange, "changed" | "hits" | "newHits">): Rule[] {
  const single = Object.entries(changed).flatMap(([id, { value }]) => (typeof value === "string" ? [id] : []));
  return hits.filter(
    (rule) =>
      outcomeStates.told.has(rule.outcome) &&
      (newHits.includes(rule) || questionsOfRule(rule).some((id) => single.includes(id))),
  );
}

/** Words the patient added, unless an emergency in them is reported with them. */
const hasWords = (content: Content, { before, changed }: AnswerChange): boolean =>
  freeTextOf(content, changed) !== "" &&
  freeTextOf(content, changed) !== freeTextOf(content, pick(before.answers, Object.keys(changed))) &&
  emergencyInAnswers(content, changed) === null;

const pick = (answers: GivenAnswers, ids: readonly string[]): GivenAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => ids.includes(id)));

/** Every question whose answer reads otherwise than before, also one that was closed by another answer. */
function answersBeforeAndAfter(services: TxServices, { before, after }: AnswerChange): WorkEntry["answers"] {
  const { content } = services;
  const today = clinicToday(services);
  const linesOf = (visit: Visit) => answerSummary(assess(content, visit, today).open, visit.answers);
  const [earlier, later] = [linesOf(before), linesOf(after)];
  const answerIn = (lines: typeof earlier, id: string) => lines.find(({ questionid }) => questionid === id)?.answer;
  const questions = new Map([...later, ...earlier].map(({ questionid, question }) => [questionid, question]));
  return [...questions].flatMap(([id, question]) => {
    const [was, is] = [answerIn(earlier, id) ?? null, answerIn(later, id) ?? null];
    return was === is ? [] : [{ question, before: was, after: is }];
  });
}

/** What the patient may expect of the practice after a change: who looks, until when, and what happens to the medicine meanwhile. */
export async function promiseAfter(
  services: TxServices,
  patientId: string,
  opened: Pick<OpenedWorkItem, "due" | "holds"> | null,
): Promise<string> {
  const { content, db } = services;
  if (!opened) return toText(content, sentence("onboarding.answers_in_record"));
  const { day, isToday } = opened.due;
  const waits = opened.holds.length > 0 && (await productsHeldByWorkItems(db, patientId)).size > 0;
  return toText(
    content,
    isToday ? sentence("onboarding.looked_at_today") : sentence("onboarding.looked_at_by", { day: formatDay(day) }),
    waits ? sentence("onboarding.medicine_waits") : null,
  );
}

/** As `promiseAfter`, for a repeat of the change made at `at`. */
export const promiseOfChange = async (services: TxServices, patientId: string, at: Date | undefined): Promise<string> =>
  promiseAfter(services, patientId, at === undefined ? null : await changesOf(services, patientId, at));
