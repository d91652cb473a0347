import { dollarsText } from "#contract/shapes.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { wasCalledOff } from "#server/payment/public.ts";
import type { OrderRow } from "#server/store/public.ts";
import { addedProducts, type AdditionStatus, insertAddition } from "./additions.ts";
import { withdrawAddition } from "./withdraw-addition.ts";

/**
 * Hands an order whose amount is held to her doctor: she added something to her treatment. She is told that it came. One that was called off
 * meanwhile is taken back at once instead. In the transaction of a caller who holds the lock of her orders; again it changes nothing.
 */
export async function openAddition(
  parts: TxServices,
  order: Pick<OrderRow, "id" | "patient_id" | "number" | "total_cents">,
): Promise<void> {
  const { id: orderId, patient_id: patientId } = order;
  if (!(await insertAddition(parts.db, { patientId, orderId, now: parts.clock.now() }))) return;
  if (await wasCalledOff(parts.db, orderId)) return withdrawAddition(parts, patientId, orderId);
  const values = { ordernumber: order.number ?? "", total: dollarsText(order.total_cents), orderid: orderId };
  await tell(parts, { patientId, what: "order_confirmation", values, dedupeKey: orderId });
}

/** What she added: what waits for her doctor, with its order, and ids of what a doctor declined, what nobody had decided on when the hold was gone, and what she took back. */
export interface Added {
  readonly waiting: readonly { readonly orderId: string; readonly productId: string; readonly name: string }[];
  readonly declined: readonly string[];
  readonly lapsed: readonly string[];
  readonly withdrawn: readonly string[];
}

type AddedProduct = Awaited<ReturnType<typeof addedProducts>>[number];

export async function addedBy({ db }: { readonly db: Database }, patientId: string): Promise<Added> {
  return addedIn(await addedProducts(db, patientId));
}

/** The same of products that were added, oldest first. */
export function addedIn(rows: readonly AddedProduct[]): Added {
  const inState = (state: AdditionStatus) => rows.filter(({ status }) => status === state);
  return {
    waiting: inState("open").map(({ order_id: orderId, product_id: productId, name }) => ({
      orderId,
      productId,
      name,
    })),
    declined: inState("declined").map(({ product_id }) => product_id),
    lapsed: inState("lapsed").map(({ product_id }) => product_id),
    withdrawn: inState("withdrawn").map(({ product_id }) => product_id),
  };
}
