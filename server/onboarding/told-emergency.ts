import type { Content } from "#content/load.ts";
import type { Emergency } from "#contract/emergency.ts";
import type { TxServices } from "#server/platform/services.ts";
import { emergencyOfStop, presentEmergency, reportEmergency, signIn } from "#server/emergency/public.ts";
import type { GivenAnswers } from "./answers.ts";
import { presentStop, type Rule } from "./screening.ts";

/** What of these answers was written, not chosen. */
function wordsOf({ questionnaire }: Pick<Content, "questionnaire">, answers: GivenAnswers): string {
  const written = new Set(questionnaire.questions.flatMap(({ id, answertype }) => (answertype === "text" ? [id] : [])));
  return Object.entries(answers)
    .flatMap(([id, { value, others }]) => [written.has(id) && typeof value === "string" ? value : "", others ?? ""])
    .filter((words) => words !== "")
    .join("\n");
}

/** What the words of these answers tell that cannot wait; null: nothing. */
export const signInAnswers = (content: Content, answers: GivenAnswers) => signIn(content, wordsOf(content, answers));

/** Whom to turn to, by what was written in these answers; null: it can wait. */
export function emergencyInAnswers(content: Content, answers: GivenAnswers): Emergency | null {
  const sign = signInAnswers(content, answers);
  return sign && presentEmergency(sign);
}

/** Reports what changed answers tell that cannot wait: in words, and by rules on emergencies they hit for the first time. */
export async function reportToldInAnswers(
  parts: TxServices,
  patientId: string,
  changed: GivenAnswers,
  fresh: readonly Rule[],
): Promise<void> {
  const { content } = parts;
  const sign = signInAnswers(content, changed);
  if (sign) {
    const told = { sign: sign.id, emergency: presentEmergency(sign), words: wordsOf(content, changed) };
    await reportEmergency(parts, { ...told, patientId, source: "health" });
  }
  for (const { id, outcome, note } of fresh) {
    if (outcome !== "EMERGENCY") continue;
    const told = { sign: id, emergency: emergencyOfStop(presentStop(content, id)), words: note };
    await reportEmergency(parts, { ...told, patientId, source: "health" });
  }
}
