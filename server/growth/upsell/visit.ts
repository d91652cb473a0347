import type * as z from "zod/mini";
import type { growth } from "#contract/growth.ts";
import type { Upsell } from "#contract/upsell.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { addChoice, onboardingStatus } from "#server/onboarding/public.ts";
import { isOwn } from "./coupon.ts";
import { offersAt, requireOpen } from "./offers.ts";
import { presentUpsell } from "./present.ts";
import { changePricing, decideUpsells, lockUpsell, type UpsellRow } from "./queries.ts";
import { upsellStanding } from "./standing.ts";

type Accepted = z.output<typeof growth.acceptOnboardingUpsell.ok>;

/** Offers on the page of add-ons; none before she has come to it, nor once the visit is done. `visit_stopped` for one that was stopped. */
export async function offersInVisit(parts: Services, patientId: string): Promise<Upsell[]> {
  const { stopped } = await upsellStanding(parts, patientId);
  if (stopped) throw new Refusal("visit_stopped");
  if ((await onboardingStatus(parts, patientId)) === "DONE") return [];
  return offersAt(parts, patientId, "onboarding");
}

/** A code she names is hers, unless it is the offer's. */
const coupons = (row: Pick<UpsellRow, "coupon_code">, named: string | undefined) => ({
  hers: named === undefined || isOwn([row], named) ? null : named,
  ofOffer: row.coupon_code,
});

/** Adds an offer to what she orders with her visit. Refuses `not_found`, `wrong_state` for one she decided on, and what her visit refuses. */
export async function acceptInVisit(
  parts: Services,
  patientId: string,
  {
    upsellId,
    pricingId,
    coupon,
  }: { readonly upsellId: string; readonly pricingId?: string | undefined; readonly coupon: string | undefined },
): Promise<Accepted> {
  const { state } = await upsellStanding(parts, patientId);
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const row = await lockUpsell(tx, patientId, upsellId);
    if (!row) throw new Refusal("not_found");
    if ((await onboardingStatus(inTx, patientId)) === "DONE") throw new Refusal("step_completed");
    requireOpen(row);
    const wanted = { productid: row.product_id, pricingid: pricingId ?? row.pricing_id };
    const chosen = await addChoice(inTx, patientId, wanted, coupons(row, coupon));
    await decideUpsells(tx, [row.id], "accepted", parts.clock.now());
    const sold = await changePricing(tx, row.id, wanted.pricingid);
    const upsell = await presentUpsell(inTx, { ...sold, status: "accepted" }, state);
    if (!upsell) throw new Refusal("not_found");
    return { message: "Added to your plan.", upsell, chosen: [...chosen] };
  });
}
