import type { CaseAction } from "./case-keys.ts";

/** What is done to a renewal or an upsell by a key, where it's shown and on its row in the inbox. */
export type DecisionAction = Extract<CaseAction, "approve" | "decline">;

/** A patient's record at a renewal or an upsell; with an action, that is begun there. */
export const decisionPath = (patientId: string, id: string, action?: DecisionAction): string =>
  `/clinic/patients/${patientId}?request=${id}${action ? `&do=${action}` : ""}`;

/** The renewal or upsell an address names, and what is begun there. */
export function decisionFromSearch(search: string): {
  readonly id: string | null;
  readonly action: DecisionAction | null;
} {
  const query = new URLSearchParams(search);
  const action = query.get("do");
  return { id: query.get("request"), action: action === "approve" || action === "decline" ? action : null };
}
