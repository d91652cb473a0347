import type { TxServices } from "#server/platform/services.ts";
import { giveFillsBack, takeFill } from "#server/care/public.ts";
import { chargedFor, openRenewal } from "#server/store/public.ts";
import { type Book, soldLine, subscriptionIn } from "./book.ts";
import { renewalLine } from "./renewal-line.ts";
import { changeSupplies, type SupplyRow } from "./supply-queries.ts";

/** Supplies to be charged in one sum. */
export interface Claim {
  readonly patientId: string;
  readonly supplies: readonly SupplyRow[];
  readonly idempotencyKey: string;
  /** She is not there: the engine charges her. */
  readonly offSession: boolean;
}

/** The order of a claim; null where nothing is left to charge, or some would cost more than she was told. */
export interface Claimed {
  readonly orderId: string | null;
  /** Without a fill left. */
  readonly unfilled: readonly SupplyRow[];
  /** Those that would cost more than she was told: nothing was claimed. */
  readonly dearer: readonly SupplyRow[];
}

/**
 * Makes one order of supplies that are due, takes a fill of each prescription, and leaves the charge to be asked for. In the transaction of
 * the caller, who holds the lock of her orders and read `book` under it. Supplies without a fill left are put aside. What the engine
 * charges, and what is owed, costs no more than she was told. A supply keeps the discount it takes until it is known that nothing is owed for it. Refuses
 * as `openRenewal`.
 */
export async function claimSupplies(
  parts: TxServices,
  book: Book,
  { patientId, supplies, idempotencyKey, offSession }: Claim,
): Promise<Claimed> {
  const { db, content } = parts;
  const { filled, unfilled } = withFills(book, supplies);
  if (filled.length === 0) return { orderId: null, unfilled, dearer: [] };
  const lines = filled.map(({ supply }) => ({
    ...renewalLine(content, book, supply),
    toldCents: offSession || supply.failed_on !== null ? supply.told_cents : null,
  }));
  const opened = await openRenewal(parts, { patientId, lines, idempotencyKey, offSession });
  if (opened.orderId === null)
    return { orderId: null, unfilled, dearer: opened.dearer.flatMap((index) => filled[index]?.supply ?? []) };
  const { orderId, quote } = opened;
  for (const [index, { supply, takes }] of filled.entries()) {
    const line = quote.lines[index];
    // Only now: a refusal of the order leaves the fills where they are.
    const prescriptionId = takes === null ? null : await takeFill(db, patientId, takes);
    if (takes !== null && prescriptionId === null) throw new Error(`No fill of ${takes} is left`);
    await changeSupplies(db, [supply.id], {
      status: "ordered",
      order_id: orderId,
      prescription_id: prescriptionId,
      product_id: subscriptionIn(book, supply.subscription_id).product_id,
      retry_on: null,
      claims: supply.claims + 1,
      ...(line ? { amount_cents: chargedFor(line) } : {}),
      ...(quote.earned?.lineCents[index] && {
        discount_cents: quote.earned.lineCents[index],
        discount_order_id: orderId,
      }),
    });
  }
  return { orderId, unfilled, dearer: [] };
}

/** Which supplies can be filled, and the product each takes a fill of; null where it takes none. */
function withFills(book: Book, supplies: readonly SupplyRow[]) {
  const left = new Map([...book.prescribed].map(([product, { refillsLeft }]) => [product, refillsLeft]));
  const filled: { readonly supply: SupplyRow; readonly takes: string | null }[] = [];
  const unfilled: SupplyRow[] = [];
  for (const supply of supplies) {
    const subscription = subscriptionIn(book, supply.subscription_id);
    const { id, product_id } = subscription;
    const needsFill = soldLine(book, subscription)?.prescription ?? true;
    // What the doctor approved with the plan is the first fill; what was prescribed instead counts it.
    const isApproved =
      supply.period === 1 && !book.changed.has(id) && book.prescribed.get(product_id)?.withheld === false;
    const fills = left.get(product_id) ?? 0;
    if (!needsFill || isApproved) filled.push({ supply, takes: null });
    else if (fills > 0) {
      filled.push({ supply, takes: product_id });
      left.set(product_id, fills - 1);
    } else unfilled.push(supply);
  }
  return { filled, unfilled };
}

/** Gives back the fills that were taken for supplies. */
export const releaseFills = (parts: TxServices, supplies: readonly SupplyRow[]): Promise<void> =>
  giveFillsBack(
    parts.db,
    supplies.flatMap(({ prescription_id }) => prescription_id ?? []),
  );
