import { declineErrors } from "#contract/http/errors.ts";
import * as z from "zod/mini";
import {
  DeclineBody,
  declinedProducts,
  directions,
  directionsByProduct,
  DecisionFields,
  refills,
  refillsByProduct,
  replacedProducts,
  revision,
  ScreeningFlags,
  startDays,
} from "./decision-fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { Order } from "#contract/orders/orders.ts";
import { PlanItem } from "#contract/treatment/plan.ts";
import { Subscription } from "#contract/treatment/subscriptions.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientRecord, PatientSummary, recordFieldScopes } from "./patients.ts";
import { Dollars, Id, singleLine, Moment, optionalText, paged } from "#contract/fields/fields.ts";

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
  requestedat: Moment,
});
export type PrescriptionRenewal = z.output<typeof PrescriptionRenewal>;

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

/** What the practice prescribes: plans, prescription renewals, upsells and treatment changes; spread into `care`. */
export const prescribingCalls = {
  approvePlan: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/plan/approve",
    summary:
      "Approve the plan, all of it or product by product: prescriptions are written and the payment is captured. What is `declined`, `replaced` or to `start` later isn't in the first parcel, and what it costs is refunded at once",
    auth: "clinic",
    scopes: ["rx"],
    fieldScopes: recordFieldScopes,
    idempotency: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...DecisionFields,
          revision,
          refills: refillsByProduct,
          directions: directionsByProduct,
          declined: declinedProducts,
          replaced: replacedProducts,
          start: startDays,
        }),
      ),
    ),
    ok: PatientRecord,
    errors: ["wrong_state", "conflict", "not_available_in_state", ...declineErrors, "payment_pending"],
  }),
  declinePlan: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/plan/decline",
    summary: "Decline the plan: the authorization is voided and the patient is told why",
    auth: "clinic",
    scopes: ["rx"],
    fieldScopes: recordFieldScopes,
    idempotency: true,
    params: IdParams,
    body: DeclineBody,
    ok: PatientRecord,
    errors: ["wrong_state", "conflict"],
  }),
  prescriptionRenewals: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/renewal",
    summary: "Prescriptions to renew, longest wait first",
    auth: "clinic",
    scopes: ["clinical", "rx"],
    query: PageQuery,
    ok: paged(PrescriptionRenewal),
    errors: [],
  }),
  approvePrescriptionRenewal: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/renewal/{id}/approve",
    summary: "Renew the prescription: prescription orders that waited for it are planned, and the patient is notified",
    auth: "clinic",
    scopes: ["rx"],
    fieldScopes: recordFieldScopes,
    idempotency: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...DecisionFields,
          revision,
          refills,
          directions,
          /** Prescribe it although an answer given since speaks against it; without this flag it is refused. */
          despitewarning: z.optional(z.boolean()),
        }),
      ),
    ),
    ok: PatientRecord,
    errors: ["wrong_state", "conflict"],
  }),
  declinePrescriptionRenewal: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/renewal/{id}/decline",
    summary:
      "Do not renew the prescription: its subscriptions end, nothing more is charged, and the patient is told why",
    auth: "clinic",
    scopes: ["rx"],
    fieldScopes: recordFieldScopes,
    idempotency: true,
    params: IdParams,
    body: DeclineBody,
    ok: PatientRecord,
    errors: ["wrong_state", "conflict"],
  }),
  changeTreatment: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/subscription/{id}/change",
    summary:
      "Prescribe another product, strength or supply instead: at the next charge when it costs the patient no more, otherwise once they agree",
    auth: "clinic",
    scopes: ["rx"],
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      productid: singleLine(60),
      pricingid: singleLine(80),
      followupid: optionalText(Id),
      directions,
      refills,
      /** Prescribe it although a screening rule speaks against it; a STOP is still refused. */
      despitewarning: z.optional(z.boolean()),
      ...DecisionFields,
      revision,
    }),
    ok: z.object({
      status: z.enum(["waiting", "agreed"]),
      price: Dollars,
      before: Dollars,
      subscription: Subscription,
    }),
    status: 201,
    errors: ["wrong_state", "conflict", "not_available_in_state"],
  }),
  upsells: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/upsell",
    summary: "Upsells that patients in care accepted and a doctor has to decide, longest wait first",
    auth: "clinic",
    scopes: ["clinical", "rx"],
    query: PageQuery,
    ok: paged(UpsellRequest),
    errors: [],
  }),
  approveUpsell: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/upsell/{id}/approve",
    summary: "Prescribe the upsell: the payment is captured and the order is sent",
    auth: "clinic",
    scopes: ["rx"],
    idempotency: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...DecisionFields,
          revision,
          directions: directionsByProduct,
          despitewarning: z.optional(z.boolean()),
        }),
      ),
    ),
    ok: UpsellRequest,
    errors: ["wrong_state", "conflict"],
  }),
  declineUpsell: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/upsell/{id}/decline",
    summary: "Do not prescribe the upsell: its authorization is voided, and the patient is told why",
    auth: "clinic",
    scopes: ["rx"],
    idempotency: true,
    params: IdParams,
    body: DeclineBody,
    ok: UpsellRequest,
    errors: ["wrong_state", "conflict"],
  }),
} as const;
