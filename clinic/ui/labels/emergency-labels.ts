import type { EmergencyAction, ToldEmergency } from "#contract/care/told-emergency.ts";

/** Where a patient told of an emergency. */
export const sourceLabels: Readonly<Record<ToldEmergency["source"], string>> = {
  message: "In a message",
  followup: "In a treatment review",
  health: "In their health answers",
  contact: "In the contact form",
  cancellation: "As the reason for a cancellation",
};

export const reachedLabels: Readonly<Record<NonNullable<EmergencyAction["reached"]>, string>> = {
  patient: "The patient",
  other: "Somebody with the patient",
  nobody: "Nobody",
};

const actionNames: Readonly<Record<Exclude<EmergencyAction["kind"], "call">, string>> = {
  acknowledged: "Acknowledged",
  closed: "Closed",
};

/** What was done about an emergency. */
export function actionLabel({ kind, reached }: Pick<EmergencyAction, "kind" | "reached">): string {
  if (kind === "call") return `Call, reached: ${reachedLabels[reached ?? "nobody"].toLowerCase()}`;
  return actionNames[kind];
}

/** How far the practice is with an emergency. */
export const emergencyState = ({ acknowledgedat, closedat }: Pick<ToldEmergency, "acknowledgedat" | "closedat">) =>
  closedat !== null ? "Closed" : acknowledgedat === null ? "Nobody has acknowledged it" : "Acknowledged, not closed";
