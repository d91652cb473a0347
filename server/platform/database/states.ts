import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Tables } from "./tables.ts";

/*
 * What the values of closed lists mean to the rules and queries that ask for several of them. Each set names the values it leaves out as well: one that
 * is dropped from a set, or a new one of its list, doesn't compile until somebody has decided about it.
 */

/** The values of a closed list of which something is true. */
export interface States<Value extends string> {
  readonly list: readonly Value[];
  /** The list of literals behind an `in`; a partial index applies to nothing else. */
  readonly sql: RawBuilder<unknown>;
  readonly has: (value: Value | null | undefined) => boolean;
}

type Decided<Value, Yes, No> = [Value] extends [Yes | No]
  ? [Yes & No] extends [never]
    ? unknown
    : { readonly twice: Yes & No }
  : { readonly undecided: Exclude<Value, Yes | No> };

const statesOf =
  <Value extends string>() =>
  <const Yes extends Value, const No extends Value>(
    split: { readonly are: readonly Yes[]; readonly arent: readonly No[] } & Decided<Value, Yes, No>,
  ): States<Value> => {
    const listed: ReadonlySet<string> = new Set(split.are);
    return {
      list: split.are,
      sql: sql`(${sql.join(split.are.map((value) => sql.lit(value)))})`,
      has: (value) => listed.has(value ?? ""),
    };
  };

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

const ofOrders = statesOf<Row<"customer_order">["status"]>();
export const orderStates = {
  /** The payment is asked for, and its outcome isn't known. */
  charging: ofOrders({
    are: ["authorizing", "unknown"],
    arent: [
      "pending",
      "authorized",
      "paid",
      "shipped",
      "delivered",
      "voided",
      "failed",
      "cancelled",
      "refunded",
      "mismatch",
    ],
  }),
  /** Nobody knows yet what was paid. */
  unconfirmed: ofOrders({
    are: ["authorizing", "unknown", "mismatch"],
    arent: ["pending", "authorized", "paid", "shipped", "delivered", "voided", "failed", "cancelled", "refunded"],
  }),
  /** Nothing was bought and nothing is authorized. */
  closedUnpaid: ofOrders({
    are: ["voided", "failed", "cancelled"],
    arent: ["pending", "authorizing", "unknown", "authorized", "paid", "shipped", "delivered", "refunded", "mismatch"],
  }),
  /** Its money is reserved or taken, and nothing was sent. */
  payable: ofOrders({
    are: ["authorized", "paid"],
    arent: [
      "pending",
      "authorizing",
      "unknown",
      "shipped",
      "delivered",
      "voided",
      "failed",
      "cancelled",
      "refunded",
      "mismatch",
    ],
  }),
  /** Authorized or paid, whatever happened after. */
  placed: ofOrders({
    are: ["authorized", "paid", "shipped", "delivered", "refunded"],
    arent: ["pending", "authorizing", "unknown", "voided", "failed", "cancelled", "mismatch"],
  }),
  /** Captured and not refunded. */
  paid: ofOrders({
    are: ["paid", "shipped", "delivered"],
    arent: ["pending", "authorizing", "unknown", "authorized", "voided", "failed", "cancelled", "refunded", "mismatch"],
  }),
  /** Captured, also if it was refunded since. */
  wasPaid: ofOrders({
    are: ["paid", "shipped", "delivered", "refunded"],
    arent: ["pending", "authorizing", "unknown", "authorized", "voided", "failed", "cancelled", "mismatch"],
  }),
  /** Captured, and something may be left to send. */
  toSend: ofOrders({
    are: ["paid", "shipped"],
    arent: [
      "pending",
      "authorizing",
      "unknown",
      "authorized",
      "delivered",
      "voided",
      "failed",
      "cancelled",
      "refunded",
      "mismatch",
    ],
  }),
  /** All of it left, or a part. */
  sent: ofOrders({
    are: ["shipped", "delivered"],
    arent: [
      "pending",
      "authorizing",
      "unknown",
      "authorized",
      "paid",
      "voided",
      "failed",
      "cancelled",
      "refunded",
      "mismatch",
    ],
  }),
  /** Something of it may still be sent. */
  unsent: ofOrders({
    are: ["authorized", "paid", "shipped"],
    arent: ["pending", "authorizing", "unknown", "delivered", "voided", "failed", "cancelled", "refunded", "mismatch"],
  }),
  /** What a decision waits for has happened to its payment: captured or voided. */
  settled: ofOrders({
    are: ["paid", "shipped", "delivered", "voided"],
    arent: ["pending", "authorizing", "unknown", "authorized", "failed", "cancelled", "refunded", "mismatch"],
  }),
  /** Nothing more becomes of its payment by itself. */
  finished: ofOrders({
    are: ["paid", "shipped", "delivered", "voided", "failed", "cancelled", "refunded"],
    arent: ["pending", "authorizing", "unknown", "authorized", "mismatch"],
  }),
  /** Ends with the patient's care. */
  cancellable: ofOrders({
    are: ["authorizing", "unknown", "authorized", "paid", "mismatch"],
    arent: ["pending", "shipped", "delivered", "voided", "failed", "cancelled", "refunded"],
  }),
  /** Nothing was bought by it. */
  withoutPurchase: ofOrders({
    are: ["pending", "voided", "failed", "cancelled"],
    arent: ["authorizing", "unknown", "authorized", "paid", "shipped", "delivered", "refunded", "mismatch"],
  }),
  /** Money or a parcel is under way, or may be. */
  underWay: ofOrders({
    are: ["pending", "authorizing", "unknown", "authorized", "paid", "shipped", "mismatch"],
    arent: ["delivered", "voided", "failed", "cancelled", "refunded"],
  }),
  /** A person of the practice may have to open it. */
  open: ofOrders({
    are: ["authorized", "paid", "shipped", "mismatch"],
    arent: ["pending", "authorizing", "unknown", "delivered", "voided", "failed", "cancelled", "refunded"],
  }),
  /** Nothing that a patient placed. */
  hidden: ofOrders({
    are: ["pending", "failed", "cancelled"],
    arent: ["authorizing", "unknown", "authorized", "paid", "shipped", "delivered", "voided", "refunded", "mismatch"],
  }),
  /** Its charge is under way, or something of it may be left to send. */
  chargingOrToSend: ofOrders({
    are: ["pending", "authorizing", "unknown", "paid", "shipped"],
    arent: ["authorized", "delivered", "voided", "failed", "cancelled", "refunded", "mismatch"],
  }),
  /** The bank or the hand-over is still under way. */
  unsettled: ofOrders({
    are: ["pending", "authorizing", "unknown"],
    arent: ["authorized", "paid", "shipped", "delivered", "voided", "failed", "cancelled", "refunded", "mismatch"],
  }),
  /** The bank refused it, or nothing of what was reserved was taken. */
  uncharged: ofOrders({
    are: ["voided", "failed"],
    arent: [
      "pending",
      "authorizing",
      "unknown",
      "authorized",
      "paid",
      "shipped",
      "delivered",
      "cancelled",
      "refunded",
      "mismatch",
    ],
  }),
  /** An upsell that waits for its doctor, or came to nothing. */
  idleUpsell: ofOrders({
    are: ["authorized", "voided", "failed", "cancelled"],
    arent: ["pending", "authorizing", "unknown", "paid", "shipped", "delivered", "refunded", "mismatch"],
  }),
  /** Its timeline has no step to come. */
  over: ofOrders({
    are: ["delivered", "voided", "failed", "cancelled", "refunded", "mismatch"],
    arent: ["pending", "authorizing", "unknown", "authorized", "paid", "shipped"],
  }),
};

