import type { HealthScreen } from "#contract/account/health-answers.ts";
import type { ToldAnswer } from "#contract/account/told-answers.ts";
import type { Teller, ToldSource } from "#contract/account/told-answers.ts";
import type { CallerProof } from "#contract/care/told-answers.ts";
import { formatList } from "#contract/fields/formats.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { OpenQuestion } from "../flow/assess.ts";
import type { ToldOrigin } from "../flow/visit-queries.ts";
import type { Visit } from "../flow/visit.ts";
import { answerSummary } from "../questions/answer-summary.ts";
import { findHealthVersionScreens, type HealthVersion } from "./versions.ts";

/** What the practice writes down for a patient: how it was told, and who writes it down. */
export interface Recording {
  readonly source: ToldSource;
  readonly teller: Teller;
  readonly on: string;
  readonly callerProved: CallerProof;
  readonly note: string | undefined;
  readonly actor: string;
  /** Whoever decides has looked at it: no work item is opened. */
  readonly reviewed: boolean;
  /** Called with the id of what is kept. */
  readonly kept: (id: string) => void;
}

const noteSealContext = sealed("told_answers.note_sealed");

/** Keeps how the answers of a new version were told. Returns the row's id. */
export async function insertTold(
  { db, secrets, clock }: TxServices,
  patientId: string,
  { source, teller, on, callerProved, note, actor, kept }: Recording,
): Promise<string> {
  const id = newId();
  await db
    .insertInto("told_answers")
    .values({
      ...{ id, patient_id: patientId, source, teller, told_on: on, caller_proved: callerProved, actor },
      note_sealed: note === undefined ? null : secrets.seal(note, noteSealContext(id)),
      recorded_at: clock.now(),
    })
    .execute();
  kept(id);
  return id;
}

/** What the practice keeps for itself of how something was told, by the ids of what is kept. Asks nothing for none. */
export async function toldDetails(
  { db, secrets }: { readonly db: Database; readonly secrets: TxServices["secrets"] },
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly callerProved: CallerProof; readonly note: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("told_answers")
    .select(["id", "caller_proved", "note_sealed"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, caller_proved: callerProved, note_sealed: note }) => [
      id,
      { callerProved, note: note && secrets.open<string>(note, noteSealContext(id)) },
    ]),
  );
}

const toldSentences = {
  phone: { patient: "onboarding.told_by_phone", other: "onboarding.told_by_phone_for" },
  in_person: { patient: "onboarding.told_in_person", other: "onboarding.told_in_person_for" },
  doctors_letter: { patient: "onboarding.told_in_letter", other: "onboarding.told_in_letter" },
} as const;

/** How it was told, in a sentence for the patient. */
export function toldText(content: SentenceContent, { source, teller, on }: Omit<ToldOrigin, "id" | "actor">): string {
  return toText(content, sentence(toldSentences[source][teller], { day: formatDayWithYear(on) }));
}

/** The current answers that the practice wrote down, for the patient to read and correct. */
export function toldAnswers(
  content: SentenceContent,
  open: readonly OpenQuestion[],
  { answers, toldIds }: Pick<Visit, "answers" | "toldIds">,
  versions: readonly Pick<HealthVersion, "told">[],
): ToldAnswer[] {
  if (toldIds.size === 0) return [];
  return answerSummary(open, answers).flatMap(({ questionid, question, answer }) => {
    const told = versions.find((version) => version.told !== null && version.told.id === toldIds.get(questionid))?.told;
    const step = open.find((each) => each.question.id === questionid)?.screen.step;
    return told && step !== undefined ? [{ questionid, question, answer, step, text: toldText(content, told) }] : [];
  });
}

/** Refuses to write down, for the practice, what is known already. */
export const nothingDiffers = "Nothing of this differs from what we have.";

/** Which answers are other ones than in an earlier version, for whoever wrote something down from that one. */
export async function changedSince(services: TxServices, patientId: string, version: number): Promise<string> {
  const earlier = answersById(await findHealthVersionScreens(services, patientId, version));
  const latest = await services.db
    .selectFrom("health_answers_version")
    .select((e) => e.fn.max("version").as("version"))
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  const now = answersById(await findHealthVersionScreens(services, patientId, latest?.version ?? 0));
  const changed = [...now.values()].filter(({ id, value }) => earlier.get(id)?.value !== value);
  const questions = formatList(changed.map(({ question }) => `“${question}”`));
  return `The answers have changed since you opened this${changed.length > 0 ? `: ${questions}` : ""}.`;
}

const answersById = (screens: readonly HealthScreen[] = []) =>
  new Map(
    screens
      .flatMap(({ questions }) => questions)
      .map(({ id, question, answer, others }) => [id, { id, question, value: JSON.stringify([answer, others]) }]),
  );
