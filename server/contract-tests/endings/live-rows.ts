import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/*
 * What a table's row still does while it is live: it opens something to whoever has its secret, holds what others could have, leads to a charge, is sent,
 * is shown or counted, or is how somebody is found. `t` is the row and `now` the server's time. Each condition says for itself when that is over, and
 * calls nothing of the product, so that an ending that forgets one of them leaves a live row.
 */

type Does = "opens" | "holds" | "charges" | "sends" | "shows" | "counts" | "finds";

interface LiveRows {
  readonly does: Does;
  /** SQL of the condition. */
  readonly while: string;
  /** SQL of the ids of whose it is, where the row names them only through another one. */
  readonly of?: string;
  /** SQL of values that are part of what is live: another value is another row. */
  readonly state?: string;
}

const ofSession = "(select patient_id from session s where s.id = t.session_id)";
const ofOrder = "(select patient_id from customer_order o where o.id = t.order_id)";
const isSessionLive =
  "exists (select from session s where s.id = t.session_id and s.revoked_at is null and s.expires_at > now)";

export const liveRows: Readonly<Record<string, LiveRows>> = {
  patient: { does: "opens", while: "t.closed_at is null", state: "t.email" },
  session: { does: "opens", while: "t.revoked_at is null and t.expires_at > now" },
  refresh_token: { does: "opens", while: `t.used_at is null and ${isSessionLive}`, of: ofSession },
  single_use_link: {
    does: "opens",
    while: `t.ended_at is null and t.expires_at > now and (t.session_id is null or ${isSessionLive})
      and not exists (select from email_change c where t.digest in (c.code_hash, c.stop_hash) and c.stopped_at is not null)`,
    of: ofSession,
    state: "t.purpose",
  },
  api_key: { does: "opens", while: "t.revoked_at is null and (t.expires_at is null or t.expires_at > now)" },
  staff_member: { does: "opens", while: "t.disabled_at is null" },
  staff_session: { does: "opens", while: "t.ended_at is null and t.ends_at > now and t.stage <> 'locked'" },
  staff_passkey: { does: "opens", while: "true" },
  staff_authenticator: { does: "opens", while: "t.confirmed_at is not null" },
  staff_recovery_code: { does: "opens", while: "t.used_at is null" },
  staff_oidc_login: { does: "opens", while: "t.expires_at > now" },
  staff_record_access: { does: "opens", while: "t.ends_at > now" },
  record_code: { does: "opens", while: "t.ended_at is null and coalesce(t.open_until, t.expires_at) > now" },
  conversation: { does: "opens", while: "t.closed_at is null" },
  followup: {
    does: "opens",
    while: "t.completed_at is null or (t.awaiting_doctor_since is not null and t.closed_at is null)",
    state: "concat(t.completed_at is null, t.closed_at is null)",
  },
  uploaded_file: { does: "opens", while: "true" },
  doctor_portrait: { does: "opens", while: "true" },

  coupon_use: { does: "holds", while: "t.released_at is null" },
  earned_discount: { does: "holds", while: "t.order_id is not null", state: "t.order_id" },
  credit: { does: "holds", while: "t.withdrawn_at is null" },
  write_off: { does: "holds", while: "t.ended_at is null", of: "t.prescription_order_id" },
  onboarding: {
    does: "holds",
    while: "t.status = 'PENDING' and coalesce(t.coupon_code, t.used_referral_code) is not null",
    state: "concat(t.coupon_code, ' ', t.used_referral_code)",
  },
  payment_intent: {
    does: "holds",
    while: "t.status in ('created', 'unknown', 'requires_capture')",
  },
  "sandbox.intent": { does: "holds", while: "t.status = 'requires_capture'" },
  payment_mismatch: { does: "holds", while: "t.outcome is null", of: ofOrder },
  payment_release: { does: "holds", while: "t.completed_at is null", of: ofOrder },
  refund: { does: "holds", while: "t.status in ('created', 'unknown')" },
  order_fill: {
    does: "holds",
    while: `t.voided_at is null and exists (select from order_line l join customer_order o on o.id = l.order_id
      where l.order_id = t.order_id and l.line = t.line and l.cancelled_at is null and o.status in ('authorized', 'paid'))`,
    of: ofOrder,
  },
  person_pair: { does: "holds", while: "t.verdict is null", of: "t.later_id" },
  record_merge: {
    does: "holds",
    while: "t.undone_at is null and (t.merged_at is not null or t.withdrawn_at is null and t.open_until > now)",
    of: "concat(t.surviving_id, ' ', t.retired_id)",
    state: "t.merged_at",
  },
  staff_claim: { does: "holds", while: "t.ends_at > now", state: "t.member_id" },
  staff_assignment: { does: "holds", while: "true", state: "t.member_id" },
  staff_draft: { does: "holds", while: "true" },

  subscription: { does: "charges", while: "t.status <> 'cancelled'", state: "t.status" },
  prescription_order: { does: "charges", while: "t.status = 'scheduled'" },
  prescription: {
    does: "charges",
    while: "t.status = 'active' and t.stopped_at is null and t.discontinued_at is null and t.on_hold_at is null",
  },
  payment_source: { does: "charges", while: "t.gateway_method_id not like 'erased-%'" },
  payment_customer: { does: "charges", while: "true" },
  "sandbox.customer": { does: "charges", while: "t.deleted_at is null" },

  customer_order: {
    does: "sends",
    while: "t.status in ('pending', 'authorizing', 'unknown', 'authorized', 'paid', 'mismatch')",
  },
  order_line: {
    does: "sends",
    while: `t.cancelled_at is null and exists (select from customer_order o
      where o.id = t.order_id and o.status in ('pending', 'authorizing', 'unknown', 'authorized', 'paid', 'mismatch'))`,
    of: ofOrder,
  },
  shipment: { does: "sends", while: "t.delivered_at is null and t.returned_at is null", of: ofOrder },
  "pgboss.job": { does: "sends", while: "t.state in ('created', 'retry', 'active')" },
  dose_schedule: { does: "sends", while: "t.remind_at is not null" },
  check_in_preference: { does: "sends", while: "t.wanted" },
  notification_preference: { does: "sends", while: "t.message_mails or t.update_mails" },
  mailing_list: { does: "sends", while: "true" },
  lead: { does: "sends", while: "true" },
  measurement_consent: { does: "sends", while: "t.allowed" },
  marketing_event: { does: "sends", while: "t.forwarded_at is null" },
  webhook_endpoint: { does: "sends", while: "t.disabled_at is null", state: "t.secret_sealed" },
  webhook_delivery: { does: "sends", while: "t.delivered_at is null and t.next_attempt_at is not null" },
  referral_reward: { does: "sends", while: "t.granted_at is null" },

  upsell: { does: "shows", while: "t.status = 'open'" },
  treatment_choice: { does: "shows", while: "true" },
  staff_note: { does: "shows", while: "t.withdrawn_at is null" },
  visit_note: { does: "shows", while: "t.withdrawn_at is null" },
  identity_photo: { does: "shows", while: "true" },
  insurance_document: { does: "shows", while: "t.withdrawn_at is null", state: "t.file_id" },
  doctor: {
    does: "shows",
    while: "t.active and (t.away_until is null or t.away_until < now::date)",
    state: "concat(t.accepts_patients, t.portrait_id)",
  },
  doctor_license: {
    does: "shows",
    while: `(t.valid_until is null or t.valid_until >= now::date)
      and exists (select from doctor d where d.id = t.doctor_id and d.active)`,
  },

  care_case: { does: "counts", while: "t.status in ('submitted', 'accepted')" },
  renewal_request: { does: "counts", while: "t.status = 'open'" },
  upsell_request: { does: "counts", while: "t.status = 'open'" },
  treatment_change: { does: "counts", while: "t.status = 'waiting'" },
  task: { does: "counts", while: "t.ended_at is null" },
  access_finding: { does: "counts", while: "t.outcome is null" },
  peer_review_decision: { does: "counts", while: "t.outcome is null" },
  contact_email: {
    does: "sends",
    while: "t.confirmed_at is not null and exists (select from task e where e.id = t.task_id and e.ended_at is null)",
  },
  helper: { does: "shows", while: "t.ended_at is null and t.expires_at > now", state: "t.joined_at" },
  helper_account: {
    does: "opens",
    while: "true",
    of: "(select string_agg(h.id::text, ' ') from helper h where h.account_id = t.id)",
  },
  medicine_suggestion: { does: "counts", while: "t.status = 'waiting'" },
  list_action_patient: { does: "sends", while: "t.outcome is null" },
  work_item: { does: "counts", while: "t.closed_at is null" },
  emergency_report: {
    does: "counts",
    while: "t.closed_at is null",
    state: "concat(t.acknowledged_at, t.dismissed_at)",
  },
  contact_message: { does: "counts", while: "t.answered_at is null" },
  dispute: {
    does: "counts",
    while: "t.status in ('inquiry', 'needs_response', 'under_review') or t.charges_resumed_at is null",
    state: "t.charges_resumed_at",
  },
  notification: {
    does: "counts",
    while: "t.read_at is null",
    of: "(select id from message m where m.conversation_id = t.conversation_id and m.seq = t.seq)",
  },
  message: {
    does: "counts",
    while: `t.action_status = 'PENDING' or (t.role <> 'patient' and t.withdrawn_at is null and t.seq > (select read_seq from conversation c where c.id = t.conversation_id))
      or (t.role = 'patient' and t.seq > (select staff_read_seq from conversation c where c.id = t.conversation_id))`,
  },
  // Only where it counts what isn't there, or not all that is.
  coupon_counter: {
    does: "counts",
    while: "t.used <> (select count(*) from coupon_use u where u.code = t.code and u.released_at is null)",
  },

  person_digest: { does: "finds", while: "true" },
  patient_search_term: { does: "finds", while: "true" },
  referral_code: { does: "finds", while: "t.code not like 'erased-%'" },
  referral_invitation: { does: "finds", while: "true" },
};

