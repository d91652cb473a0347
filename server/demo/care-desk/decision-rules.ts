import type { CaseStatus } from "#server/care/cases/cases.ts";
import { declineRuleIds } from "#server/care/desk-rules.ts";

export type CaseStep = "accept" | "confirm_identity" | "approve" | "decline";

export interface DeskCase {
  readonly status: CaseStatus;
  readonly identityStatus: string;
  /** Ids of the rules the patient's answers triggered. */
  readonly rules: readonly string[];
}

/** The next step of the care desk on a case; null when nothing is left to do. */
export function nextCaseStep({ status, identityStatus, rules }: DeskCase): CaseStep | null {
  if (status === "submitted") return "accept";
  if (status !== "accepted") return null;
  if (rules.some((rule) => declineRuleIds.includes(rule))) return "decline";
  if (identityStatus === "review") return "confirm_identity";
  return identityStatus === "matched" ? "approve" : "decline";
}

/** Whether the care desk approves a renewal; one that the patient's answers speak against is left to a person. */
export const approvesRenewal = (request: {
  readonly withheld: boolean;
  /** A STOP rule ended the visit or was triggered later. */
  readonly stopped: boolean;
  readonly rules: readonly string[];
}): boolean => !request.withheld && !request.stopped && !request.rules.some((rule) => declineRuleIds.includes(rule));
