import { type AccountingKind, accountingKinds, type PeriodPayouts } from "#contract/care/closing.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import type { GatewayMovement, PaymentGateway, Payout } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import type { DayPeriod } from "./compare-day.ts";
import { allMovements, allPages } from "./day-money.ts";
import { askedPeriod, type Period } from "./period.ts";

/**
 * Payouts against days: a deposit at the bank is looked up by what the gateway says is in it, and each day by the payouts that have its money. Our books know
 * no payouts, so the gateway is asked each time.
 */

/** A payout with what the gateway says is in it; null where it doesn't say. */
export interface ItemizedPayout {
  readonly payout: Payout;
  readonly movements: readonly GatewayMovement[] | null;
}

/** One kind of one day, in cents before fees; the fees of all kinds of a day are one. */
export interface PayoutPart {
  readonly day: string;
  readonly kind: AccountingKind;
  readonly movements: number;
  readonly cents: number;
  /** The last day on which one of them became available. */
  readonly availableOn: string;
}

export interface MatchedPayout {
  readonly payout: Payout;
  readonly parts: readonly PayoutPart[];
  readonly differenceCents: number | null;
  readonly resentWith: string | null;
}

export interface MatchedPayouts extends Period {
  readonly timezone: string;
  readonly payouts: readonly MatchedPayout[];
  readonly waiting: readonly PayoutPart[];
}

/**
 * Payouts with their parts, and what of a period waits for one. A payout that failed or was canceled puts its money back on the balance, and the next one lists that as
 * one movement: in its place stand the movements that were in the first one. Where those don't come to it, the one movement stays.
 */
export function matchPayouts(
  timezone: string,
  payouts: readonly ItemizedPayout[],
  ofPeriod: readonly GatewayMovement[],
): Pick<MatchedPayouts, "payouts" | "waiting"> {
  const byId = new Map(payouts.map((each) => [each.payout.id, each]));
  /** What was in the payout that a movement returns. */
  const returned = (movement: GatewayMovement) =>
    (isReturn(movement) ? byId.get(movement.payoutId)?.movements : null) ?? [];
  const spelledOut = (movements: readonly GatewayMovement[]): readonly GatewayMovement[] =>
    movements.flatMap((each) => {
      const first = returned(each);
      return first.length > 0 && netOf(first) === each.net ? spelledOut(first) : [each];
    });
  const covered = (movements: readonly GatewayMovement[]): readonly string[] =>
    movements.flatMap((each) => [each.id, ...covered(returned(each))]);
  const all = payouts.map(({ payout, movements }) => ({
    payout,
    movements: movements && spelledOut(movements),
    differenceCents: movements && netOf(movements) - payout.amount,
  }));
  const paid = new Set(
    payouts.flatMap(({ payout, movements }) => (wasReturned(payout) ? [] : covered(movements ?? []))),
  );
  const resentWith = new Map(
    payouts.flatMap(({ payout, movements }) =>
      (movements ?? []).filter(isReturn).map((each) => [each.payoutId, payout.id] as const),
    ),
  );
  // A payout whose movements are known stands for them, and so does its return: they count themselves.
  const countsItself = ({ payoutId }: GatewayMovement) => payoutId === null || !byId.get(payoutId)?.movements;
  return {
    payouts: all.map(({ payout, movements, differenceCents }) => ({
      ...{ payout, differenceCents },
      parts: partsOf(timezone, movements ?? []),
      resentWith: wasReturned(payout) ? (resentWith.get(payout.id) ?? null) : null,
    })),
    waiting: partsOf(
      timezone,
      ofPeriod.filter((each) => !paid.has(each.id) && countsItself(each)),
    ),
  };
}

const isReturn = (movement: GatewayMovement): movement is GatewayMovement & { readonly payoutId: string } =>
  movement.kind === "payout_reversal" && movement.payoutId !== null;
const wasReturned = ({ status }: Payout): boolean => status === "failed" || status === "canceled";
const netOf = (movements: readonly GatewayMovement[]): number => movements.reduce((sum, { net }) => sum + net, 0);

