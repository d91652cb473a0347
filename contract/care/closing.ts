import * as z from "zod/mini";
import { Cursor, Day, Dollars, Id, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";

/** Sums of a day, in the practice's time zone. What a bank sent back or returned is taken off. */
const sums = { captured: Dollars, refunded: Dollars, disputed: Dollars };

/** What the practice's own books say. */
export const LedgerSums = z.object(sums);
export type LedgerSums = z.output<typeof LedgerSums>;

/** What the payment gateway says, with what it kept for itself. */
export const GatewaySums = z.object({ ...sums, fees: Dollars });

export const movementKinds = ["capture", "refund", "refund_reversal", "dispute", "dispute_reversal"] as const;

/**
 * What the file of a period names: movements of patients' money, a fee alone, what was paid out to the practice's bank or came back from it, and `other`, such as a
 * reserve the gateway keeps.
 */
export const accountingKinds = [...movementKinds, "fee", "payout", "payout_reversal", "other"] as const;
export type AccountingKind = (typeof accountingKinds)[number];

/**
 * What to do about a difference: `nothing` · `wait` the gateway did it and its message hasn't come yet · `look_up` the gateway doesn't know what our books
 * say · `decide_payment` a payment that differs from its order waits for a decision · `compare_amounts` · `order_missing` a payment of one of our patients, whose order isn't in our books, as after a restored backup · `not_ours` a
 * payment no order and no patient belongs to.
 */
export const closingSteps = [
  "nothing",
  "wait",
  "look_up",
  "decide_payment",
  "compare_amounts",
  "order_missing",
  "not_ours",
] as const;

/** One movement on which our books and the gateway differ. */
export const ClosingDifference = z.object({
  kind: z.enum(movementKinds),
  /** `other_day`: both have it, on two days, as around midnight. */
  difference: z.enum(["only_ours", "only_gateway", "amount", "other_day"]),
  todo: z.enum(closingSteps),
  /** Null where they don't have it. */
  ours: z.nullable(Dollars),
  gateway: z.nullable(Dollars),
  at: Moment,
  /** The gateway's id of the payment, to look it up there. */
  paymentid: z.nullable(z.string()),
  orderid: z.nullable(Id),
  ordernumber: z.nullable(z.string()),
});
export type ClosingDifference = z.output<typeof ClosingDifference>;

/** Who closed a day when, and whether its figures are still what they were then. */
export const DayClosing = z.object({
  closedat: Moment,
  /** Null: a system of the practice. */
  closedby: z.nullable(z.string()),
  differences: z.int(),
  /** The figures changed since: look again, and close it again. */
  changed: z.boolean(),
});

const day = z.object({
  day: Day,
  /** Over, in the practice's time zone: only then it can be closed. */
  over: z.boolean(),
  ours: LedgerSums,
  closing: z.nullable(DayClosing),
});

/** A day with what the gateway says, and each difference. */
export const DayMoney = z.extend(day, {
  gateway: GatewaySums,
  differences: z.array(ClosingDifference),
  /** The sums it was closed with; null while it isn't. */
  closedwith: z.nullable(z.object({ ours: LedgerSums, gateway: GatewaySums })),
  /** Stands for the figures above: with it a day is closed as it was seen. */
  revision: z.string(),
});
export type DayMoney = z.output<typeof DayMoney>;

/** Money of a period, with what of its orders' tax and discount is in it; what left the practice is negative. */
const amounts = { amount: Dollars, tax: Dollars, discount: Dollars };

/** What a period amounts to, by what moved and by the state an order went to. The same figures are in its file. */
export const AccountingPeriod = z.object({
  from: Day,
  to: Day,
  /** The days are this zone's, the practice's. */
  timezone: z.string(),
  /** One for each kind, also where nothing of it moved. */
  sums: z.array(z.object({ kind: z.enum(movementKinds), movements: z.int(), ...amounts })),
  total: z.object(amounts),
  /** `charged` what came in, and `givenback` what left again, by refunds and banks; `amount` is both. */
  states: z.array(z.object({ state: z.string(), charged: Dollars, givenback: Dollars, ...amounts })),
  /** What the gateway kept. */
  fees: z.object({ movements: z.int(), amount: Dollars }),
  payouts: z.object({ movements: z.int(), amount: Dollars }),
  /** Days of it with money that nobody has closed, and closed ones whose figures changed since. */
  opendays: z.array(Day),
  changeddays: z.array(Day),
});
export type AccountingPeriod = z.output<typeof AccountingPeriod>;

export const payoutStatuses = ["pending", "in_transit", "paid", "failed", "canceled"] as const;

/** One kind of one day, before fees; the `fee`s of all kinds of a day are one. What lessens a payout is negative. */
const payoutPart = { day: Day, kind: z.enum(accountingKinds), movements: z.int(), amount: Dollars };

/** What the gateway sent to the practice's bank, or took from there where the amount is negative. */
export const PayoutOfPeriod = z.object({
  /** The gateway's id of it. */
  id: z.string(),
  madeon: Day,
  /** Expected at the bank, or was. */
  arriveson: Day,
  amount: Dollars,
  /** A `paid` one can still fail, within days. */
  status: z.enum(payoutStatuses),
  /** Whether the gateway says what is in it: `not_yet` while it puts it together, `no` of one made by hand or at once. */
  itemized: z.enum(["yes", "not_yet", "no"]),
  /** What it consists of, by the practice's days; of one that is sent again, what it consisted of first. */
  parts: z.array(z.object(payoutPart)),
  /** What its parts come to beyond its amount: 0 where it adds up; null where the gateway doesn't say what is in it. */
  difference: z.nullable(Dollars),
  /** Of one that failed or was canceled: the payout that has its money; null while it waits. */
  resentwith: z.nullable(z.string()),
});

/** Payouts against days. */
export const PeriodPayouts = z.object({
  from: Day,
  to: Day,
  timezone: z.string(),
  /** Those that were made or arrive in these days, or have money of them; newest first. */
  payouts: z.array(PayoutOfPeriod),
  /** What moved in these days and is in no payout that reached the bank or is on its way. */
  waiting: z.object({
    amount: Dollars,
    /** `availableon`: the first day on which all of it can be paid out. */
    parts: z.array(z.object({ ...payoutPart, availableon: Day })),
  }),
});
export type PeriodPayouts = z.output<typeof PeriodPayouts>;

/** From one day to another one, both included, and a year at most. */
const period = z.object({ from: Day, to: Day });
export const longestPeriodDays = 366;

const params = z.object({ day: Day });

/** A day's closing: our books against the payment gateway; spread into `care`. */
export const closingCalls = {
  closings: clinicCall("GET /clinic/closing", {
    summary: "Days, newest first, with the sums of our books and whether they are closed; the gateway isn't asked",
    access: { needs: ["read:money"] },
    query: z.object({ nextpage: optionalText(Cursor) }),
    ok: paged(day),
  }),
  closingOfDay: clinicCall("GET /clinic/closing/{day}", {
    summary: "One day: our books against the payment gateway, with each difference. The gateway is asked",
    access: { needs: ["read:money"] },
    params,
    ok: DayMoney,
  }),
  closeDay: clinicCall("PUT /clinic/closing/{day}", {
    summary:
      "Close a day that is over, as it was seen; a repeat changes nothing, and a day whose figures changed is closed again",
    access: { needs: ["write:money"], freshProof: true },
    params,
    /** The `revision` that was seen; `conflict` where the figures are others by now. */
    body: z.strictObject({ revision: z.string().check(z.maxLength(100)) }),
    ok: DayMoney,
    errors: ["wrong_state", "conflict"],
  }),
  closingFile: clinicCall("GET /clinic/closing/{day}/file", {
    summary: "A closed day as CSV, as it was closed last: sums and differences, with order numbers and no names",
    access: { needs: ["read:money"], freshProof: true },
    params,
    ok: "application/octet-stream",
    errors: ["wrong_state"],
  }),
  accounting: clinicCall("GET /clinic/accounting", {
    summary:
      "What a period amounts to: payments, refunds and disputes with their tax and discount, tax by state, fees, payouts, and which days aren't closed. The gateway is asked",
    access: { needs: ["read:money"] },
    query: period,
    ok: AccountingPeriod,
  }),
  periodPayouts: clinicCall("GET /clinic/accounting/payouts", {
    summary:
      "What each payout of a period consists of, by day and kind, whether it adds up, and what of the period waits for a payout. The gateway is asked",
    access: { needs: ["read:money"] },
    query: period,
    ok: PeriodPayouts,
  }),
  accountingFile: clinicCall("GET /clinic/accounting/file", {
    summary:
      "A period's accounting as CSV: the sums, tax by state, each payment, refund with its credit note, and dispute, each fee, and each payout with its days; with order numbers and no names. The gateway is asked",
    access: { needs: ["read:money"], freshProof: true },
    query: period,
    ok: "application/octet-stream",
  }),
} as const;
