import { type Sentence, sentence } from "#server/platform/sentences.ts";
import { shownDays } from "../changes/change-rules.ts";
import type { SuggestionRow, SuggestionStatus } from "./suggestion-queries.ts";

/** The facts a patient's agreement is decided on before anything is asked of the rules, which only look when they press. */
export interface AgreementFacts {
  /** An answer or a message of theirs says that nothing may be offered now. */
  readonly isStopped: boolean;
  readonly isPlanApproved: boolean;
  /** A payment of theirs failed and hasn't been made since. */
  readonly isPastDue: boolean;
  /** They get it already, or added it themselves. */
  readonly isTaken: boolean;
  /** The catalogue has it in this supply. */
  readonly isOffered: boolean;
}

/** Why the patient can't agree now, in a sentence for them; null when they can. Safety comes first. */
export function agreementObstacle(facts: AgreementFacts): Sentence | null {
  if (facts.isStopped) return sentence("treatment.suggestion_stopped");
  if (!facts.isPlanApproved) return sentence("treatment.suggestion_not_in_care");
  if (facts.isTaken) return sentence("treatment.suggestion_taken");
  if (!facts.isOffered) return sentence("treatment.change_not_offered");
  return facts.isPastDue ? sentence("treatment.suggestion_past_due") : null;
}

/** Whether a patient can agree to a suggestion, as far as its answer goes: it waits for one, or they declined it a while ago at most. */
export const isOpenToAgree = (
  { status, decided_at }: Pick<SuggestionRow, "status" | "decided_at">,
  now: Date,
): boolean =>
  status === "waiting" ||
  (status === "declined" && decided_at !== null && now.getTime() - decided_at.getTime() <= shownDays * 86_400_000);

/** What a patient reads who answers what is settled. */
export const settledSuggestion: Readonly<Record<Exclude<SuggestionStatus, "waiting">, Sentence>> = {
  agreed: sentence("treatment.suggestion_agreed_already"),
  declined: sentence("treatment.suggestion_declined_already"),
  withdrawn: sentence("treatment.suggestion_withdrawn"),
};
