import type { Content } from "#content/loader/load.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { stopInCare } from "#server/care/public.ts";
import { detectEmergency } from "#server/emergency/public.ts";
import { presentStop } from "#server/onboarding/public.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { AnswerFindings, SealedAnswer, StoredAnswer } from "./answers.ts";
import type { Deps, Followup } from "./load-followup.ts";
import { severityOf, type PreviousAnswers } from "./scope.ts";
import { chosenOptions, type Question } from "./step-order.ts";

/** The findings of an answer by today's content; they are stored with it so that later content hides nothing. */
export function findingsOf(
  content: Content,
  question: Question,
  { value, others }: Pick<SealedAnswer, "value" | "others">,
  previousAnswers: PreviousAnswers,
): AnswerFindings {
  const chosen = chosenOptions(question, value);
  const wordFindings = findingsInWords(content, question, value, others);
  const flags = [
    ...chosen.flatMap(({ id, flag }) => (flag ? [{ id: `${question.id}.${id}`, ...flag }] : [])),
    ...wordFindings.flags,
  ];
  const rules = new Set(chosen.flatMap(({ emergency }) => emergency ?? []));
  const stops = [...[...rules].map((rule) => presentStop(content, rule)), ...wordFindings.stops];
  if (question.treatmentoption !== "symptom") return { flags, stops, symptom: null };
  const { id } = question;
  const name = content.questionnaire.questions.find((each) => each.id === id)?.label ?? id;
  const symptom = { name, before: severityOf(previousAnswers.get(id)?.answer) };
  return { flags: [...flags, ...worsenedFlags(content, id, symptom, severityOf(value))], stops, symptom };
}

/** Findings in the patient's own words: emergencies. */
function findingsInWords(
  content: Content,
  { id, answertype }: Question,
  value: SealedAnswer["value"],
  others: SealedAnswer["others"],
): Pick<AnswerFindings, "flags" | "stops"> {
  const words = [answertype === "text" && typeof value === "string" ? value : "", others ?? ""].join("\n");
  const emergencyMatch = detectEmergency(content, words);
  if (emergencyMatch === null) return { flags: [], stops: [] };
  const { title, text, phones } = emergencyMatch.emergency;
  const flag = fillPlaceholders(content.followup.written, { title });
  const actions = phones.map((phone, index) => ({ ...phone, emphasis: index === 0 }));
  return {
    flags: [{ id: `${id}.words`, level: "emergency", text: flag }],
    stops: [{ ruleid: emergencyMatch.sign, kind: "emergency", title, text, actions }],
  };
}

function worsenedFlags(
  { followup: { symptoms } }: Content,
  id: string,
  { name, before }: NonNullable<AnswerFindings["symptom"]>,
  now: number | null,
): AnswerFindings["flags"] {
  const { by, text } = symptoms.worse;
  if (before === null || now === null || now - before < by) return [];
  const words = fillPlaceholders(text, { symptom: name, before: String(before), now: String(now) });
  return [{ id, level: "clinician", text: words }];
}

const allStops = ({ all }: Pick<Followup, "all">): readonly ScreeningStop[] => all.flatMap(({ stops }) => stops);

/** The earliest urgent notice the patient has not read; null when there is none. */
const unreadStop = (followup: Pick<Followup, "all" | "row">): ScreeningStop | null =>
  allStops(followup)[followup.row.emergencies_read] ?? null;

/** Like `unreadStop`, as the patient reads it: with what to do with the medicine at home. */
export async function loadUnreadStop(
  services: Pick<Deps, "db" | "content" | "secrets" | "clock">,
  followup: Pick<Followup, "all" | "row">,
): Promise<ScreeningStop | null> {
  const stop = unreadStop(followup);
  return stop && stopInCare(services, followup.row.patient_id, stop);
}

/** How many notices are read once the patient has read this one: it, and repetitions of it that follow directly. */
export function stopsReadAfter(followup: Pick<Followup, "all" | "row">, ruleId: string): number {
  const stops = allStops(followup);
  let read = followup.row.emergencies_read;
  while (stops[read]?.ruleid === ruleId) read += 1;
  return read;
}

/** The urgent notices of these answers, each rule once. */
export function uniqueStops(answers: readonly StoredAnswer[]): ScreeningStop[] {
  const stops = answers.flatMap((given) => given.stops);
  return stops.filter((stop, index) => stops.findIndex(({ ruleid }) => ruleid === stop.ruleid) === index);
}