const ofCases = statesOf<Row<"care_case">["status"]>();
export const caseStates = {
  /** A doctor decides yet. */
  undecided: ofCases({ are: ["submitted", "accepted"], arent: ["approved", "declined", "lapsed"] }),
  /** In review or in care. */
  current: ofCases({ are: ["submitted", "accepted", "approved"], arent: ["declined", "lapsed"] }),
  /** A doctor has looked at it. */
  seen: ofCases({ are: ["accepted", "approved", "declined"], arent: ["submitted", "lapsed"] }),
};

const ofOutcomes = statesOf<Row<"screening_hit">["outcome"]>();
export const outcomeStates = {
  /** Ends the visit. */
  ends: ofOutcomes({ are: ["STOP", "EMERGENCY"], arent: ["CLINICIAN", "INFO"] }),
  /** Shown, and the visit goes on. */
  noted: ofOutcomes({ are: ["CLINICIAN", "INFO"], arent: ["STOP", "EMERGENCY"] }),
  /** The practice is told of it after the visit. */
  told: ofOutcomes({ are: ["STOP", "CLINICIAN"], arent: ["EMERGENCY", "INFO"] }),
};

const ofSuggestions = statesOf<Row<"medicine_suggestion">["status"]>();
export const suggestionStates = {
  /** The patient may agree, at once or after all. */
  reopenable: ofSuggestions({ are: ["waiting", "declined"], arent: ["agreed", "withdrawn"] }),
};

