/** A charge in cents with tax, and the days its medicine lasts. */
export interface PeriodCharge {
  readonly cents: number;
  readonly days: number;
}

/**
 * Whether a supply costs no more than the one she agreed to: neither a single charge nor what it comes to over time. A shorter supply at a
 * lower price may still cost more in a year, and a longer one asks for more at once.
 */
export const costsNoMore = (before: PeriodCharge, after: PeriodCharge): boolean =>
  after.cents <= before.cents && after.cents * before.days <= before.cents * after.days;

/** What a doctor's change of a subscription is decided on. */
export interface TreatmentChangeFacts {
  readonly subscription: string;
  /** Her plan is approved. */
  readonly approved: boolean;
  /** What she gets now is a prescription product. */
  readonly prescription: boolean;
  /** Product and pricing are those she gets, and her doctor prescribes it now. */
  readonly same: boolean;
  /** Another subscription of hers supplies the new product, or she added it and waits for a decision. */
  readonly elsewhere: boolean;
}

/** Why a doctor cannot change it, in a sentence for the practice; null when that is possible. */
export function treatmentChangeObstacle(facts: TreatmentChangeFacts): string | null {
  if (!facts.approved) return "Her plan is not approved, so there is nothing to change. Please decide on the plan.";
  if (facts.subscription === "pending") return "Its first order is not paid yet. Please change it once it is.";
  if (facts.subscription === "cancelled") return "This subscription is cancelled, so there is nothing to change.";
  if (!facts.prescription) return "This one needs no prescription; she changes or cancels it herself.";
  if (facts.same) return "This is what she gets already.";
  return facts.elsewhere ? "She gets this product already, or added it and waits for a decision." : null;
}