/** Tables whose rows do nothing any more: by why. */
export const atRest: Readonly<Record<string, readonly string[]>> = {
  "what was, kept as it was: the record and the books": [
    ...[
      "check_in",
      "dose",
      "consent",
      "health_answer",
      "health_answers_version",
      "told_answers",
      "screening_hit",
      "medical_letter",
    ],
    ...[
      "prescribing_decision",
      "warning_override",
      "prescription_action",
      "early_fill",
      "directions_change",
      "medicine_rest",
      "patient_request",
      "order_cancellation",
      "person_verdict",
    ],
    ...["conversation_handover", "emergency_action", "list_action", "followup_answer", "record_copy", "audit_event"],
    ...[
      "ledger_entry",
      "order_event",
      "day_closing",
      "access_review",
      "payout_difference",
      "peer_review",
      "peer_review_month",
      "referral_disqualification",
      "changed_subscription_line",
    ],
    ...[
      "sandbox.dispute",
      "sandbox.movement",
      "sandbox.payout",
      "sandbox.refund",
      "sandbox.payment_method",
      "sandbox.token",
    ],
    ...["order_attribution", "experiment_assignment", "visitor_tracking", "patient_mail"],
  ],
  "part of a row that is listed: of the account, and of the change of an e-mail, whose links open it": [
    ...["billing_address", "shipping_address", "email_change"],
  ],
  "part of what was packed, which is listed": ["packed_box"],
  "a question, about nobody in particular": ["saved_list"],
  "of a lot, which nobody is sent: whose box it is in is what was packed": ["recalled_lot"],
  "technical: of calls, nodes and systems, not of anybody": [
    ...[
      "idempotency_key",
      "person_due",
      "change_event",
      "change_feed",
      "clinic_event",
      "webhook_event",
      "sandbox.event",
      "sandbox.idempotency",
    ],
    ...["setting", "secrets_canary", "order_transition", "outside_failure", "error_report", "mail_refusal"],
    ...["followup_code", "invitation_opt_out", "migration"],
  ],
};

