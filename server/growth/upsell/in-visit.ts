import type * as z from "zod/mini";
import type { growth } from "#contract/growth/calls.ts";
import type { Upsell } from "#contract/growth/upsell.ts";
import type { CouponErrorCode } from "#contract/http/errors.ts";
import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { addAddonChoice, onboardingStatus } from "#server/onboarding/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { isUpsellCoupon } from "./coupon.ts";
import { loadUpsellFacts } from "./eligibility-facts.ts";
import { presentUpsell } from "./present-upsell.ts";
import { changePricing, decideUpsells, lockUpsell, type UpsellRow } from "./upsell-queries.ts";
import { upsellsAt, requireOpen } from "./upsells.ts";

type AcceptInVisitResult = z.output<typeof growth.acceptOnboardingUpsell.ok>;

/** Upsells for the add-ons page; none before the patient has reached it or once the visit is done. `visit_stopped` for a stopped visit. */
export async function upsellsInVisit(
  services: Services & Refuses<"visit_stopped">,
  patientId: string,
): Promise<Upsell[]> {
  const { stopped } = await loadUpsellFacts(services, patientId);
  if (stopped) throw services.refuse("visit_stopped");
  if ((await onboardingStatus(services, patientId)) === "DONE") return [];
  return upsellsAt(services, patientId, "onboarding");
}

/** A requested code is the patient's own, unless it is the upsell's. */
const couponsToApply = (row: Pick<UpsellRow, "coupon_code">, requested: string | undefined) => ({
  requested: requested === undefined || isUpsellCoupon([row], requested) ? null : requested,
  upsellCoupon: row.coupon_code,
});

/** Adds an upsell to the visit's order. Refuses `not_found`, `wrong_state` for one already decided, and what the visit refuses. */
export async function acceptUpsellInVisit(
  services: Services & Refuses<CouponErrorCode | StepErrorCode | "payment_pending" | "wrong_state">,
  patientId: string,
  {
    upsellId,
    pricingId,
    coupon,
  }: { readonly upsellId: string; readonly pricingId?: string | undefined; readonly coupon: string | undefined },
): Promise<AcceptInVisitResult> {
  const { state } = await loadUpsellFacts(services, patientId);
  return inTransaction(services, async (tx) => {
    const row = await lockUpsell(tx.db, patientId, upsellId);
    if (!row) throw new Refusal("not_found");
    if ((await onboardingStatus(tx, patientId)) === "DONE") throw services.refuse("step_completed");
    requireOpen(services, row);
    const choice = { productid: row.product_id, pricingid: pricingId ?? row.pricing_id };
    const chosen = await addAddonChoice(tx, patientId, choice, couponsToApply(row, coupon));
    await decideUpsells(tx.db, [row.id], "accepted", services.clock.now());
    const updated = await changePricing(tx.db, row.id, choice.pricingid);
    const upsell = await presentUpsell(tx, { ...updated, status: "accepted" }, state);
    if (!upsell) throw new Refusal("not_found");
    return { message: toText(services.content, sentence("growth.upsell_in_plan")), upsell, chosen: [...chosen] };
  });
}
