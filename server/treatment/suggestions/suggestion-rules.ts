import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { SuggestionStatus } from "./suggestion-queries.ts";

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

/** What a patient reads who answers what is settled. */
export const settledSuggestion: Readonly<Record<Exclude<SuggestionStatus, "waiting">, Sentence>> = {
  agreed: sentence("treatment.suggestion_agreed_already"),
  declined: sentence("treatment.suggestion_declined_already"),
  withdrawn: sentence("treatment.suggestion_withdrawn"),
};
