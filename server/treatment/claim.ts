import type { TxServices } from "#server/platform/services.ts";
import { companionsOf } from "#server/onboarding/public.ts";
import {
  fillFacts,
  type FillObstacle,
  fillObstacles,
  giveFillsBack,
  takeFill,
  type WantedFill,
} from "#server/prescriptions/public.ts";
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

/** One that cannot be filled now, and why. */
export interface Unfilled {
  readonly supply: SupplyRow;
  readonly obstacle: FillObstacle;
}

/** The order of a claim; null where nothing is left to charge, or some would cost more than she was told. */
export interface Claimed {
  readonly orderId: string | null;
  /** Those that cannot be filled now. */
  readonly unfilled: readonly Unfilled[];
  /** Those that would cost more than she was told: nothing was claimed. */
  readonly dearer: readonly SupplyRow[];
}

/**
 * Makes one order of supplies that are due, takes a fill of each prescription, and leaves the charge to be asked for. In the transaction of
 * the caller, who holds the lock of her orders and read `book` under it. Those the rule of fills speaks against are left out, with the reason. What the engine
 * charges, and what is owed, costs no more than she was told. A supply keeps the discount it takes until it is known that nothing is owed for it. Refuses
 * as `openRenewal`.
 */
export async function claimSupplies(
  parts: TxServices,
  book: Book,
  { patientId, supplies, idempotencyKey, offSession }: Claim,
): Promise<Claimed> {
  const { db, content } = parts;
  const { filled, unfilled } = await withFills(parts, book, patientId, supplies);
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

/** Which of these can be filled together, and the product each takes a fill of; null where it takes none. */
async function withFills(parts: TxServices, book: Book, patientId: string, supplies: readonly SupplyRow[]) {
  const prescribed = supplies.flatMap((supply) => {
    const wanted = wantedFill(book, supply);
    return wanted === null ? [] : [{ supply, wanted }];
  });
  if (prescribed.length === 0) return { filled: supplies.map((supply) => ({ supply, takes: null })), unfilled: [] };
  const facts = await fillFacts(parts, patientId, await companionsOf(parts, patientId));
  const obstacles = fillObstacles(
    facts,
    prescribed.map(({ wanted }) => wanted),
  );
  const unfilled = obstacles.flatMap((obstacle): Unfilled[] => {
    const supply = prescribed[obstacle.index]?.supply;
    return supply ? [{ supply, obstacle }] : [];
  });
  const filled = supplies
    .filter((each) => !unfilled.some(({ supply }) => supply === each))
    .map((supply) => {
      const wanted = prescribed.find((each) => each.supply === supply)?.wanted;
      return { supply, takes: wanted?.takesFill ? wanted.productId : null };
    });
  return { filled, unfilled };
}

/** What a prescription order asks the rule of fills for; null where no prescription is needed. */
function wantedFill(book: Book, { subscription_id, period, one_off }: SupplyRow): WantedFill | null {
  const subscription = subscriptionIn(book, subscription_id);
  const { id, product_id: productId, quantity, days_supply, status } = subscription;
  const line = soldLine(book, subscription);
  if (line?.prescription === false) return null;
  const prescription = book.prescribed.get(productId);
  // What the doctor approved with the plan is the first fill; what was prescribed instead counts it.
  const isApproved = period === 1 && !book.changed.has(id) && prescription?.withheld === false;
  const following = !one_off && (status === "active" || status === "past_due");
  const left = (prescription?.refillsLeft ?? 0) - (isApproved ? 0 : 1);
  return {
    productId,
    quantity,
    packDays: line?.days_supply ?? days_supply / quantity,
    takesFill: !isApproved,
    fillsAfter: following ? Math.max(0, left) : 0,
    apart: false,
  };
}

/** Gives back the fills that were taken for supplies. */
export const releaseFills = (parts: TxServices, supplies: readonly SupplyRow[]): Promise<void> =>
  giveFillsBack(
    parts.db,
    supplies.flatMap(({ prescription_id }) => prescription_id ?? []),
  );
