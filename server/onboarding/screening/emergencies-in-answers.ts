import type { Content } from "#content/loader/load.ts";
import { emergencyFromStop, reportEmergency, detectEmergency } from "#server/emergency/public.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { GivenAnswers } from "../rules/answers.ts";
import { presentStop, type Rule } from "../rules/screening.ts";

/** The free text in these answers, without chosen options. */
export function freeTextOf({ questionnaire }: Pick<Content, "questionnaire">, answers: GivenAnswers): string {
  const textQuestionIds = new Set(
    questionnaire.questions.flatMap(({ id, answertype }) => (answertype === "text" ? [id] : [])),
  );
  return Object.entries(answers)
    .flatMap(([id, { value, others }]) => [
      textQuestionIds.has(id) && typeof value === "string" ? value : "",
      others ?? "",
    ])
    .filter((words) => words !== "")
    .join("\n");
}

/** The emergency that the words of these answers tell of; null when there is none. */
export const emergencyInAnswers = (content: Content, answers: GivenAnswers) =>
  detectEmergency(content, freeTextOf(content, answers));

/** Reports emergencies in changed answers: in the patient's words, and by emergency rules that are hit for the first time. */
export async function reportEmergencyInAnswers(
  services: TxServices,
  patientId: string,
  changed: GivenAnswers,
  firstHits: readonly Rule[],
): Promise<void> {
  const { content } = services;
  const textEmergency = emergencyInAnswers(content, changed);
  if (textEmergency) await reportEmergency(services, { ...textEmergency, patientId, source: "health" });
  for (const { id, outcome, note } of firstHits) {
    if (outcome !== "EMERGENCY") continue;
    const ruleEmergency = { sign: id, emergency: emergencyFromStop(presentStop(content, id)), words: note };
    await reportEmergency(services, { ...ruleEmergency, patientId, source: "health" });
  }
}
