import { type RawBuilder, sql } from "kysely";
import type { Tables } from "#server/platform/database/tables.ts";
import type { DataSubject } from "./data-subject.ts";

/**
 * What happens to a table's rows: `keep`, `delete`, or an update with `set` that removes the person
 * from them; `where` limits it to some of the rows.
 */
export type ErasureAction = "keep" | "delete" | PartialErasure;
export interface PartialErasure {
  readonly set?: RawBuilder<unknown>;
  readonly where?: RawBuilder<boolean>;
}

export interface TableRule {
  readonly table: Exclude<keyof Tables, `sandbox.${string}`>;
  /**
   * `clinical` is kept during retention, `money` permanently without the person, `personal` is deleted at once, `technical` depends on its rule;
   * `nobody` has no patient's rows.
   */
  readonly kind: "clinical" | "money" | "personal" | "technical" | "nobody";
  /** Which rows are the patient's. */
  readonly rows: (subject: DataSubject) => RawBuilder<boolean>;
  /** Columns of a clinical table with dates of care: retention starts at the latest of them. */
  readonly careDateColumns: readonly string[];
  readonly whileRetained: ErasureAction;
  readonly afterRetention: ErasureAction;
}

type Rows = TableRule["rows"];
type Table = TableRule["table"];

const byPatientId: Rows = ({ id }) => sql`patient_id = ${id}`;
const ordersOf = (id: string) => sql`select id from customer_order where patient_id = ${id}`;
const byOrders: Rows = ({ id }) => sql`order_id in (${ordersOf(id)})`;
const bySessions: Rows = ({ id }) => sql`session_id in (select id from session where patient_id = ${id})`;
const byPaymentIntents: Rows = ({ id }) =>
  sql`payment_intent_id in (select id from payment_intent where patient_id = ${id})`;
const byPatientOrFriend: Rows = ({ id }) => sql`patient_id = ${id} or friend_id = ${id}`;
const overwrite = (assignments: RawBuilder<unknown>): PartialErasure => ({ set: assignments });

const clinical = (table: Table, careDateColumns: readonly string[] = [], rows: Rows = byPatientId): TableRule => ({
  table,
  kind: "clinical",
  rows,
  careDateColumns,
  whileRetained: "keep",
  afterRetention: "delete",
});
const money = (table: Table, afterRetention: ErasureAction, rows: Rows = byPatientId): TableRule => ({
  table,
  kind: "money",
  rows,
  careDateColumns: [],
  whileRetained: "keep",
  afterRetention,
});
const personal = (table: Table, rows: Rows = byPatientId): TableRule => ({
  table,
  kind: "personal",
  rows,
  careDateColumns: [],
  whileRetained: "delete",
  afterRetention: "delete",
});
const technical = (table: Table, action: "keep" | "delete", rows: Rows = byPatientId): TableRule => ({
  table,
  kind: "technical",
  rows,
  careDateColumns: [],
  whileRetained: action,
  afterRetention: action,
});
const withoutPatient = (table: Table): TableRule => ({
  table,
  kind: "nobody",
  rows: () => sql`false`,
  careDateColumns: [],
  whileRetained: "keep",
  afterRetention: "keep",
});

