import { sql } from "kysely";
import { type AccountingPeriod, movementKinds } from "#contract/care/closing.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { type CreditMovement, creditMovements } from "#server/discounts/public.ts";
import { type LedgerMovement, ledgerMovements } from "#server/payment/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { GatewayMovement, PayoutKind } from "#server/platform/gateway/port.ts";
import { roundHalfEven } from "#server/platform/money.ts";
import type { Services } from "#server/platform/services.ts";
import { type WriteOffMovement, writeOffMovements } from "#server/treatment/public.ts";
import { unclosedDays } from "./closing.ts";
import { allMovements } from "./day-money.ts";
import { askedPeriod, type Period } from "./period.ts";

/** What of an order its movements are divided by. */
export interface TaxedOrder {
  readonly state: string;
  readonly taxCents: number;
  readonly discountCents: number;
  readonly totalCents: number;
  /** What of it was taken and not given back before the first of the movements. */
  readonly beforeCents: number;
}

/** A movement of the period with its share of the order's tax and discount, in cents; what left the practice is negative. */
export interface AccountingRow {
  readonly movement: LedgerMovement;
  readonly state: string;
  readonly cents: number;
  readonly taxCents: number;
  readonly discountCents: number;
}

const signs: Readonly<Record<LedgerMovement["kind"], 1 | -1>> = {
  capture: 1,
  refund: -1,
  refund_reversal: 1,
  dispute: -1,
  dispute_reversal: 1,
};

/** What no money moved for: a credit of a patient, or a charge that was written off. */
export interface UnpaidMovement {
  readonly kind: CreditMovement["kind"] | WriteOffMovement["kind"];
  readonly at: Date;
  readonly cents: number;
  readonly reason: string;
  readonly orderNumber: string | null;
}

/** A payout, or the return of one, as a movement on the balance. */
export interface PayoutMovement {
  readonly id: string;
  readonly at: Date;
  readonly kind: PayoutKind;
  /** By how much the balance changed before fees: a payout leaves it, unless it was taken from the bank; one that the bank sent back is on it again. */
  readonly cents: number;
}

/** A period of the practice: what its table and its file are made of. */
export interface Accounting extends Period {
  readonly timezone: string;
  readonly rows: readonly AccountingRow[];
  readonly fees: readonly GatewayMovement[];
  readonly payouts: readonly PayoutMovement[];
  readonly unpaid: readonly UnpaidMovement[];
  /** Days with money that nobody has closed, and closed ones that changed since. */
  readonly days: { readonly open: readonly string[]; readonly changed: readonly string[] };
}

/**
 * Each movement with the tax and the discount in it, in the order they came: of the order's, in proportion to how much of its total has been taken and not
 * given back, what this movement changed. So an order that is refunded in parts has no cent of tax left, or too many given back.
 */
export function accountingRows(
  movements: readonly LedgerMovement[],
  orders: ReadonlyMap<string, TaxedOrder>,
): readonly AccountingRow[] {
  const taken = new Map<string, number>();
  return movements.map((movement) => {
    const order = orders.get(movement.orderId) ?? unknownOrder;
    const cents = signs[movement.kind] * movement.cents;
    const before = taken.get(movement.orderId) ?? order.beforeCents;
    taken.set(movement.orderId, before + cents);
    const changeOf = (part: number) =>
      shareOf(part, order.totalCents, before + cents) - shareOf(part, order.totalCents, before);
    return {
      movement,
      state: order.state,
      cents,
      taxCents: changeOf(order.taxCents),
      discountCents: changeOf(order.discountCents),
    };
  });
}

const unknownOrder: TaxedOrder = { state: "", taxCents: 0, discountCents: 0, totalCents: 0, beforeCents: 0 };

/** What of an order's tax or discount is in so much of its total. */
function shareOf(part: number, totalCents: number, cents: number): number {
  const paid = Math.min(Math.max(cents, 0), totalCents);
  return totalCents === 0 ? 0 : roundHalfEven(part * paid, totalCents);
}

