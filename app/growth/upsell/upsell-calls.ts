import { call } from "#app/api/call.ts";
import { withBankConfirmation } from "#app/payment/bank-confirmation.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Upsell } from "#contract/growth/upsell.ts";

/** What an offer is accepted with: the total she saw, and its coupon, empty for none. */
export interface UpsellAcceptance {
  readonly upsellId: string;
  readonly couponId: string | null;
  readonly total: number;
}

/** The order an accepted offer became. */
export type AcceptedUpsell = Output<typeof growth.acceptUpsell>;

/** An offer's `couponId` is sent as `coupon`, and an empty one is left out (spec §7). */
export function couponBody({ couponId }: Pick<UpsellAcceptance, "couponId">): { readonly coupon?: string } {
  const coupon = couponId?.trim();
  return coupon ? { coupon } : {};
}

/** Orders what is offered with the card on file. One `key` for one intention: a repeat with it orders nothing more. */
export const acceptUpsell = (acceptance: UpsellAcceptance, key: string): Promise<AcceptedUpsell> =>
  withBankConfirmation(() =>
    call(
      growth.acceptUpsell,
      { params: { id: acceptance.upsellId }, body: { totalamount: acceptance.total, ...couponBody(acceptance) } },
      { key },
    ),
  );

/** Says no to an offer; it is not made again. */
export const denyUpsell = (upsellId: string): Promise<Upsell> => call(growth.denyUpsell, { params: { id: upsellId } });

/** Opens an offer because she followed a link to it. */
export const offerUpsellByCode = (code: string, triggeredfrom: string): Promise<Upsell> =>
  call(growth.offerUpsell, { params: { id: code }, body: { triggeredfrom } });

/** Adds an offer to what she orders with her visit. */
export const acceptUpsellInVisit = (upsell: Pick<UpsellAcceptance, "upsellId" | "couponId">) =>
  call(growth.acceptOnboardingUpsell, { body: { upsellId: upsell.upsellId, ...couponBody(upsell) } });
