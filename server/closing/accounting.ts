import { sql } from "kysely";
import type { AccountingKind } from "#contract/care/closing.ts";
import { csvText } from "#contract/fields/csv.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { plainAmount } from "#contract/fields/numbers.ts";
import { type LedgerMovement, ledgerMovements } from "#server/payment/public.ts";
import { addDays, startOfDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { GatewayMovement, PayoutKind } from "#server/platform/gateway/port.ts";
import { roundHalfEven } from "#server/platform/money.ts";
import type { Services } from "#server/platform/services.ts";
import { allMovements } from "./day-money.ts";

/** What of an order its movements are divided by. */
export interface TaxedOrder {
  readonly state: string;
  readonly taxCents: number;
  readonly totalCents: number;
  /** What of it was taken and not given back before the first of the movements. */
  readonly beforeCents: number;
}

/** A movement of the month with its share of the order's tax, in cents; what left the practice is negative. */
export interface AccountingRow {
  readonly movement: LedgerMovement;
  readonly state: string;
  readonly cents: number;
  readonly taxCents: number;
}

const signs: Readonly<Record<LedgerMovement["kind"], 1 | -1>> = {
  capture: 1,
  refund: -1,
  refund_reversal: 1,
  dispute: -1,
  dispute_reversal: 1,
};

/** A payout leaves the balance at the gateway; one that the bank sent back is on it again. */
const payoutSigns: Readonly<Record<PayoutKind, 1 | -1>> = { payout: -1, payout_reversal: 1 };

/**
 * Each movement with the tax in it, in the order they came: of the order's tax, in proportion to how much of its total has been taken and not given back,
 * what this movement changed. So an order that is refunded in parts has no cent of tax left, or too many given back.
 */
export function accountingRows(
  movements: readonly LedgerMovement[],
  orders: ReadonlyMap<string, TaxedOrder>,
): readonly AccountingRow[] {
  const taken = new Map<string, number>();
  return movements.map((movement) => {
    const order = orders.get(movement.orderId) ?? { state: "", taxCents: 0, totalCents: 0, beforeCents: 0 };
    const cents = signs[movement.kind] * movement.cents;
    const before = taken.get(movement.orderId) ?? order.beforeCents;
    taken.set(movement.orderId, before + cents);
    return {
      movement,
      state: order.state,
      cents,
      taxCents: taxWithin(order, before + cents) - taxWithin(order, before),
    };
  });
}

/** The tax in so much of an order's total. */
function taxWithin({ taxCents, totalCents }: TaxedOrder, cents: number): number {
  const paid = Math.min(Math.max(cents, 0), totalCents);
  return totalCents === 0 ? 0 : roundHalfEven(taxCents * paid, totalCents);
}

/** A month of the practice as CSV: sums, tax by state, then each movement, each fee and each payout. */
export async function accountingFile(
  { db, gateway, content }: Pick<Services, "db" | "gateway" | "content">,
  month: string,
): Promise<string> {
  const { timezone } = content.brand;
  const period = { from: startOfDay(timezone, `${month}-01`), to: startOfDay(timezone, firstOfNext(month)) };
  const gatewayMovements = await allMovements(gateway, period);
  const movements = await ledgerMovements(db, period, []);
  const orders = await taxedOrders(db, [...new Set(movements.map(({ orderId }) => orderId))], period.from);
  return accountingCsv(timezone, month, accountingRows(movements, orders), gatewayMovements);
}

/** The rows, and the gateway's fees and payouts, as one file. */
export function accountingCsv(
  timezone: string,
  month: string,
  rows: readonly AccountingRow[],
  gatewayMovements: readonly GatewayMovement[],
): string {
  const total = (of: readonly number[]) => of.reduce((sum, each) => sum + each, 0);
  const kinds = (Object.keys(signs) as LedgerMovement["kind"][]).map((kind) => {
    const ofKind = rows.filter(({ movement }) => movement.kind === kind);
    const sums = [total(ofKind.map(({ cents }) => cents)), total(ofKind.map(({ taxCents }) => taxCents))];
    return [kind satisfies AccountingKind, String(ofKind.length), ...sums.map(plainAmount)];
  });
  const states = [...new Set(rows.map(({ state }) => state))].toSorted().map((state) => {
    const ofState = rows.filter((row) => row.state === state);
    return [
      state,
      plainAmount(total(ofState.map(({ cents }) => cents))),
      plainAmount(total(ofState.map((row) => row.taxCents))),
    ];
  });
  const fees = gatewayMovements.filter(({ fee }) => fee !== 0);
  const payouts = gatewayMovements.flatMap(({ id, at, kind, amount: cents }) =>
    kind === "payout" || kind === "payout_reversal" ? [{ id, at, kind, cents: payoutSigns[kind] * cents }] : [],
  );
  return csvText([
    ["Month", month, "Time zone", timezone, "Currency", "USD"],
    ["Sum", "Movements", "Amount", "Tax in it"],
    ...kinds,
    ["fees of the gateway", String(fees.length), plainAmount(-total(fees.map(({ fee }) => fee))), ""],
    ["payouts to the bank", String(payouts.length), plainAmount(total(payouts.map(({ cents }) => cents))), ""],
    ["State", "Amount", "Tax"],
    ...states,
    ["Day", "At (UTC)", "Movement", "Order", "State", "Amount", "Tax in it", "Payment"],
    ...rows.map(({ movement, state, cents, taxCents }) => [
      ...[dayIn(timezone, movement.at), movement.at.toISOString(), movement.kind, movement.orderNumber ?? "", state],
      ...[plainAmount(cents), plainAmount(taxCents), movement.intentId ?? ""],
    ]),
    ["Day", "At (UTC)", "Fee for", "Fee", "Payment"],
    ...fees.map(({ at, kind, fee, intentId }) => [
      ...[dayIn(timezone, at), at.toISOString(), kind satisfies AccountingKind, plainAmount(-fee), intentId ?? ""],
    ]),
    ["Day", "At (UTC)", "Payout", "Amount", "Movement"],
    ...payouts.map(({ id, at, kind, cents }) => [dayIn(timezone, at), at.toISOString(), kind, plainAmount(cents), id]),
  ]);
}

/** The first day after a month `YYYY-MM`. */
const firstOfNext = (month: string): string => `${addDays(`${month}-28`, 4).slice(0, 7)}-01`;

async function taxedOrders(db: Database, ids: readonly string[], from: Date): Promise<ReadonlyMap<string, TaxedOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customer_order")
    .select(["id", "shipping_state as state", "tax_cents as taxCents", "total_cents as totalCents"])
    .select(
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from ledger_entry
        where ledger_entry.order_id = customer_order.id and account = 'gateway' and at < ${from})`.as("beforeCents"),
    )
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}
