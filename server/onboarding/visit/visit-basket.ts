import type { ProductChoice } from "#contract/onboarding/options.ts";
import type { Database } from "#server/platform/database/open.ts";
import { findVisitRecord, onboardingStatusOf } from "../flow/record-queries.ts";
import { findVisitChoices } from "../flow/visit-queries.ts";

/** Whether the patient finished the visit. */
export const onboardingStatus = ({ db }: { readonly db: Database }, patientId: string): Promise<"PENDING" | "DONE"> =>
  onboardingStatusOf(db, patientId);

/** Whether the identity check matched name and birthday, which fixes them. */
export async function isIdentityMatched({ db }: { readonly db: Database }, patientId: string): Promise<boolean> {
  const record = await findVisitRecord(db, patientId);
  return record?.identityStatus === "matched";
}

/** What the visit wants to order, and whether anything may be sold from it. */
export interface VisitBasket {
  readonly status: "PENDING" | "DONE";
  /** A STOP or an emergency ended the visit. */
  readonly stopped: boolean;
  readonly choices: readonly ProductChoice[];
  readonly couponCode: string | null;
  readonly shippingId: string | null;
}

/** The visit's chosen treatment for the quote; null for a patient without a visit. */
export async function visitBasket({ db }: { readonly db: Database }, patientId: string): Promise<VisitBasket | null> {
  const record = await findVisitRecord(db, patientId);
  if (!record) return null;
  const choices = await findVisitChoices(db, patientId);
  return {
    status: record.status,
    stopped: record.stopRuleId !== null,
    choices: choices.map(({ productid, pricingid }) => ({ productid, pricingid })),
    couponCode: record.couponCode,
    shippingId: record.shippingId,
  };
}
