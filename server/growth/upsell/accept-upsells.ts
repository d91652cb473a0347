import type * as z from "zod/mini";
import { toCents } from "#contract/fields/numbers.ts";
import type { growth } from "#contract/growth/calls.ts";
import type { OrderErrorCode, PaymentErrorCode } from "#contract/http/errors.ts";
import { productById } from "#server/catalogue/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import {
  cartTermsVersion,
  chargeIfPending,
  isClosedUnpaid,
  orderByKey,
  orderOutcome,
  orderStatusesOf,
  type PlacedOrder,
  placeOrder,
  presentOrder,
} from "#server/orders/public.ts";
import { isChargeCancelRequested, upsellPurpose } from "#server/payment/public.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { couponForUpsells } from "./coupon.ts";
import { loadUpsellFacts } from "./eligibility-facts.ts";
import { finishUpsellOrder } from "./finish-order.ts";
import { openSelectedUpsells, type UpsellSelection } from "./select-upsells.ts";
import { lockOpenUpsells, linkUpsellsToOrder, findUpsellsOfOrder } from "./upsell-queries.ts";
import { presentUpsells } from "./upsells.ts";

/** The upsells a patient accepts, with coupon and agreed total. */
export interface AcceptUpsellsInput {
  readonly selections: readonly UpsellSelection[];
  /** Left out, the coupon of the upsell. */
  readonly coupon: string | undefined;
  /** The total the patient saw, in dollars; left out, the current price is agreed to. */
  readonly totalamount: number | undefined;
}

type AcceptUpsellsResult = z.output<typeof growth.acceptUpsell.ok>;

/**
 * Orders the accepted upsells in one order with the card on file. With a prescription item the payment is only authorized until the doctor
 * decides. May be called again after a crash at any point with the same key: the existing order is finished, never placed again.
 */
export async function acceptUpsells(
  services: Services & Refuses<OrderErrorCode | "visit_stopped">,
  patientId: string,
  acceptance: AcceptUpsellsInput,
  key: string,
): Promise<AcceptUpsellsResult> {
  const existing = await orderByKey(services.db, patientId, key);
  const placed = existing
    ? await resumeUpsellOrder(services, existing.id)
    : await placeUpsellOrder(services, patientId, acceptance, key);
  await finishUpsellOrder(services, placed.id);
  return acceptUpsellsResult(services, patientId, placed.id);
}

async function resumeUpsellOrder(
  services: Services & Refuses<PaymentErrorCode>,
  orderId: string,
): Promise<PlacedOrder> {
  return orderOutcome(services, orderId, await chargeIfPending(services, orderId));
}

async function placeUpsellOrder(
  services: Services & Refuses<OrderErrorCode | "visit_stopped">,
  patientId: string,
  { selections, coupon, totalamount }: AcceptUpsellsInput,
  idempotencyKey: string,
): Promise<PlacedOrder> {
  const { content } = services;
  const rows = await inTransaction(services, (tx) => openSelectedUpsells(tx, patientId, selections));
  const ids = rows.map(({ id }) => id);
  const needsDoctor = rows.some(({ product_id }) => productById(content, product_id)?.prescription);
  return placeOrder(services, {
    patientId,
    kind: "upsell",
    lines: rows.map(({ product_id: productid, pricing_id: pricingid }) => ({ productid, pricingid, quantity: 1 })),
    couponCode: await couponForUpsells(services, patientId, rows, coupon),
    shippingId: null,
    expectedTotalCents: totalamount === undefined ? null : toCents(totalamount),
    idempotencyKey,
    chargeFor: () => ids.map(upsellPurpose),
    capture: needsDoctor ? "manual" : "automatic",
    termsVersion: cartTermsVersion(content),
    screening: (db, id) => fillScreeningOf({ ...services, db }, id),
    // A concurrent request may have ordered them since they were read.
    beforeInsert: (db) => lockUnorderedUpsells({ db, refuse: services.refuse }, ids),
    afterInsert: (tx, orderId) => linkUpsellsToOrder(tx, ids, orderId),
  });
}

/** Locks upsells for the order that will buy them. Refuses `wrong_state` when one is decided or linked to another order that is still alive. */
async function lockUnorderedUpsells(
  { db: tx, refuse }: { readonly db: Tx } & Refuses<"wrong_state">,
  ids: readonly string[],
): Promise<void> {
  const open = await lockOpenUpsells(tx, ids);
  const linkedOrderStatuses = await orderStatusesOf(
    tx,
    open.flatMap(({ order_id }) => order_id ?? []),
  );
  if (open.length !== ids.length || ![...linkedOrderStatuses.values()].every(isClosedUnpaid))
    throw refuse("wrong_state", { message: sentence("growth.upsell_added_already") });
}

async function acceptUpsellsResult(
  services: Services,
  patientId: string,
  orderId: string,
): Promise<AcceptUpsellsResult> {
  const [order, rows, { state }, isCancelled] = await Promise.all([
    presentOrder(services, orderId),
    findUpsellsOfOrder(services.db, orderId),
    loadUpsellFacts(services, patientId),
    isChargeCancelRequested(services.db, orderId),
  ]);
  if (!order) throw new Refusal("not_found");
  const needsDoctor = order.detail.some(({ prescription }) => prescription);
  const done = isCancelled
    ? sentence("growth.upsell_cancelled")
    : needsDoctor
      ? sentence("growth.upsell_authorized")
      : sentence("growth.upsell_paid");
  return { message: toText(services.content, done), upsells: await presentUpsells(services, rows, state), order };
}
