import { call } from "#app/api/call.ts";
import { withBankConfirmation } from "#app/payment/bank-confirmation.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Upsell } from "#contract/growth/upsell.ts";

/** What accepting an upsell sends: the total the patient saw, and the coupon, empty for none. */
export interface UpsellAcceptance {
  readonly upsellId: string;
  readonly couponId: string | null;
  readonly total: number;
}

/** The order an accepted upsell became. */
export type AcceptedUpsell = Output<typeof growth.acceptUpsell>;

/** The body's `coupon` from an upsell's `couponId`; left out if empty (spec §7). */
function couponBody({ couponId }: Pick<UpsellAcceptance, "couponId">): { readonly coupon?: string } {
  const coupon = couponId?.trim();
  return coupon ? { coupon } : {};
}

/** Orders an upsell with the card on file. `key` is the idempotency key: a repeat with it orders nothing more. */
export const acceptUpsell = (acceptance: UpsellAcceptance, key: string): Promise<AcceptedUpsell> =>
  withBankConfirmation(() =>
    call(
      growth.acceptUpsell,
      { params: { id: acceptance.upsellId }, body: { totalamount: acceptance.total, ...couponBody(acceptance) } },
      { key },
    ),
  );

/** Declines an upsell; it is not offered again. */
export const denyUpsell = (upsellId: string): Promise<Upsell> => call(growth.denyUpsell, { params: { id: upsellId } });

/** Opens an upsell the patient followed a link to. */
export const offerUpsellByCode = (code: string, triggeredfrom: string): Promise<Upsell> =>
  call(growth.addUpsellToPatient, { params: { id: code }, body: { triggeredfrom } });

/** Adds an upsell to the visit's order. `key` as above. */
export const acceptUpsellInVisit = (upsell: Pick<UpsellAcceptance, "upsellId" | "couponId">, key: string) =>
  call(growth.acceptOnboardingUpsell, { body: { upsellId: upsell.upsellId, ...couponBody(upsell) } }, { key });
