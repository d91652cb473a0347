import type { Content } from "#content/load.ts";
import type { TxServices } from "#server/platform/services.ts";
import { emergencyOfStop, reportEmergency, toldIn } from "#server/emergency/public.ts";
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
export const toldInAnswers = (content: Content, answers: GivenAnswers) => toldIn(content, wordsOf(content, answers));

/** Reports what changed answers tell that cannot wait: in words, and by rules on emergencies they hit for the first time. */
export async function reportToldInAnswers(
  parts: TxServices,
  patientId: string,
  changed: GivenAnswers,
  fresh: readonly Rule[],
): Promise<void> {
  const { content } = parts;
  const written = toldInAnswers(content, changed);
  if (written) await reportEmergency(parts, { ...written, patientId, source: "health" });
  for (const { id, outcome, note } of fresh) {
    if (outcome !== "EMERGENCY") continue;
    const told = { sign: id, emergency: emergencyOfStop(presentStop(content, id)), words: note };
    await reportEmergency(parts, { ...told, patientId, source: "health" });
  }
}
