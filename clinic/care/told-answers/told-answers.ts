import * as z from "zod/mini";
import { draftText } from "#clinic/work/draft-text.ts";
import type { HealthScreen } from "#contract/account/health-answers.ts";
import type { Teller, ToldSource } from "#contract/account/told-answers.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { CallerProof, Told } from "#contract/care/told-answers.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import type { Answer, Question } from "#contract/onboarding/questions.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";

/** Whether somebody may write down what a patient tells of their health. */
export const mayRecordTold = (permissions: readonly Permission[]): boolean =>
  permits(permissions, care.recordTold.access.needs) && permits(permissions, care.healthAnswers.access.needs);

export const sourceTexts: Readonly<Record<ToldSource, string>> = {
  phone: "By phone",
  in_person: "In person",
  doctors_letter: "In a letter from another doctor",
};
export const tellerTexts: Readonly<Record<Teller, string>> = {
  patient: "The patient",
  other: "Somebody else",
};
export const proofTexts: Readonly<Record<CallerProof, string>> = {
  birthday_and_address: "Gave birthday and address",
  birthday_and_phone: "Gave birthday and phone number",
  birthday_and_email: "Gave birthday and email",
  photo_id: "Showed a photo ID",
  letterhead: "Letter names the patient with birthday",
};

const toldTexts: Readonly<Record<ToldSource, string>> = {
  phone: "Told by phone",
  in_person: "Told in person",
  doctors_letter: "Told in a letter from another doctor",
};

/** How an answer of the record was told, what was said, and who wrote it down. */
export function toldLines({
  source,
  teller,
  on,
  callerproved,
  note,
  actor,
  name,
}: NonNullable<NonNullable<PatientRecord["answers"]>[number]["told"]>): string[] {
  const by = teller === "other" ? " by somebody else" : "";
  const system = actor.startsWith("key:") ? "a system" : "somebody of the practice";
  return [
    `${toldTexts[source]} on ${formatCalendarDay(on)}${by}. ${proofTexts[callerproved]}. Recorded by ${name ?? system}.`,
    ...(note === null ? [] : [`“${note}”`]),
  ];
}

const text = z.optional(z.string());
/** What was written: the answers by question, in the order they were picked, and how they were told. */
const ToldDraft = z.object({
  ...{ source: text, teller: text, on: text, callerproved: text, note: text },
  reviewed: z.optional(z.boolean()),
  answers: z.optional(
    z.record(
      z.string(),
      z.object({ answer: z.union([z.string(), z.array(z.string())]), others: z.optional(z.string()) }),
    ),
  ),
});
export type ToldDraft = z.output<typeof ToldDraft>;

/** As a draft keeps it. */
export const toldDraft = draftText(ToldDraft, {});

export type TypedAnswer = NonNullable<ToldDraft["answers"]>[string];

/** Every question that can be answered, with what its section is called. */
export const questionsToAnswer = (
  screens: readonly HealthScreen[],
): readonly { readonly question: Question; readonly section: string }[] =>
  screens.flatMap(({ questions, section }) =>
    questions
      .filter(({ answertype }) => answertype !== "nothing")
      .map((question) => ({ question, section: section.title })),
  );

/** What is written in a field before anything is: the answer as it is now. */
export const answerNow = ({ answer, others, answertype }: Question): TypedAnswer => ({
  answer: answer ?? (answertype === "array" ? [] : ""),
  ...(others !== null && { others }),
});

/** The answers as the calls take them. Text beside an option goes only with an option that asks for it. */
export const answersToSend = (typed: ToldDraft["answers"], screens: readonly HealthScreen[]): Answer[] => {
  const questions = new Map(questionsToAnswer(screens).map(({ question }) => [question.id, question]));
  return Object.entries(typed ?? {}).map(([questionid, { answer, others }]) => {
    const chosen = [answer].flat();
    const asks = questions.get(questionid)?.answerlist.some(({ id, asksothers }) => asksothers && chosen.includes(id));
    return { questionid, answer, ...(asks && others !== undefined && { others }) };
  });
};

/** A chosen option: one that excludes the others takes them away, and is taken away by them. */
export function toggled({ answerlist }: Pick<Question, "answerlist">, chosen: readonly string[], id: string): string[] {
  if (chosen.includes(id)) return chosen.filter((each) => each !== id);
  const excludes = (each: string) => answerlist.find((option) => option.id === each)?.exclusive === true;
  return excludes(id) ? [id] : [...chosen.filter((each) => !excludes(each)), id];
}

/** How it was told, as the call takes it. */
export const toldOf = ({ source, teller, on, callerproved, note }: ToldDraft, today: string): Told => ({
  source: source as ToldSource,
  teller: teller as Teller,
  on: on ?? today,
  callerproved: callerproved as CallerProof,
  note: note?.trim() || undefined,
});

/** Fields that have to be filled in before it's sent, and what to do about each. */
export const missingFromTold = ({
  source,
  teller,
  callerproved,
  answers,
}: ToldDraft): Readonly<Record<string, string>> => ({
  ...(!source && { source: "Please choose how we learned of it." }),
  ...(!teller && { teller: "Please choose who told it." }),
  ...(!callerproved && { callerproved: "Please choose how it was shown that it’s this patient." }),
  ...(Object.keys(answers ?? {}).length === 0 && { answers: "Please choose what it’s about." }),
});
