import * as z from "zod/mini";
import { Day, Dollars, Id, multiLine, singleLine, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { declineErrors } from "#contract/http/errors.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { Order } from "#contract/orders/orders.ts";
import { changeBegins, changeUntil } from "#contract/treatment/changes.ts";
import { bridgePaces } from "#contract/treatment/pace.ts";
import { PlanItem } from "#contract/treatment/plan.ts";
import { Subscription } from "#contract/treatment/subscriptions.ts";
import {
  DeclineBody,
  declinedProducts,
  directions,
  directionsByProduct,
  DecisionFields,
  followupon,
  override,
  refills,
  refillsByProduct,
  replacedProducts,
  revision,
  ScreeningFlags,
  startDays,
} from "./decision-fields.ts";
import { PatientRecord, PatientSummary, recordFieldNeeds } from "./patients.ts";
import { preparedid } from "./prepared.ts";
import { visitnote } from "./visit-notes.ts";

/**
 * A prescription that blocks a next prescription order, or soon will: no refills are left, or too few for a longer box of another medicine that needs
 * it.
 */
export const PrescriptionRenewal = z.object({
  id: Id,
  patient: PatientSummary,
  item: PlanItem,
  rxnumber: z.string(),
  /** An answer given since it was prescribed speaks against it. */
  onhold: z.boolean(),
  /** What the screening rules raise for this product and the patient's current answers, and what it would be renewed without. */
  flags: ScreeningFlags,
  requestedat: Moment,
});
export type PrescriptionRenewal = z.output<typeof PrescriptionRenewal>;

/** A page of what waits; with `patientid` only what waits of this patient. */
const OfPatientQuery = z.extend(PageQuery, { patientid: optionalText(Id) });

/** An upsell that a patient in care accepted; the doctor decides before it is charged and sent. */
export const UpsellRequest = z.object({
  id: Id,
  patient: PatientSummary,
  order: Order,
  items: z.array(PlanItem),
  /** What the screening rules raise for these products and the patient's current answers. */
  flags: ScreeningFlags,
  status: z.enum(["open", "approved", "declined"]),
  requestedat: Moment,
});
export type UpsellRequest = z.output<typeof UpsellRequest>;

/** A treatment change as it would be if it were made now. */
export const TreatmentChangeQuote = z.object({
  /** `waiting`: the patient has to agree first, because it costs more or is charged sooner; until they do, nothing is charged for it. */
  status: z.enum(["waiting", "agreed"]),
  /** Of one charge, with today's tax, and the days it lasts. */
  price: Dollars,
  dayssupply: z.int(),
  before: Dollars,
  daysbefore: z.int(),
  /** The first charge of the new one, if the patient answers today; null while none is planned. */
  chargeon: z.nullable(Day),
  /** The last day of what the patient has at home of the old one, used as `untilpace` has it; null where they have none. */
  onhanduntil: z.nullable(Day),
  /** How the patient uses two of what they have at once, until another strength begins; null where that may not be. */
  double: z.nullable(z.string()),
  /** What the patient reads on how to use it, unless the doctor writes something else. */
  directions: z.string(),
  /** Refills, unless the doctor names another number. */
  refills: z.int(),
  /** Why it's refused, in a sentence for the practice; null: it isn't. */
  obstacle: z.nullable(z.string()),
  /** Rules to weigh: going against them takes `despitewarning`, and of a person the reason in `override`. */
  warnings: z.array(z.object({ ruleid: z.string(), text: z.string() })),
});
export type TreatmentChangeQuote = z.output<typeof TreatmentChangeQuote>;

/** When a change begins; left out, when the box the patient has ends. */
const begins = optionalText(z.enum(changeBegins));
/** With `begins: on_day`: the first day of the new one, later than today and not beyond what the practice allows. */
const beginson = optionalText(Day);
const until = optionalText(z.enum(changeUntil));
/** With `until: directions`: how fast they use what they have until then, as a share of its label; left out: as before. */
const untilpace = optionalText(z.enum(bridgePaces));

/** What the practice prescribes: plans, prescription renewals, upsells and treatment changes; spread into `care`. */
export const prescribingCalls = {
  approvePlan: clinicCall("POST /clinic/patient/{id}/plan/approve", {
    summary:
      "Approve the plan, all of it or product by product: prescriptions are written and the payment is captured. What is `declined`, `replaced` or to `start` later isn't in the first parcel, and what it costs is refunded at once",
    access: {
      needs: ["write:prescribing"],
      record: "patient",
      decidesFor: "patient",
      work: "case",
      inDoctorsName: true,
      fieldNeeds: recordFieldNeeds,
    },
    idempotency: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...DecisionFields,
          visitnote,
          revision,
          /** Accepts the patient first if nobody has: both happen, or neither. */
          accept: z.optional(z.boolean()),
          refills: refillsByProduct,
          directions: directionsByProduct,
          declined: declinedProducts,
          replaced: replacedProducts,
          start: startDays,
          followupon,
          override,
        }),
      ),
    ),
    ok: PatientRecord,
    errors: [
      "wrong_state",
      "conflict",
      "override_required",
      "not_available_in_state",
      ...declineErrors,
      "payment_pending",
    ],
  }),
  declinePlan: clinicCall("POST /clinic/patient/{id}/plan/decline", {
    summary: "Decline the plan: the authorization is voided and the patient is told why",
    access: {
      needs: ["write:prescribing"],
      record: "patient",
      decidesFor: "patient",
      work: "case",
      inDoctorsName: true,
      fieldNeeds: recordFieldNeeds,
    },
    idempotency: true,
    params: IdParams,
    body: DeclineBody,
    ok: PatientRecord,
    errors: ["wrong_state", "conflict"],
  }),
  prescriptionRenewals: clinicCall("GET /clinic/renewal", {
    summary: "Prescriptions to renew, longest wait first",
    access: { needs: ["read:prescribing"] },
    query: OfPatientQuery,
    ok: paged(PrescriptionRenewal),
  }),
  approvePrescriptionRenewal: clinicCall("POST /clinic/renewal/{id}/approve", {
    summary: "Renew the prescription: prescription orders that waited for it are planned, and the patient is notified",
    access: {
      needs: ["write:prescribing"],
      record: "renewal",
      decidesFor: "renewal",
      work: "renewal",
      inDoctorsName: true,
      fieldNeeds: recordFieldNeeds,
    },
    idempotency: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...DecisionFields,
          visitnote,
          revision,
          refills,
          directions,
          followupon,
          /** Prescribe it although an answer given since speaks against it, or what it's taken with is missing; without this flag it is refused. */
          despitewarning: z.optional(z.boolean()),
          override,
          preparedid,
        }),
      ),
    ),
    ok: PatientRecord,
    errors: ["wrong_state", "conflict", "override_required"],
  }),
  declinePrescriptionRenewal: clinicCall("POST /clinic/renewal/{id}/decline", {
    summary:
      "Do not renew the prescription: its subscriptions end, nothing more is charged, and the patient is told why",
    access: {
      needs: ["write:prescribing"],
      record: "renewal",
      decidesFor: "renewal",
      work: "renewal",
      inDoctorsName: true,
      fieldNeeds: recordFieldNeeds,
    },
    idempotency: true,
    params: IdParams,
    body: z.extend(DeclineBody, { preparedid }),
    ok: PatientRecord,
    errors: ["wrong_state", "conflict"],
  }),
  treatmentChangeQuote: clinicCall("GET /clinic/subscription/{id}/change", {
    summary:
      "What a change to this product would mean, before it's made: what the patient pays, whether they have to agree, and what speaks against it",
    access: { needs: ["read:prescribing"], record: "subscription" },
    params: IdParams,
    query: z.object({ productid: singleLine(60), pricingid: singleLine(80), begins, beginson, until, untilpace }),
    ok: TreatmentChangeQuote,
  }),
  changeTreatment: clinicCall("POST /clinic/subscription/{id}/change", {
    summary:
      "Prescribe another product, strength or supply instead, beginning now, when the box ends or on a day: at once when that costs the patient no more and nothing sooner, otherwise once they agree",
    access: { needs: ["write:prescribing"], record: "subscription", decidesFor: "subscription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      productid: singleLine(60),
      pricingid: singleLine(80),
      followupid: optionalText(Id),
      begins,
      beginson,
      until,
      /** With `until: directions`: how the patient uses what they have until the other one begins. */
      untildirections: directions,
      untilpace,
      directions,
      refills,
      followupon,
      /** Prescribe it although a screening rule speaks against it; a STOP is still refused. */
      despitewarning: z.optional(z.boolean()),
      override,
      ...DecisionFields,
      visitnote,
      revision,
      preparedid,
    }),
    ok: z.object({
      status: z.enum(["waiting", "agreed"]),
      price: Dollars,
      before: Dollars,
      subscription: Subscription,
    }),
    status: 201,
    errors: ["wrong_state", "conflict", "override_required", "not_available_in_state"],
  }),
  withdrawChange: clinicCall("POST /clinic/subscription/{id}/change/withdraw", {
    summary:
      "Take back a treatment change that the patient hasn't answered: everything is as before it, also what it stopped",
    access: { needs: ["write:prescribing"], record: "subscription", decidesFor: "subscription", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      doctorid: DecisionFields.doctorid,
      /** The patient reads why. */
      note: multiLine(2000, "Please tell the patient why."),
      visitnote,
    }),
    ok: z.object({ subscription: Subscription }),
    errors: ["wrong_state"],
  }),
  upsells: clinicCall("GET /clinic/upsell", {
    summary: "Upsells that patients in care accepted and a doctor has to decide, longest wait first",
    access: { needs: ["read:prescribing"] },
    query: OfPatientQuery,
    ok: paged(UpsellRequest),
  }),
  approveUpsell: clinicCall("POST /clinic/upsell/{id}/approve", {
    summary: "Prescribe the upsell: the payment is captured and the order is sent",
    access: {
      needs: ["write:prescribing"],
      record: "upsell",
      decidesFor: "upsell",
      work: "upsell",
      inDoctorsName: true,
    },
    idempotency: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...DecisionFields,
          visitnote,
          revision,
          directions: directionsByProduct,
          followupon,
          despitewarning: z.optional(z.boolean()),
          override,
        }),
      ),
    ),
    ok: UpsellRequest,
    errors: ["wrong_state", "conflict", "override_required"],
  }),
  declineUpsell: clinicCall("POST /clinic/upsell/{id}/decline", {
    summary: "Do not prescribe the upsell: its authorization is voided, and the patient is told why",
    access: {
      needs: ["write:prescribing"],
      record: "upsell",
      decidesFor: "upsell",
      work: "upsell",
      inDoctorsName: true,
    },
    idempotency: true,
    params: IdParams,
    body: DeclineBody,
    ok: UpsellRequest,
    errors: ["wrong_state", "conflict"],
  }),
} as const;