export interface LiveRow {
  readonly table: string;
  readonly does: Does;
  /** The row with whose it is, as text. */
  readonly text: string;
}

/** Tables with the columns of their primary keys. */
export async function keysOfTables(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; key: readonly string[] }>`
    select case n.nspname when 'public' then c.relname::text else n.nspname || '.' || c.relname end as name,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname in ('public', 'sandbox') or n.nspname = 'pgboss' and c.relname = 'job')
    order by name`.execute(db);
  return new Map(rows.map(({ name, key }) => [name, key]));
}

/** Every live row, by what identifies it. */
export async function readLiveRows(
  db: Database,
  keys: ReadonlyMap<string, readonly string[]>,
  now: Date,
): Promise<ReadonlyMap<string, LiveRow>> {
  const reads = Object.entries(liveRows).map(([table, { while: condition, of = "null", state = "null" }]) => {
    const columns = keys.get(table) ?? [];
    const key = [...(columns.length > 0 ? columns.map((column) => `t."${column}"`) : ["t::text"]), state].join(
      ", '|', ",
    );
    return `select '${table}' as name, concat('${table} ', ${key}) as key,
      concat(to_jsonb(t)::text, ' ', ${of}) as text
      from ${table} t, (select timestamptz '${now.toISOString()}' as now) clock where ${condition}`;
  });
  const { rows } = await sql<{
    name: string;
    key: string;
    text: string;
  }>`${sql.raw(reads.join(" union all "))}`.execute(db);
  return new Map(
    rows.map(({ name, key, text }) => [key, { table: name, does: liveRows[name]?.does ?? "counts", text }]),
  );
}
