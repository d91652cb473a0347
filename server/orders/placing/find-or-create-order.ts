import type { Content } from "#content/loader/load.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { CouponErrorCode, FillErrorCode } from "#contract/http/errors.ts";
import { addressById, defaultShippingAddress, requireStateServed, type Address } from "#server/addresses/public.ts";
import type { RequestedLine } from "#server/catalogue/public.ts";
import { redeemCoupon } from "#server/discounts/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { hasUnresolvedOrder, liveOnboardingOrder, orderByKey, type OrderKind } from "../orders.ts";
import { quoteWithCoupon } from "../pricing/quote-order.ts";
import { type LoadFillScreening, fillOrder } from "./fill-order.ts";
import { insertOrderRows } from "./insert-order-rows.ts";

export interface OrderRequest {
  readonly patientId: string;
  readonly kind: OrderKind;
  readonly lines: readonly RequestedLine[];
  readonly couponCode: string | null;
  /** One of the patient's addresses; null for the default one. */
  readonly shippingId: string | null;
  /** The total the patient saw; null when none was shown. */
  readonly expectedTotalCents: number | null;
  readonly idempotencyKey: string;
  /** What the charge pays for, given its total, where that has a decision behind it; by default nothing. */
  readonly chargeFor?: (totalCents: number) => readonly string[];
  readonly capture: "manual" | "automatic";
  /** The terms the patient agreed to. */
  readonly termsVersion: string;
  /** Which product categories this patient must take together. */
  readonly screening?: LoadFillScreening | undefined;
  /** The ordering feature's check: runs in the transaction that writes the order, before anything else, and may refuse. */
  readonly beforeInsert?: (tx: Tx) => Promise<void>;
  /** The ordering feature's own writes: join the transaction that writes the order, and may refuse it. */
  readonly afterInsert?: (tx: Tx, orderId: string) => Promise<void>;
}

type Deps = Pick<Services, "db" | "content" | "clock" | "secrets" | "gateway">;

type CreateErrorCode =
  | FillErrorCode
  | CouponErrorCode
  | "conflict"
  | "no_payment_method"
  | "no_shipping_address"
  | "not_available_in_state"
  | "price_changed"
  | "wrong_state";

/**
 * The order of this request: the one made earlier with its key, the patient's live onboarding order, or a new one in `authorizing` with
 * its lines, coupon use and charge row, all or nothing. Refuses with `payment_pending` while another attempt of the kind is open.
 */
export function findOrCreateOrder(
  services: Deps & Refuses<CreateErrorCode | "payment_pending">,
  request: OrderRequest,
): Promise<string> {
  return inTransaction(services, async ({ db: tx }) => {
    const { patientId, kind } = request;
    await lockPatientOrders(tx, patientId);
    const existing = await orderByKey(tx, patientId, request.idempotencyKey);
    if (existing) return existing.id;
    if (await hasUnresolvedOrder(tx, patientId, kind)) throw services.refuse("payment_pending");
    const liveOrder = kind === "onboarding" ? await liveOnboardingOrder(tx, patientId) : undefined;
    if (liveOrder) return liveOrder.id;
    return createOrder(tx, services, request);
  });
}

async function createOrder(tx: Tx, services: Deps & Refuses<CreateErrorCode>, request: OrderRequest): Promise<string> {
  const { patientId, lines, couponCode, expectedTotalCents } = request;
  const inTx = { ...services, db: tx };
  await request.beforeInsert?.(tx);
  const address = await shippingAddressFor(inTx, request);
  const { quote, coupon } = await quoteWithCoupon(inTx, { patientId, lines, couponCode, shipState: address.state });
  if (expectedTotalCents !== null && quote.totalCents > expectedTotalCents) {
    throw services.refuse("price_changed", { details: { totalamount: toDollars(quote.totalCents) } });
  }
  const fills = await fillOrder(inTx, request, quote.lines);
  const chargeFor = request.chargeFor?.(quote.totalCents) ?? [];
  const id = await insertOrderRows(inTx, { ...request, quote, address, fills, chargeFor, offSession: false });
  if (coupon) await redeemCoupon(inTx, coupon, { patientId, orderId: id, now: services.clock.now() });
  await request.afterInsert?.(tx, id);
  return id;
}

async function shippingAddressFor(
  services: Deps & Refuses<"no_shipping_address" | "not_available_in_state">,
  { patientId, shippingId }: OrderRequest,
): Promise<Address> {
  const address =
    shippingId === null
      ? await defaultShippingAddress(services, patientId)
      : await addressById(services, patientId, shippingId);
  if (!address) throw shippingId === null ? services.refuse("no_shipping_address") : new Refusal("not_found");
  requireStateServed(services, address.state);
  return address;
}

/** The version of the terms a cart order is made under, kept on the order. */
export const cartTermsVersion = ({ consents }: Pick<Content, "consents">): string =>
  consents
    .filter((consent) => consent.at === "signup" && consent.required)
    .map(({ id, version }) => `${id}@${version}`)
    .join(" ");
