import * as z from "zod/mini";
import { Day, Dollars, Id, Moment, paged, singleLine, StateId } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { PageQuery } from "#contract/http/params.ts";
import { Order } from "#contract/orders/orders.ts";
import { Dispensing } from "./packed-lines.ts";
import { writeOffReasons } from "./past-due.ts";
import { PatientSummary } from "./patients.ts";
import { queueFacts } from "./queue-facts.ts";

/** When the bank lets go of the amount it holds; null where nothing is held. */
const holdends = z.nullable(Moment);

export const caseKinds = [
  "incoming",
  "accepted",
  "identity",
  "renewal",
  "upsell",
  "followup",
  "followup_due",
  "change",
] as const;

/** Something a person of the practice has to decide, or waits for the patient to. */
export const CaseItem = z.object({
  /**
   * Of the case, the prescription renewal, the upsell request, the follow-up, the treatment change or the suggested medicine, which are both of kind `change`; of the patient for an identity. A follow-up that is
   * due has the id of the case whose plan was approved.
   */
  id: Id,
  kind: z.enum(caseKinds),
  /** What its calls are addressed by: the patient of a case, an identity or a follow-up that is due, the subscription of a change, else `id`. */
  refid: Id,
  patient: PatientSummary,
  /** The order the decision is about; null where it is about none. */
  order: z.nullable(Order),
  waitingsince: Moment,
  /**
   * Whether the caller may decide it today: a physician where they are licensed, everybody else where somebody who is here may. What needs no license is
   * always theirs.
   */
  maydecide: z.boolean(),
  /** When the visit of a case was submitted; null for the other kinds. */
  submittedat: z.nullable(Moment),
  /** When a doctor accepted the case. */
  acceptedat: z.nullable(Moment),
  holdends,
  /** The payment of its order isn't what the order says, and nobody has decided yet. */
  paymentdiffers: z.boolean(),
  ...queueFacts,
});
export type CaseItem = z.output<typeof CaseItem>;

export const orderLists = [
  "authorized",
  "paid",
  "ready",
  "asked",
  "shipped",
  "mismatch",
  "mismatch_decided",
  "past_due",
  "written_off",
  "disputed",
] as const;

/** A charge that failed and has not been paid since. */
const PastDueCharge = z.object({
  prescriptionorderid: Id,
  subscriptionid: Id,
  /** As it was tried last; before tax where there was no card to try. */
  amount: Dollars,
  /** The day it failed first. */
  failedon: Day,
  /** How often it has failed. */
  attempts: z.int(),
  /** The day it is tried next; null: not without the patient or the practice, or it is being tried now. */
  retryon: z.nullable(Day),
  /** Why the bank declined it last; `no_card`: there is none to charge. */
  reason: z.enum(["insufficient_funds", "lost_card", "expired_card", "generic_decline", "no_card"]),
  /** When the practice last sent the patient one of the prepared mails about it; null: not in 90 days. */
  mailedat: z.nullable(Moment),
  /** Since when nobody tries it any more, why, and who decided that; null: it isn't written off. */
  writeoff: z.nullable(z.object({ reason: z.enum(writeOffReasons), at: Moment, by: z.string() })),
});

/** A payment that isn't what its order says, as the gateway had it last. */
const MismatchedPayment = z.object({
  /** Taken from the card, less what went back. */
  captured: Dollars,
  /** Held on the card without being taken yet. */
  held: Dollars,
  /** As the gateway writes it: `usd`. */
  currency: z.string(),
  /** Why the order can't be paid with it, so that it can only be given back; null where it can. */
  obstacle: z.nullable(z.string()),
});

/** What became of a payment that wasn't what its order says. */
const MismatchDecision = z.object({
  /** `accept`: it paid the order · `release`: all of it is given back. */
  outcome: z.enum(["accept", "release"]),
  at: Moment,
  /** Who of the practice decided; null where nobody of it did. */
  by: z.nullable(z.string()),
  /** `under_way`: the gateway hasn't confirmed yet that everything is given back. What is above an accepted one is among the refunds. */
  money: z.enum(["settled", "under_way"]),
});