/** The rule of every table, ordered so that referring rows go before those they refer to. A test compares it with the schema. */
export const erasureRules: readonly TableRule[] = [
  personal("notification"),
  personal("notification_preference"),
  personal("patient_mail"),
  clinical(
    "emergency_action",
    ["at"],
    ({ id, anonymousIds }) =>
      sql`report_id in (select r.id from emergency_report r where r.patient_id = ${id} or r.id = any(${anonymousIds}::uuid[]))`,
  ),
  clinical(
    "emergency_report",
    ["reported_at"],
    ({ id, anonymousIds }) => sql`patient_id = ${id} or id = any(${anonymousIds}::uuid[])`,
  ),
  // Internal, about what the patient wrote: it goes with the messages.
  clinical("conversation_handover", ["handed_at"]),
  // Whose a conversation is now; who answered is in the audit.
  personal("staff_assignment"),
  // What was asked about its reader: the access itself stays in the audit.
  personal("access_finding"),
  personal("contact_email"),
  // A question about a decision for the patient names no patient, and goes with the decision.
  clinical(
    "task",
    ["opened_at", "ended_at"],
    ({ id }) =>
      sql`(patient_id = ${id} or reviewed_decision_id in (select id from peer_review_decision where patient_id = ${id}))`,
  ),
  clinical("peer_review_decision", ["judged_at"]),
  clinical("message", ["created_at"]),
  clinical("conversation"),
  clinical("treatment_change", ["created_at", "decided_at"]),
  clinical("medicine_suggestion", ["created_at", "decided_at"]),
  clinical("followup_answer", ["answered_at"]),
  clinical("followup", ["completed_at"]),
  clinical("check_in", ["answered_at"]),
  personal("check_in_preference"),
  clinical("dose", ["noted_at"]),
  // Which days the patient picked says nothing that the log does not; without it no reminder is mailed.
  personal("dose_schedule"),
  clinical("work_item", ["opened_at", "closed_at"]),
  clinical("insurance_document", ["created_at"]),
  {
    ...personal("identity_photo"),
    whileRetained: {
      where: sql`not exists (select from onboarding o where o.patient_id = identity_photo.patient_id and o.identity_status = 'review')`,
    },
  },
  {
    // The bytes are deleted with their rows. During retention only files that neither the record nor an open identity check refers to.
    ...clinical("uploaded_file"),
    whileRetained: {
      where: sql`not exists (select from message m where m.file_id = uploaded_file.id)
        and not exists (select from insurance_document d where d.file_id = uploaded_file.id)
        and not exists (select from identity_photo p where p.file_id = uploaded_file.id)`,
    },
  },
  clinical("renewal_request", ["requested_at", "decided_at"]),
  clinical("prescription_order"),
  money("order_line", overwrite(sql`prescription_id = null`), byOrders),
  clinical("prescription_action", ["at"]),
  clinical("early_fill", ["granted_at"]),
  clinical("directions_change", ["made_at"]),
  clinical("medicine_rest", ["made_at", "begin_noticed_at", "end_noticed_at"]),
  clinical("prescription", ["approved_at"]),
  clinical("care_case", ["submitted_at", "decided_at"]),
  clinical("upsell_request", ["requested_at", "decided_at"]),
  clinical(
    "changed_subscription_line",
    [],
    ({ id }) => sql`subscription_id in (select id from subscription where patient_id = ${id})`,
  ),
  clinical("patient_request", ["done_at"]),
  clinical("subscription", ["started_at"]),
  clinical("health_answer", ["answered_at"]),
  clinical("health_answers_version", ["answered_at"]),
  clinical("told_answers", ["recorded_at"]),
  clinical("screening_hit", ["at"]),
  clinical("medical_letter", ["issued_at"]),
  clinical("staff_note", ["written_at"]),
  clinical("visit_note", ["signed_at"]),
  clinical("warning_override", ["decided_at"]),
  clinical("prescribing_decision", ["decided_at"]),
  clinical("staff_record_access"),
  clinical("record_copy", ["made_at"]),
  clinical("record_code", ["made_at"]),
  clinical("list_action_patient", ["settled_at"]),
  clinical("treatment_choice"),
  clinical("consent"),
  {
    ...clinical("onboarding"),
    whileRetained: overwrite(
      sql`tracking = '{}', tracking_updated_at = null, shareasale_click_id = null, deduplication_id = null, used_referral_code = null, ssn_last4_sealed = null`,
    ),
  },
  clinical("shipping_address"),
  clinical("order_cancellation", [], byOrders),
  // A recall may have to find whom a lot went to as long as the record is kept.
  clinical(
    "packed_box",
    [],
    ({ id }) => sql`fill_id in (select f.id from order_fill f where f.order_id in (${ordersOf(id)}))`,
  ),
  clinical("order_fill", ["packed_at"], byOrders),
  money("billing_address", "delete"),

  // Nobody is compared with, or linked to, whoever was erased.
  personal("person_digest"),
  personal("person_due"),
  personal(
    "person_verdict",
    ({ id }) => sql`pair_id in (select p.id from person_pair p where ${id}::uuid in (p.earlier_id, p.later_id))`,
  ),
  // Both ways to sign in are in it, and the other record's id.
  personal("record_merge", ({ id }) => sql`${id}::uuid in (surviving_id, retired_id)`),
  personal("person_pair", ({ id }) => sql`${id}::uuid in (earlier_id, later_id)`),
  // The practice finds the record by them as long as it has to keep it.
  clinical("patient_search_term"),
  personal("refresh_token", bySessions),
  // Those of the practice's people have no patient.
  personal(
    "single_use_link",
    ({ id }) => sql`patient_id = ${id} or session_id in (select id from session where patient_id = ${id})
      or helper_id in (select h.id from helper h where h.patient_id = ${id})`,
  ),
  personal("session"),
  // Who wrote for the patient, and what the patient authorized.
  clinical("helper", ["authorized_at"]),
  personal("email_change"),
  // Replies kept so that a call sent twice is done once, including those to the practice.
  personal("idempotency_key", ({ id }) => sql`owner = ${id} or ${id}::uuid = any(audited_patient_ids)`),

  personal("mailing_list", ({ mailingHash }) => sql`email_hash = ${mailingHash}`),
  personal("lead", ({ leadHash }) => sql`email_hash = ${leadHash}`),
  personal("contact_message", ({ id, anonymousIds }) => sql`patient_id = ${id} or id = any(${anonymousIds}::uuid[])`),
  personal("marketing_event"),
  personal("order_attribution", byOrders),
  personal(
    "visitor_tracking",
    ({ id }) => sql`cookie_id::text in (select subject from experiment_assignment where patient_id = ${id})`,
  ),
  personal("experiment_assignment", ({ id }) => sql`patient_id = ${id} or subject = ${id}`),
  personal("measurement_consent"),
  personal("upsell"),
  personal("referral_invitation", ({ id, friendDigest }) => sql`patient_id = ${id} or email_digest = ${friendDigest}`),
  // Rewards refer to it; nobody can use the code any longer.
  {
    ...personal("referral_code"),
    whileRetained: overwrite(sql`code = 'erased-' || patient_id`),
    afterRetention: overwrite(sql`code = 'erased-' || patient_id`),
  },
  money("referral_reward", "keep", byPatientOrFriend),
  money("referral_disqualification", "keep", ({ id }) => sql`friend_id = ${id}`),

  money("earned_discount", "keep"),
  money("credit", overwrite(sql`note_sealed = null`)),
  money("write_off", overwrite(sql`note_sealed = null`)),
  money("coupon_use", "keep"),
  money("order_event", overwrite(sql`detail = null`), byOrders),
  money("shipment", overwrite(sql`tracking_number = 'erased', tracking_url = null, owns_number = false`), byOrders),
  // The address is overwritten row by row, because its encryption is bound to its row.
  money("customer_order", overwrite(sql`idempotency_key = null`)),
  money("payment_intent", "keep"),
  money("refund", overwrite(sql`reason = 'erased'`), byPaymentIntents),
  money("dispute", overwrite(sql`evidence_sealed = null`)),
  money("payment_mismatch", "keep", byOrders),
  money("payment_release", "keep", byOrders),
  money(
    "payment_source",
    overwrite(
      sql`gateway_method_id = 'erased-' || id, brand = 'erased', last4 = '0000', exp_month = 1, exp_year = 2000, fingerprint = null`,
    ),
  ),
  // The gateway deletes the customer as well.
  personal("payment_customer"),
  money("ledger_entry", "keep", byOrders),

  technical("audit_event", "keep"),
  // Of a month: their tasks are about no patient.
  technical("peer_review_month", "keep", () => sql`false`),
  technical("peer_review", "keep", () => sql`false`),
  // Of a payout: its task is about no patient.
  technical("payout_difference", "keep", () => sql`false`),
  // Of a week: its task is about no patient.
  technical("access_review", "keep", () => sql`false`),
  // Name, birthday and address belong to the record during its retention. The sealed e-mail is overwritten separately, row by row.
  {
    ...clinical("patient", [], ({ id }) => sql`id = ${id}`),
    whileRetained: overwrite(sql`profile_file_id = null, invitation_code = null, email_refused_at = null`),
    afterRetention: overwrite(
      sql`profile_file_id = null, invitation_code = null, firstname = null, lastname = null, phone_sealed = null, birthday_sealed = null,
        pharmacy_sealed = null, state = null, failed_transaction_reason = null, email_refused_at = null`,
    ),
  },
  // Last, because triggers record the changes above in them.
  technical("change_event", "delete"),
  technical(
    "webhook_delivery",
    "delete",
    ({ id }) => sql`event_id in (select id from clinic_event where patient_id = ${id})`,
  ),
  technical("clinic_event", "delete"),
  technical("change_feed", "delete"),

  ...(
    [
      "coupon_counter",
      // Sums and order numbers of a day, as the books keep them.
      "day_closing",
      "doctor",
      "doctor_license",
      "doctor_portrait",
      // Encrypted, and deleted after 90 days.
      "error_report",
      "followup_code",
      // Of a helper; it goes with the last patient they help.
      "helper_account",
      // Only a digest: who asked for no invitations still gets none.
      "invitation_opt_out",
      // By what patients were listed, and how far what was done for them is: who they were is in list_action_patient.
      "list_action",
      "saved_list",
      // Only digests, of the last hour.
      "mail_refusal",
      "order_transition",
      "outside_failure",
      "recalled_lot",
      "secrets_canary",
      "setting",
      "webhook_event",
      "api_key",
      "webhook_endpoint",
      "staff_member",
      "staff_session",
      "staff_passkey",
      "staff_authenticator",
      "staff_recovery_code",
      "staff_oidc_login",
      "staff_claim",
      // Sealed, and deleted a month after it was last written.
      "staff_draft",
    ] as const
  ).map(withoutPatient),
];