/** What moved in a period, asked of the ledger and of the gateway: `bad_request` for days that are none, `unavailable` where the gateway doesn't answer. */
export async function accountingOf(
  services: Pick<Services, "db" | "gateway" | "content" | "clock">,
  { from, to }: Period,
): Promise<Accounting> {
  const { db, gateway, content } = services;
  const { timezone } = content.brand;
  const { last, moments: period } = askedPeriod(services, { from, to });
  const gatewayMovements = await allMovements(gateway, period);
  const movements = await ledgerMovements(db, period, []);
  const orders = await taxedOrders(db, [...new Set(movements.map(({ orderId }) => orderId))], period.from);
  const unpaid = [
    ...(await creditMovements(db, period)),
    ...(await writeOffMovements(db, period)).map((movement) => ({ ...movement, orderNumber: null })),
  ];
  return {
    from,
    to,
    timezone,
    rows: accountingRows(movements, orders),
    fees: gatewayMovements.filter(({ fee }) => fee !== 0),
    payouts: payoutMovements(gatewayMovements),
    unpaid: unpaid.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    days: await unclosedDays(services, daysBack(from, last)),
  };
}

function daysBack(from: string, last: string): readonly string[] {
  const days = [last];
  for (let day = last; day > from; days.push(day)) day = addDays(day, -1);
  return days;
}

const payoutMovements = (movements: readonly GatewayMovement[]): readonly PayoutMovement[] =>
  movements.flatMap(({ id, at, kind, net, fee }) =>
    kind === "payout" || kind === "payout_reversal" ? [{ id, at, kind, cents: net + fee }] : [],
  );

/** The sums of an accounting, in cents: what its table shows and its file begins with. */
export function accountingSums({ rows, fees, payouts }: Pick<Accounting, "rows" | "fees" | "payouts">) {
  const states = [...new Set(rows.map(({ state }) => state))].toSorted();
  return {
    kinds: movementKinds.map((kind) => {
      const ofKind = rows.filter(({ movement }) => movement.kind === kind);
      return { kind, movements: ofKind.length, ...amountsOf(ofKind) };
    }),
    total: amountsOf(rows),
    states: states.map((state) => {
      const ofState = rows.filter((row) => row.state === state);
      return {
        state,
        chargedCents: amountsOf(ofState.filter(({ movement }) => movement.kind === "capture")).cents,
        givenBackCents: amountsOf(ofState.filter(({ movement }) => movement.kind !== "capture")).cents,
        ...amountsOf(ofState),
      };
    }),
    fees: { movements: fees.length, cents: -total(fees.map(({ fee }) => fee)) },
    payouts: { movements: payouts.length, cents: total(payouts.map(({ cents }) => cents)) },
  };
}

const total = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0);
const amountsOf = (rows: readonly AccountingRow[]) => ({
  cents: total(rows.map(({ cents }) => cents)),
  taxCents: total(rows.map(({ taxCents }) => taxCents)),
  discountCents: total(rows.map(({ discountCents }) => discountCents)),
});

export function presentAccounting(accounting: Accounting): AccountingPeriod {
  const { from, to, timezone, days } = accounting;
  const { kinds, total: all, states, fees, payouts } = accountingSums(accounting);
  return {
    ...{ from, to, timezone },
    sums: kinds.map(({ kind, movements, ...amounts }) => ({ kind, movements, ...inDollars(amounts) })),
    total: inDollars(all),
    states: states.map(({ state, chargedCents, givenBackCents, ...amounts }) => ({
      state,
      charged: toDollars(chargedCents),
      givenback: toDollars(givenBackCents),
      ...inDollars(amounts),
    })),
    fees: { movements: fees.movements, amount: toDollars(fees.cents) },
    payouts: { movements: payouts.movements, amount: toDollars(payouts.cents) },
    opendays: [...days.open],
    changeddays: [...days.changed],
  };
}

const inDollars = ({ cents, taxCents, discountCents }: ReturnType<typeof amountsOf>) => ({
  amount: toDollars(cents),
  tax: toDollars(taxCents),
  discount: toDollars(discountCents),
});

async function taxedOrders(db: Database, ids: readonly string[], from: Date): Promise<ReadonlyMap<string, TaxedOrder>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customer_order")
    .select(["id", "shipping_state as state", "tax_cents as taxCents", "discount_cents as discountCents"])
    .select("total_cents as totalCents")
    .select(
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from ledger_entry
        where ledger_entry.order_id = customer_order.id and account = 'gateway' and at < ${from})`.as("beforeCents"),
    )
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}
