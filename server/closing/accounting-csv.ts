import type { AccountingKind } from "#contract/care/closing.ts";
import { csvText } from "#contract/fields/csv.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { plainAmount } from "#contract/fields/numbers.ts";
import { type Accounting, accountingSums } from "./accounting.ts";
import { type MatchedPayouts, type PayoutPart, sumOfParts } from "./payouts.ts";

/**
 * A period as CSV: sums, days that aren't closed, tax by state, then each movement, each fee and each payout, what no money moved for, each payout with its days, and what
 * waits for one.
 */
export function accountingCsv(accounting: Accounting, matched: Pick<MatchedPayouts, "payouts" | "waiting">): string {
  const { from, to, timezone, rows, fees, payouts, unpaid, days } = accounting;
  const sums = accountingSums(accounting);
  const sumRow = (name: string, movements: number, { cents, taxCents, discountCents }: typeof sums.total) => [
    ...[name, String(movements)],
    ...[cents, taxCents, discountCents].map(plainAmount),
  ];
  const when = (at: Date) => [dayIn(timezone, at), at.toISOString()];
  return csvText([
    ["From", from, "To", to, "Time zone", timezone, "Currency", "USD"],
    ["Sum", "Movements", "Amount", "Tax in it", "Discount in it"],
    ...sums.kinds.map(({ kind, movements, ...amounts }) => sumRow(kind satisfies AccountingKind, movements, amounts)),
    sumRow("all", rows.length, sums.total),
    ["fees of the gateway", String(sums.fees.movements), plainAmount(sums.fees.cents), "", ""],
    ["payouts to the bank", String(sums.payouts.movements), plainAmount(sums.payouts.cents), "", ""],
    ["Day", "Closing"],
    ...days.open.map((day) => [day, "not closed"]),
    ...days.changed.map((day) => [day, "changed since it was closed"]),
    ["State", "Charged", "Given back", "Amount", "Tax in it", "Discount in it"],
    ...sums.states.map(({ state, chargedCents, givenBackCents, cents, taxCents, discountCents }) => [
      state,
      ...[chargedCents, givenBackCents, cents, taxCents, discountCents].map(plainAmount),
    ]),
    [
      ...["Day", "At (UTC)", "Movement", "Order", "Credit note", "State"],
      ...["Amount", "Tax in it", "Discount in it", "Payment"],
    ],
    ...rows.map(({ movement, state, cents, taxCents, discountCents }) => [
      ...[...when(movement.at), movement.kind, movement.orderNumber ?? "", movement.creditNote ?? "", state],
      ...[...[cents, taxCents, discountCents].map(plainAmount), movement.intentId ?? ""],
    ]),
    ["Day", "At (UTC)", "Fee for", "Fee", "Payment"],
    ...fees.map(({ at, kind, fee, intentId }) => [
      ...[...when(at), kind satisfies AccountingKind, plainAmount(-fee), intentId ?? ""],
    ]),
    ["Day", "At (UTC)", "Payout", "Amount", "Movement"],
    ...payouts.map(({ id, at, kind, cents }) => [...when(at), kind, plainAmount(cents), id]),
    ["Day", "At (UTC)", "No money moved", "Amount", "Reason", "Order"],
    ...unpaid.map(({ at, kind, cents, reason, orderNumber }) => [
      ...[...when(at), kind, plainAmount(cents), reason, orderNumber ?? ""],
    ]),
    ["Payout", "Made on", "At the bank on", "Status", "Amount", "Consists of", "Difference", "Sent again with"],
    ...matched.payouts.map(({ payout, parts, differenceCents, resentWith }) => [
      ...[payout.id, dayIn(timezone, payout.createdAt), payout.arrivesOn, payout.status, plainAmount(payout.amount)],
      ...(differenceCents === null
        ? [payout.itemized === "no" ? "the gateway doesn't say" : "not known yet", ""]
        : [sumOfParts(parts), differenceCents].map(plainAmount)),
      resentWith ?? "",
    ]),
    ["Payout", "Day", "What", "Movements", "Amount"],
    ...matched.payouts.flatMap(({ payout, parts }) => parts.map((part) => [payout.id, ...partCells(part)])),
    ["Waits for a payout", "Day", "What", "Movements", "Amount", "Available on"],
    ...matched.waiting.map((part) => ["", ...partCells(part), part.availableOn]),
    ["all", "", "", "", plainAmount(sumOfParts(matched.waiting)), ""],
  ]);
}

const partCells = ({ day, kind, movements, cents }: PayoutPart) => [day, kind, String(movements), plainAmount(cents)];
