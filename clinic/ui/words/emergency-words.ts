import type { EmergencyAction, ToldEmergency } from "#contract/care/told-emergency.ts";

/** Where a patient told of an emergency. */
export const sourceWords: Readonly<Record<ToldEmergency["source"], string>> = {
  message: "In a message",
  followup: "In a treatment review",
  health: "In their health answers",
  contact: "In the contact form",
  cancellation: "As the reason for a cancellation",
};

export const reachedWords = {
  patient: "The patient",
  other: "Somebody with the patient",
  nobody: "Nobody",
} as const;

/** What was done about an emergency. */
export function actionWords({ kind, reached }: Pick<EmergencyAction, "kind" | "reached">): string {
  if (kind === "call") return `Call, reached: ${reachedWords[reached ?? "nobody"].toLowerCase()}`;
  return kind === "acknowledged" ? "Acknowledged" : "Closed";
}

/** How far the practice is with an emergency. */
export const emergencyStateWords = ({ acknowledgedat, closedat }: Pick<ToldEmergency, "acknowledgedat" | "closedat">) =>
  closedat !== null ? "Closed" : acknowledgedat === null ? "Nobody has acknowledged it" : "Acknowledged, not closed";
