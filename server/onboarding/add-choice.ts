import type { Choice } from "#contract/onboarding.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { couponFor } from "#server/store/public.ts";
import { lockVisitToChange, type Parts, requireStep } from "./in-progress.ts";
import { changeRecord } from "./record-queries.ts";
import { saveChoice } from "./save-choice.ts";
import { settle } from "./settle.ts";

const revealStep = 3;
const addonStep = 4;

/**
 * Adds an add-on to what she orders with her visit, beside the others; she stays where she is. A code of `hers` goes on the order; that of the
 * offer only where she has none, and counts as none where it has ended or was used. Again it changes nothing. Answers all she chose. Refuses as saving her add-ons does. Joins the transaction of `db`.
 */
export function addChoice(
  parts: Parts,
  patientId: string,
  wanted: Choice,
  coupons: { readonly hers: string | null; readonly ofOffer: string | null },
): Promise<readonly Choice[]> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const before = await lockVisitToChange(inTx, patientId);
    requireStep(parts.content, before, addonStep);
    const others = before.visit.choices.filter(
      ({ step, productid }) => step === addonStep && productid !== wanted.productid,
    );
    const saved = await saveChoice(inTx, before, addonStep, [...others, wanted]);
    // Settled as a change of what she chose before, so that the page of add-ons is not taken for answered.
    const { visit } = await settle(inTx, before, saved, revealStep);
    const code = coupons.hers ?? (before.visit.record.couponCode === null ? coupons.ofOffer : null);
    const coupon = code === null ? null : await couponOf(inTx, patientId, code, coupons.hers !== null);
    if (coupon) await changeRecord(tx, patientId, { coupon_code: coupon.code }, parts.clock.now());
    return visit.choices.map(({ productid, pricingid }) => ({ productid, pricingid }));
  });
}

/** The coupon of a code; `asked`: she asked for it, so she is told why she cannot have it. */
async function couponOf(parts: Parts, patientId: string, code: string, asked: boolean) {
  try {
    return await couponFor(parts, patientId, code);
  } catch (error) {
    if (asked || !(error instanceof Refusal)) throw error;
    return null;
  }
}
