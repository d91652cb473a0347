import { formatCents, toCents, toDollars } from "#contract/fields/numbers.ts";
import type { CouponErrorCode } from "#contract/http/errors.ts";
import type { ProductChoice } from "#contract/onboarding/options.ts";
import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { couponFor } from "#server/discounts/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type VisitInProgress, lockUnpaidVisit, type Deps, requireStep } from "../flow/in-progress.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import { replaceChoices } from "../flow/visit-queries.ts";
import type { VisitChoice, Visit } from "../flow/visit.ts";
import { advanceVisit } from "../progress/advance-visit.ts";
import { choiceIssues } from "../rules/choice-rules.ts";
import { rankTreatmentOptions } from "../rules/treatment-options.ts";

/** Saves what the patient chose at step 3 (treatments) or 4 (add-ons), replacing the earlier choice there; absent leaves it as it is. */
export async function saveChoice(
  { content, db }: TxServices,
  { visit, assessment }: VisitInProgress,
  step: 3 | 4,
  requested: readonly ProductChoice[] | undefined,
): Promise<Visit> {
  const concurrent = visit.choices.filter((each) => each.step !== step);
  const products = requested ?? visit.choices.filter((each) => each.step === step);
  const fields = choiceIssues(content, assessment.known, { addon: step === 4, products, concurrent });
  const options = rankTreatmentOptions(content, assessment.known, null);
  const mustChoose = step === 3 ? options.products.length > 0 : concurrent.length === 0;
  if (fields.length === 0 && products.length === 0 && mustChoose)
    fields.push({ path: "products", message: sentence("onboarding.choose_one") });
  if (fields.length > 0)
    throw new Refusal("bad_request", { fields, ...(fields[0] ? { message: fields[0].message } : {}) });
  const chosen = products.map(({ productid, pricingid }): VisitChoice => ({
    productid,
    pricingid,
    step,
    priceCents: priceOf(content, pricingid),
  }));
  await replaceChoices(db, visit.record.patientId, step, chosen);
  return { ...visit, choices: [...concurrent, ...chosen].sort((a, b) => a.step - b.step) };
}

/** Refuses with `price_changed` (details: the sum now) products that cost more than the patient saw. */
export function requirePriceShown(
  { content, refuse }: Pick<TxServices, "content"> & Refuses<"price_changed">,
  {
    products = [],
    totalamount,
  }: { readonly products?: readonly ProductChoice[] | undefined; readonly totalamount?: number | undefined },
): void {
  if (totalamount === undefined) return;
  const cents = products.reduce((sum, { pricingid }) => sum + priceOf(content, pricingid), 0);
  if (cents <= toCents(totalamount)) return;
  throw refuse("price_changed", {
    message: sentence("onboarding.plan_dearer", { total: formatCents(cents) }),
    details: { totalamount: toDollars(cents) },
  });
}

const priceOf = (content: TxServices["content"], pricingid: string): number =>
  content.catalogue.products.flatMap(({ pricings }) => pricings).find((pricing) => pricing.pricingid === pricingid)
    ?.pricecents ?? 0;

const revealStep = 3;
const addonStep = 4;

/**
 * Adds an add-on to the visit's choices, beside the others, without moving the patient to another step. Repeating it changes nothing. The
 * code in `coupons.requested` goes on the order; the offer's code only when there is none, and it is ignored when it has ended or was used.
 * Resolves with all choices. Refuses as saving the add-ons does. Joins the transaction of `db`.
 */
export function addAddonChoice(
  services: Deps & Refuses<CouponErrorCode | StepErrorCode | "payment_pending">,
  patientId: string,
  choice: ProductChoice,
  coupons: { readonly requested: string | null; readonly upsellCoupon: string | null },
): Promise<readonly ProductChoice[]> {
  return inTransaction(services, async (tx) => {
    const before = await lockUnpaidVisit(tx, patientId);
    requireStep(services, before, addonStep);
    const others = before.visit.choices.filter(
      ({ step, productid }) => step === addonStep && productid !== choice.productid,
    );
    const saved = await saveChoice(tx, before, addonStep, [...others, choice]);
    // Advanced as a change of the earlier choice, so that the page of add-ons does not count as answered.
    const { visit } = await advanceVisit(tx, before, saved, revealStep);
    const code = coupons.requested ?? (before.visit.record.couponCode === null ? coupons.upsellCoupon : null);
    const coupon = code === null ? null : await findCoupon(tx, patientId, code, coupons.requested !== null);
    if (coupon) await updateVisitRecord(tx.db, patientId, { coupon_code: coupon.code }, services.clock.now());
    return visit.choices.map(({ productid, pricingid }) => ({ productid, pricingid }));
  });
}

/** The coupon of a code; with `isRequested` the patient entered it and is told why it cannot be used. */
async function findCoupon(
  services: Deps & Refuses<CouponErrorCode>,
  patientId: string,
  code: string,
  isRequested: boolean,
) {
  try {
    return await couponFor(services, patientId, code);
  } catch (error) {
    if (isRequested || !(error instanceof Refusal)) throw error;
    return null;
  }
}
