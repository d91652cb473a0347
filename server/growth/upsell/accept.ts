import type * as z from "zod/mini";
import type { growth } from "#contract/growth.ts";
import { toCents } from "#contract/shapes.ts";
import { transact, type Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { companionsOf } from "#server/onboarding/public.ts";
import { wasCalledOff } from "#server/payment/public.ts";
import {
  cartTerms,
  chargeIfOpen,
  isDead,
  orderByKey,
  orderOutcome,
  orderStates,
  type PlacedOrder,
  placeOrder,
  presentOrder,
  productById,
} from "#server/store/public.ts";
import { codeFor } from "./coupon.ts";
import { upsellStanding } from "./standing.ts";
import { finishUpsell } from "./finish.ts";
import { presented } from "./offers.ts";
import { prepareUpsells, type Wanted } from "./prepare.ts";
import { lockOpenUpsells, tieUpsells, upsellsOfOrder } from "./queries.ts";

/** What she accepts, and how. */
export interface Acceptance {
  readonly wanted: readonly Wanted[];
  /** Left out, the coupon of the offer. */
  readonly coupon: string | undefined;
  /** The total the patient saw, in dollars; left out, the price as of now is agreed to. */
  readonly totalamount: number | undefined;
}

type Accepted = z.output<typeof growth.acceptUpsell.ok>;

const held =
  "Thank you. Your doctor looks at it now. Your bank holds the amount, and your card is charged only if your doctor says yes.";
const paid = "Thank you. Your order is paid, and we are packing it.";
const calledOff = "You cancelled while your bank was being asked, so this is taken back. You are not charged.";

/**
 * Orders what she accepts in one order, with the card on file. Prescription items are held until her doctor decides. May be called again
 * after a crash at any point with the same key: what was ordered is finished, never ordered again.
 */
export async function acceptUpsells(
  parts: Services,
  patientId: string,
  acceptance: Acceptance,
  key: string,
): Promise<Accepted> {
  const known = await orderByKey(parts.db, patientId, key);
  const placed = known ? await goOn(parts, known.id) : await order(parts, patientId, acceptance, key);
  await finishUpsell(parts, placed.id);
  return reply(parts, patientId, placed.id);
}

async function goOn(parts: Services, orderId: string): Promise<PlacedOrder> {
  return orderOutcome(parts, orderId, await chargeIfOpen(parts, orderId));
}

async function order(
  parts: Services,
  patientId: string,
  { wanted, coupon, totalamount }: Acceptance,
  key: string,
): Promise<PlacedOrder> {
  const { content } = parts;
  const rows = await transact(parts.db, (db) => prepareUpsells({ ...parts, db }, patientId, wanted));
  const ids = rows.map(({ id }) => id);
  const reviewed = rows.some(({ product_id }) => productById(content, product_id)?.prescription);
  return placeOrder(parts, {
    patientId,
    kind: "upsell",
    lines: rows.map(({ product_id: productid, pricing_id: pricingid }) => ({ productid, pricingid, quantity: 1 })),
    couponCode: await codeFor(parts, patientId, rows, coupon),
    shippingId: null,
    expectedTotalCents: totalamount === undefined ? null : toCents(totalamount),
    idempotencyKey: key,
    capture: reviewed ? "manual" : "automatic",
    termsVersion: cartTerms(content),
    companions: (db, id) => companionsOf({ ...parts, db }, id),
    // Another press may have ordered them since they were read.
    check: (tx) => lockUnclaimed(tx, ids),
    claim: (tx, orderId) => tieUpsells(tx, ids, orderId),
  });
}

/** Locks offers for the order that is to buy them. Refuses `wrong_state` when one is decided, or another order that is not over buys it. */
async function lockUnclaimed(tx: Tx, ids: readonly string[]): Promise<void> {
  const open = await lockOpenUpsells(tx, ids);
  const tied = await orderStates(
    tx,
    open.flatMap(({ order_id }) => order_id ?? []),
  );
  if (open.length !== ids.length || ![...tied.values()].every(isDead))
    throw new Refusal("wrong_state", { message: "You have added this already." });
}

async function reply(parts: Services, patientId: string, orderId: string): Promise<Accepted> {
  const [order, rows, { state }, isCalledOff] = await Promise.all([
    presentOrder(parts, orderId),
    upsellsOfOrder(parts.db, orderId),
    upsellStanding(parts, patientId),
    wasCalledOff(parts.db, orderId),
  ]);
  if (!order) throw new Refusal("not_found");
  const reviewed = order.detail.some(({ prescription }) => prescription);
  const message = isCalledOff ? calledOff : reviewed ? held : paid;
  return { message, upsells: await presented(parts, rows, state), order };
}
