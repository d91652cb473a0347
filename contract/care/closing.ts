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

/** What the file of a month names: movements of patients' money, a fee alone, and what was paid out to the practice's bank or came back from it. */
export const accountingKinds = [...movementKinds, "fee", "payout", "payout_reversal"] as const;
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
  accountingFile: clinicCall("GET /clinic/accounting/{month}", {
    summary:
      "A month's accounting as CSV: each payment, refund and dispute with its tax and the gateway's fee, tax by state, and the sums; with order numbers and no names. The gateway is asked",
    access: { needs: ["read:money"], freshProof: true },
    params: z.object({ month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, "Please choose a month.")) }),
    ok: "application/octet-stream",
  }),
} as const;
