import type { ClosingDifference } from "#contract/care/closing.ts";
import type { LedgerMovement } from "#server/payment/public.ts";
import { type GatewayMovement, isPatientMovement } from "#server/platform/gateway/port.ts";

/** A day's beginning and end (not included). */
export interface DayPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** What we know of a payment of the gateway's. */
export interface KnownPayment {
  /** Null: it is one of our patients', and its order isn't in our books. */
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  /** It differs from its order, and nobody has decided. */
  readonly undecided: boolean;
  /** It was, or is being, given back without ever counting as the order's. */
  readonly released: boolean;
}

/** A difference, in cents. */
export type CentsDifference = Omit<ClosingDifference, "ours" | "gateway" | "at"> & {
  readonly ours: number | null;
  readonly gateway: number | null;
  readonly at: Date;
};

type PatientMovement = GatewayMovement & { readonly kind: LedgerMovement["kind"] };

/**
 * The movements of a day on which the ledger and the gateway differ, oldest first. Both lists also hold what moved on the days around, because we
 * learn of a movement a little after it happened. Movements of one payment, kind and amount are alike: it doesn't matter which of two refunds of five dollars
 * is which.
 */
export function compareDay(
  day: DayPeriod,
  ours: readonly LedgerMovement[],
  gateway: readonly GatewayMovement[],
  known: ReadonlyMap<string, KnownPayment>,
): readonly CentsDifference[] {
  const patientMovements = gateway.filter(isPatientMovement);
  const keyOf = ({ kind, intentId }: Pick<LedgerMovement, "kind" | "intentId">) => `${kind} ${intentId}`;
  const keys = new Set([...ours, ...patientMovements].map(keyOf));
  return [...keys]
    .flatMap((key) =>
      comparePayment(
        day,
        ours.filter((each) => keyOf(each) === key),
        patientMovements.filter((each) => keyOf(each) === key),
        known,
      ),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.kind.localeCompare(b.kind));
}

function comparePayment(
  day: DayPeriod,
  ours: readonly LedgerMovement[],
  gateway: readonly PatientMovement[],
  known: ReadonlyMap<string, KnownPayment>,
): readonly CentsDifference[] {
  const isOfDay = ({ at }: { readonly at: Date }) => at >= day.from && at < day.to;
  const differences: CentsDifference[] = [];
  const [restOfOurs, restOfGateway] = [new Set(ours), new Set(gateway)];
  const pair = (mine: LedgerMovement, other: PatientMovement) => restOfOurs.delete(mine) && restOfGateway.delete(other);

  for (const [mine, other] of closestPairs(ours, gateway)) {
    if (!restOfOurs.has(mine) || !restOfGateway.has(other)) continue;
    pair(mine, other);
    if (isOfDay(mine) !== isOfDay(other)) differences.push(difference("other_day", mine, other, known));
  }
  for (const mine of [...restOfOurs].filter(isOfDay)) {
    const other = [...restOfGateway].find(isOfDay);
    if (other) {
      pair(mine, other);
      differences.push(difference("amount", mine, other, known));
    } else differences.push(difference("only_ours", mine, null, known));
  }
  for (const other of [...restOfGateway].filter(isOfDay))
    differences.push(difference("only_gateway", null, other, known));
  return differences;
}

/** Every two of one amount, those closest in time first. */
function closestPairs(
  ours: readonly LedgerMovement[],
  gateway: readonly PatientMovement[],
): readonly (readonly [LedgerMovement, PatientMovement])[] {
  const apart = ([mine, other]: readonly [LedgerMovement, PatientMovement]) =>
    Math.abs(mine.at.getTime() - other.at.getTime());
  return ours
    .flatMap((mine) =>
      gateway
        .filter(({ amount }) => amount === mine.cents)
        .map((other): readonly [LedgerMovement, PatientMovement] => [mine, other]),
    )
    .toSorted((a, b) => apart(a) - apart(b));
}

function difference(
  kind: ClosingDifference["difference"],
  mine: LedgerMovement | null,
  other: PatientMovement | null,
  known: ReadonlyMap<string, KnownPayment>,
): CentsDifference {
  const either = (mine ?? other)!;
  const payment = known.get(either.intentId ?? "");
  return {
    kind: either.kind,
    difference: kind,
    todo: stepFor(kind, payment),
    ours: mine?.cents ?? null,
    gateway: other?.amount ?? null,
    at: (other ?? mine)!.at,
    paymentid: either.intentId,
    orderid: mine?.orderId ?? payment?.orderId ?? null,
    ordernumber: mine?.orderNumber ?? payment?.orderNumber ?? null,
  };
}

function stepFor(kind: ClosingDifference["difference"], payment: KnownPayment | undefined): ClosingDifference["todo"] {
  switch (kind) {
    case "other_day":
      return "nothing";
    case "amount":
      return "compare_amounts";
    case "only_ours":
      return "look_up";
    case "only_gateway":
      if (payment === undefined) return "not_ours";
      if (payment.orderId === null) return "order_missing";
      if (payment.undecided) return "decide_payment";
      return payment.released ? "nothing" : "wait";
  }
}
