import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ClosingDifference, LedgerSums } from "#contract/care/closing.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { isGatewayCustomer, type LedgerMovement, ledgerMovements } from "#server/payment/public.ts";
import { addDays, startOfDay } from "#server/platform/clock/calendar-days.ts";
import {
  type GatewayMovement,
  GatewayRefused,
  GatewayUnknownOutcome,
  isPatientMovement,
  type MovementsInput,
  type Page,
  type PaymentGateway,
} from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { compareDay, type DayPeriod, type KnownPayment } from "./compare-day.ts";

/** What a day's closing keeps: dollars, as they were on the screen. */
export interface DayFigures {
  readonly ours: LedgerSums;
  readonly gateway: LedgerSums & { readonly fees: number };
  readonly differences: readonly ClosingDifference[];
}

/** How long after the gateway we may hear of a movement: what is missing on a day is looked for so many days back. */
const daysBack = 3;

/** A day's figures, asked of the ledger and of the gateway; `unavailable` where the gateway doesn't answer. */
export async function dayFigures(
  { db, gateway, content }: Pick<Services, "db" | "gateway" | "content">,
  day: string,
): Promise<DayFigures> {
  const period = periodOf(content.brand.timezone, day);
  const around = {
    from: startOfDay(content.brand.timezone, addDays(day, -daysBack)),
    to: startOfDay(content.brand.timezone, addDays(day, 2)),
  };
  const gatewayMovements = await allMovements(gateway, around);
  const intents = [...new Set(gatewayMovements.flatMap(({ intentId }) => intentId ?? []))];
  const ours = await ledgerMovements(db, around, intents);
  const differences = compareDay(
    period,
    ours,
    gatewayMovements,
    await knownPayments({ db, gateway }, intents, gatewayMovements),
  );
  const isOfDay = ({ at }: { readonly at: Date }) => at >= period.from && at < period.to;
  const gatewayOfDay = gatewayMovements.filter(isOfDay);
  return {
    ours: sumsOf(ours.filter(isOfDay)),
    gateway: {
      ...sumsOf(gatewayOfDay.filter(isPatientMovement).map(({ kind, amount }) => ({ kind, cents: amount }))),
      fees: toDollars(gatewayOfDay.reduce((sum, { fee }) => sum + fee, 0)),
    },
    differences: differences.map((each) => ({
      ...each,
      ours: each.ours === null ? null : toDollars(each.ours),
      gateway: each.gateway === null ? null : toDollars(each.gateway),
      at: each.at.toISOString(),
    })),
  };
}

/** Stands for figures: the same for the same ones. */
export const fingerprintOf = (figures: DayFigures): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        sumRow(figures.ours),
        sumRow(figures.gateway),
        figures.gateway.fees,
        figures.differences.map(differenceRow),
      ]),
    )
    .digest("hex")
    .slice(0, 32);

const sumRow = ({ captured, refunded, disputed }: LedgerSums) => [captured, refunded, disputed];
const differenceRow = (each: ClosingDifference) => [
  ...[each.kind, each.difference, each.todo, each.ours, each.gateway, each.at, each.paymentid, each.orderid],
];

export const periodOf = (timeZone: string, day: string): DayPeriod => ({
  from: startOfDay(timeZone, day),
  to: startOfDay(timeZone, addDays(day, 1)),
});

/** Sums in dollars; what came back is taken off. */
export function sumsOf(movements: readonly Pick<LedgerMovement, "kind" | "cents">[]): LedgerSums {
  const total = (kind: LedgerMovement["kind"]) =>
    movements.reduce((sum, each) => (each.kind === kind ? sum + each.cents : sum), 0);
  return {
    captured: toDollars(total("capture")),
    refunded: toDollars(total("refund") - total("refund_reversal")),
    disputed: toDollars(total("dispute") - total("dispute_reversal")),
  };
}

/** What the gateway says moved in a period; `unavailable` where it doesn't answer. */
export const allMovements = (gateway: PaymentGateway, period: DayPeriod): Promise<readonly GatewayMovement[]> =>
  allPages((page) => gateway.listMovements({ ...period, ...page }));

/** All pages of a list of the gateway's; `unavailable` where it doesn't answer. */
export async function allPages<Item>(
  ask: (page: Pick<MovementsInput, "after" | "limit">) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  return orUnavailable(async () => {
    const items: Item[] = [];
    let after: string | null = null;
    do {
      const page: Page<Item> = await ask({ after, limit: 100 });
      items.push(...page.items);
      after = page.next;
    } while (after !== null);
    return items;
  });
}

const orUnavailable = <T>(question: () => Promise<T>): Promise<T> =>
  question().catch((error: unknown) => {
    if (!(error instanceof GatewayUnknownOutcome || error instanceof GatewayRefused)) throw error;
    throw new Refusal("unavailable", {
      message: "The payment gateway didn't answer, so there's nothing to compare with. Please try again in a moment.",
    });
  });

/**
 * What we know of payments, by their ids at the gateway. One that no row of ours knows is known by what it carries: the gateway's customer of one of our
 * patients.
 */
async function knownPayments(
  { db, gateway }: Pick<Services, "db" | "gateway">,
  intentIds: readonly string[],
  movements: readonly GatewayMovement[],
): Promise<ReadonlyMap<string, KnownPayment>> {
  const ids = sql`any(${[...intentIds]}::text[])`;
  const { rows } = await sql<KnownPayment & { intent: string }>`
    select payment.intent, o.id as "orderId", o.number as "orderNumber", bool_or(undecided) as undecided, bool_or(released) as released
    from (
      select gateway_intent_id as intent, order_id, false as undecided, false as released from payment_intent where gateway_intent_id = ${ids}
      union all
      select gateway_intent_id, order_id, decided_at is null, false from payment_mismatch where gateway_intent_id = ${ids}
      union all
      select gateway_intent_id, order_id, false, true from payment_release where gateway_intent_id = ${ids}
    ) payment join customer_order o on o.id = payment.order_id
    group by payment.intent, o.id, o.number`.execute(db);
  const known = new Map<string, KnownPayment>(rows.map(({ intent, ...payment }) => [intent, payment]));
  for (const id of intentIds.filter((each) => !known.has(each))) {
    const named = movements.find(({ intentId, customer }) => intentId === id && customer !== null)?.customer;
    const customer = named ?? (await orUnavailable(() => gateway.retrieve(id))).customer;
    if (customer !== null && (await isGatewayCustomer(db, customer)))
      known.set(id, { orderId: null, orderNumber: null, undecided: false, released: false });
  }
  return known;
}