/** A refund of an order, from its request on. */
export const OrderRefund = z.object({
  id: Id,
  amount: Dollars,
  /** `under_way`: the gateway hasn't confirmed it yet, and it's asked again until it has · `failed` the money isn't with the patient. */
  status: z.enum(["under_way", "refunded", "failed"]),
  requestedat: Moment,
});

export const OrderItem = z.object({
  /** Of the order; of the prescription order for a charge that is past due, which has no order until it is tried again. */
  id: Id,
  patient: PatientSummary,
  order: z.nullable(Order),
  /** It is paid, and everything left to send of it may be sent today. */
  ready: z.boolean(),
  holdends,
  /** What is past due or written off; null in the other lists. */
  pastdue: z.nullable(PastDueCharge),
  /** When the oldest open dispute of it was opened, in every list; null without one. */
  disputedsince: z.nullable(Moment),
  /** What the bank says that dispute is for, such as `fraudulent`. */
  disputedfor: z.nullable(z.string()),
  /**
   * The patient has an open emergency: whether what is to be sent has to wait until a clinician has closed it, or may be sent. Null where none is open,
   * and for a caller who isn't told.
   */
  emergencyhold: z.nullable(z.boolean()),
  /** The pharmacist's question to the prescriber for whose answer it waits; null where it waits for none. */
  question: z.nullable(z.object({ taskid: Id, since: Moment })),
  /** Open questions to finance about it, and of finance to others, oldest first: a refund answers them. None for a caller who doesn't refund. */
  refundquestions: z.array(z.object({ taskid: Id, since: Moment })),
  /** What was packed and sent of it; null where nothing may be sent yet, and for a caller who doesn't dispense. */
  dispensing: z.nullable(Dispensing),
  /** What was charged, where that isn't what the order says and nobody has decided; else null. */
  mismatch: z.nullable(MismatchedPayment),
  /** What somebody decided about a payment that differed; null where none did, or nobody has yet. */
  mismatchdecision: z.nullable(MismatchDecision),
  /** What can still be refunded: captured, neither refunded nor on its way back, nor with the bank. */
  refundable: Dollars,
  /** Oldest first, whoever asked for them. What is under way can't be refunded again. */
  refunds: z.array(OrderRefund),
});
export type OrderItem = z.output<typeof OrderItem>;

/** What there is to do, oldest first; spread into `care`. */
export const worklistCalls = {
  cases: clinicCall("GET /clinic/case", {
    summary:
      "What waits for a decision, longest wait first: plans (incoming, accepted), identities, prescription renewals, upsells, follow-ups to read or to send, and treatment changes the patient has yet to agree to",
    access: { needs: ["read:prescribing"] },
    query: z.extend(PageQuery, { status: z.enum(caseKinds) }),
    ok: paged(CaseItem),
  }),
  undecidable: clinicCall("GET /clinic/undecidable", {
    summary:
      "The states in which nobody who is here may decide today, with how many patients wait there: no license, or nobody decides in the doctor's name",
    access: { needs: ["read:prescribing", "read:team"] },
    ok: z.object({ items: z.array(z.object({ state: StateId, patients: z.int() })) }),
  }),
  orders: clinicCall("GET /clinic/order", {
    summary:
      "Orders by status, oldest first; `ready` are those to pack and send now, also the rest of one that is on its way, `asked` those that wait for an answer to a pharmacist's question, `past_due` failed charges, `disputed` orders with an open dispute, `mismatch_decided` what became of payments that differed, for two weeks, newest first",
    access: { needs: ["read:orders"] },
    query: z.extend(PageQuery, { status: z.enum(orderLists) }),
    ok: paged(OrderItem),
  }),
  orderByNumber: clinicCall("GET /clinic/order/number/{number}", {
    summary:
      "The order with this number, in whatever state, also delivered, cancelled or refunded; none where there is none",
    access: { needs: ["read:orders"] },
    params: z.object({ number: singleLine(20, "Please enter the order's number.") }),
    ok: z.object({ items: z.array(OrderItem) }),
  }),
} as const;