const ofSubscriptions = statesOf<Row<"subscription">["status"]>();
export const subscriptionStates = {
  /** Its next order is charged, now or once the last is paid. */
  charged: ofSubscriptions({ are: ["active", "past_due"], arent: ["pending", "paused", "cancelled"] }),
  /** The patient takes what it sends, or will again. */
  taken: ofSubscriptions({ are: ["active", "paused", "past_due"], arent: ["pending", "cancelled"] }),
  /** Goes on by itself. */
  continuing: ofSubscriptions({ are: ["pending", "active", "past_due"], arent: ["paused", "cancelled"] }),
  /** Sends something yet. */
  notCancelled: ofSubscriptions({ are: ["pending", "active", "paused", "past_due"], arent: ["cancelled"] }),
  /** A reminder is due before its next charge, also before a pause ends. */
  reminded: ofSubscriptions({ are: ["active", "paused"], arent: ["pending", "past_due", "cancelled"] }),
  /** Nothing of it is charged until the patient asks. */
  resting: ofSubscriptions({ are: ["paused", "cancelled"], arent: ["pending", "active", "past_due"] }),
};

const ofRefunds = statesOf<Row<"refund">["status"]>();
export const refundStates = {
  /** Not yet known at the gateway, or not yet done. */
  unfinished: ofRefunds({ are: ["created", "unknown"], arent: ["succeeded", "failed"] }),
  /** The money went back or is on its way. */
  reserved: ofRefunds({ are: ["created", "unknown", "succeeded"], arent: ["failed"] }),
  /** The money went back. */
  done: ofRefunds({ are: ["succeeded"], arent: ["created", "unknown", "failed"] }),
};

const ofIntents = statesOf<Row<"payment_intent">["status"]>();
export const intentStates = {
  /** What the gateway made of it isn't known. */
  unresolved: ofIntents({
    are: ["created", "unknown"],
    arent: ["requires_capture", "succeeded", "canceled", "declined", "mismatch"],
  }),
  /** Nothing is captured, and something may be. */
  open: ofIntents({
    are: ["created", "unknown", "requires_capture"],
    arent: ["succeeded", "canceled", "declined", "mismatch"],
  }),
  /** The bank has agreed. */
  funded: ofIntents({
    are: ["requires_capture", "succeeded"],
    arent: ["created", "unknown", "canceled", "declined", "mismatch"],
  }),
};

const ofDisputes = statesOf<Row<"dispute">["status"]>();
export const disputeStates = {
  /** Decided for the practice, or closed without money having moved. */
  closedWithoutLoss: ofDisputes({
    are: ["inquiry_closed", "won"],
    arent: ["inquiry", "needs_response", "under_review", "lost"],
  }),
  /** The bank has the money. */
  withBank: ofDisputes({
    are: ["needs_response", "under_review", "lost"],
    arent: ["inquiry", "inquiry_closed", "won"],
  }),
  /** Not decided. */
  open: ofDisputes({ are: ["inquiry", "needs_response", "under_review"], arent: ["inquiry_closed", "won", "lost"] }),
  /** The practice has to answer it. */
  toAnswer: ofDisputes({
    are: ["inquiry", "needs_response"],
    arent: ["inquiry_closed", "under_review", "won", "lost"],
  }),
};

const ofPrescriptionOrders = statesOf<Row<"prescription_order">["status"]>();
export const prescriptionOrderStates = {
  /** To come, or come. */
  live: ofPrescriptionOrders({ are: ["scheduled", "ordered"], arent: ["skipped", "cancelled"] }),
};

const ofChanges = statesOf<Row<"treatment_change">["status"]>();
export const changeStates = {
  /** Agreed to, or may be yet. */
  open: ofChanges({ are: ["waiting", "agreed"], arent: ["refused", "withdrawn"] }),
  /** Came to nothing. */
  over: ofChanges({ are: ["refused", "withdrawn"], arent: ["waiting", "agreed"] }),
};

const ofUpsellRequests = statesOf<Row<"upsell_request">["status"]>();
export const upsellRequestStates = {
  /** A doctor approved it, or may yet. */
  stands: ofUpsellRequests({ are: ["open", "approved"], arent: ["declined", "lapsed", "withdrawn"] }),
};

const ofIdentities = statesOf<Row<"onboarding">["identity_status"]>();
export const identityStates = {
  /** Checked, and not found to be the patient. */
  unproved: ofIdentities({ are: ["no_match", "review"], arent: ["none", "matched"] }),
  /** Good enough to go on: a person looks at the second. */
  proved: ofIdentities({ are: ["matched", "review"], arent: ["none", "no_match"] }),
  /** The check, or a person, has decided. */
  decided: ofIdentities({ are: ["matched", "no_match"], arent: ["none", "review"] }),
  /** The check may be made again. */
  retriable: ofIdentities({ are: ["none", "no_match"], arent: ["matched", "review"] }),
};