/** By day, and within a day in the order of the kinds. */
function partsOf(timezone: string, movements: readonly GatewayMovement[]): readonly PayoutPart[] {
  const parts = new Map<string, PayoutPart>();
  const add = ({ at, availableOn }: GatewayMovement, kind: AccountingKind, cents: number) => {
    const day = dayIn(timezone, at);
    const before = parts.get(`${day} ${kind}`);
    parts.set(`${day} ${kind}`, {
      ...{ day, kind, movements: (before?.movements ?? 0) + 1, cents: (before?.cents ?? 0) + cents },
      availableOn: before && before.availableOn > availableOn ? before.availableOn : availableOn,
    });
  };
  for (const each of movements) {
    if (each.kind !== "fee") add(each, each.kind, each.net + each.fee);
    if (each.fee !== 0) add(each, "fee", -each.fee);
  }
  const rank = ({ kind }: PayoutPart) => accountingKinds.indexOf(kind);
  return [...parts.values()].toSorted((a, b) => a.day.localeCompare(b.day) || rank(a) - rank(b));
}

/** How long before a period a payout is made that arrives in it, or comes back in it, at most. */
const daysBefore = 21;
/** How long after a day most of its money is paid out, also where that is once a month. Beyond it is asked only for what was in none. */
const daysAfter = 45;

/** The payouts of a period, asked of the gateway: `bad_request` for days that are none, `unavailable` where it doesn't answer. */
export async function payoutsOfPeriod(
  services: Pick<Services, "gateway" | "content" | "clock">,
  asked: Period,
): Promise<MatchedPayouts> {
  const { gateway, content } = services;
  const { timezone } = content.brand;
  const { last, moments } = askedPeriod(services, asked);
  const momentOf = (day: string) => startOfDay(timezone, day);
  const tomorrow = addDays(clinicToday(services), 1);
  const soon = addDays(last, daysAfter);
  const ofPeriod = await allMovements(gateway, moments);
  const near = await itemizedPayouts(gateway, {
    from: momentOf(addDays(asked.from, -daysBefore)),
    to: momentOf(soon < tomorrow ? soon : tomorrow),
  });
  const matched = matchPayouts(timezone, near, ofPeriod);
  const isAll = matched.waiting.length === 0 || soon >= tomorrow;
  const { payouts, waiting } = isAll
    ? matched
    : matchPayouts(
        timezone,
        [...(await itemizedPayouts(gateway, { from: momentOf(soon), to: momentOf(tomorrow) })), ...near],
        ofPeriod,
      );
  const isOfPeriod = (day: string) => day >= asked.from && day <= asked.to;
  return {
    ...{ from: asked.from, to: asked.to, timezone, waiting },
    payouts: payouts.filter(
      ({ payout, parts }) =>
        isOfPeriod(dayIn(timezone, payout.createdAt)) ||
        isOfPeriod(payout.arrivesOn) ||
        parts.some(({ day }) => isOfPeriod(day)),
    ),
  };
}

/** So many are asked for at once. */
const atOnce = 8;

async function itemizedPayouts(gateway: PaymentGateway, period: DayPeriod): Promise<readonly ItemizedPayout[]> {
  const payouts = await allPages((page) => gateway.listPayouts({ ...period, ...page }));
  const itemized: ItemizedPayout[] = [];
  for (let start = 0; start < payouts.length; start += atOnce)
    itemized.push(
      ...(await Promise.all(
        payouts.slice(start, start + atOnce).map(async (payout) => ({
          payout,
          movements:
            payout.itemized === "yes"
              ? await allPages((page) => gateway.movementsOfPayout({ payoutId: payout.id, ...page }))
              : null,
        })),
      )),
    );
  return itemized;
}

/** The sum of parts, in cents. */
export const sumOfParts = (parts: readonly PayoutPart[]): number => parts.reduce((sum, { cents }) => sum + cents, 0);

export function presentPayouts({ from, to, timezone, payouts, waiting }: MatchedPayouts): PeriodPayouts {
  return {
    ...{ from, to, timezone },
    payouts: payouts.map(({ payout, parts, differenceCents, resentWith }) => ({
      id: payout.id,
      madeon: dayIn(timezone, payout.createdAt),
      arriveson: payout.arrivesOn,
      amount: toDollars(payout.amount),
      status: payout.status,
      itemized: payout.itemized,
      parts: parts.map(presentPart),
      difference: differenceCents === null ? null : toDollars(differenceCents),
      resentwith: resentWith,
    })),
    waiting: {
      amount: toDollars(sumOfParts(waiting)),
      parts: waiting.map((each) => ({ ...presentPart(each), availableon: each.availableOn })),
    },
  };
}

const presentPart = ({ day, kind, movements, cents }: PayoutPart) => ({
  ...{ day, kind, movements },
  amount: toDollars(cents),
});
