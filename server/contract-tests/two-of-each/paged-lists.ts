import { inboxNeeds } from "#contract/care/inbox-kinds.ts";
import { caseKinds, orderLists } from "#contract/care/worklists.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { keepTriedMail } from "#server/notifications/patient-mails.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { lots } from "#server/testing/prepared-patients/two-of-each.ts";
import { acceptNewcomers, type Crowd } from "./crowd.ts";

export interface RowOfItem {
  readonly table: string;
  readonly key: string;
}

/** A list of the contract, over at least three pages. */
export interface PagedList {
  readonly table: string;
  /** The column of the table that the list is sorted by before ids: every row is of one moment. */
  readonly at: string;
  /** Another table with that column, which says the same there. */
  readonly alsoIn?: string;
  /** Tables with a row for each item, and the column of its id; left out, the table's own. */
  readonly rows?: readonly RowOfItem[];
  /** At least so many pages, for whoever sees least of it; left out, three. */
  readonly pages?: number;
  /** Who reads what it asks for; left out, whoever may make the call. */
  readonly needs?: readonly Permission[];
  readonly params?: (crowd: Crowd) => Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, string>>;
  /** Brings the rows about that the crowd doesn't have. */
  readonly prepare?: (server: TestServer, crowd: Crowd) => Promise<unknown>;
}

const run = (statement: (crowd: Crowd) => string) => (server: TestServer, crowd: Crowd) =>
  server.database.script(`begin; set local session_replication_role = replica; ${statement(crowd)}; commit`);
const list = (ids: readonly string[]) => ids.map((id) => `'${id}'`).join(", ");
const membersOf = ({ members }: Crowd) => list(members.map(({ id }) => id));
const newcomersOf = ({ newcomers }: Crowd) => list(newcomers.map(({ id }) => id));
const aboutOne = ({ one }: Crowd) => ({ id: one.id });
const withDoctor = ({ one }: Crowd) => ({ id: one.conversations[0] });
const withServices = ({ one }: Crowd) => ({ id: one.conversations[1] });

/** More than two pages hold. */
const rowsOverPages = 2 * pageSize + 5;

/** A hundred and more mails that were tried, to one of them. */
async function mailOne({ services }: TestServer, { one }: Crowd) {
  const { email } = await services.db
    .selectFrom("patient")
    .select("email")
    .where("id", "=", one.id)
    .executeTakeFirstOrThrow();
  const tried = {
    mail: "welcome",
    to: email,
    values: {},
    queuedAt: services.clock.now(),
    outcome: "accepted",
  } as const;
  for (let count = 0; count < rowsOverPages; count += 1) await keepTriedMail(services, { id: newId(), ...tried });
}

/** So many that nobody has used, each with a digest of its own. */
const codesOfOne = run(
  ({ one }) => `insert into record_code (id, patient_id, digest, opens, made_at, expires_at)
    select gen_random_uuid(), '${one.id}', uuid_send(gen_random_uuid()), 'record', now(), now() from generate_series(1, ${rowsOverPages})`,
);

const messageList = { table: "message", at: "created_at" };
const orderList = { table: "customer_order", at: "placed_at" };
const renewals = { table: "renewal_request", at: "requested_at" };
const upsells = { table: "upsell_request", at: "requested_at" };
const identities = {
  ...{ table: "onboarding", at: "identity_review_started_at" },
  rows: [{ table: "onboarding", key: "patient_id" }],
  prepare: run(
    (crowd) => `update onboarding set identity_status = 'review', identity_review_started_at = now()
      where patient_id in (${newcomersOf(crowd)})`,
  ),
};
const cases = { table: "care_case", at: "submitted_at" };
const followups = { table: "followup", at: "awaiting_doctor_since" };

/** Lists of the cases, by kind. */
const ofCases: Readonly<Record<(typeof caseKinds)[number], PagedList>> = {
  incoming: cases,
  accepted: { ...cases, prepare: acceptNewcomers },
  identity: identities,
  renewal: renewals,
  upsell: upsells,
  followup: followups,
  followup_due: {
    ...{ table: "care_case", at: "decided_at" },
    prepare: run(
      (crowd) => `update care_case set status = 'approved', decided_at = now() - interval '200 days'
        where patient_id in (${newcomersOf(crowd)})`,
    ),
  },
  change: {
    ...{ table: "treatment_change", at: "created_at" },
    prepare: run(
      (
        crowd,
      ) => `insert into treatment_change (id, patient_id, subscription_id, doctor_id, from_product_id, from_pricing_id,
          from_price_cents, to_product_id, to_pricing_id, to_price_cents, status, refills, created_at)
        select gen_random_uuid(), patient_id, id, 'elena_marsh', product_id, pricing_id, price_cents,
          'estradiol_patch_0_1', 'estradiol_patch_0_1_1m', 6200, 'waiting', 3, now()
        from subscription where patient_id in (${membersOf(crowd)}) and product_id like 'estradiol%'`,
    ),
  },
};

/** Lists of orders, by status. */
const ofOrders: Readonly<Record<(typeof orderLists)[number], PagedList>> = {
  authorized: orderList,
  paid: orderList,
  ready: orderList,
  asked: {
    ...orderList,
    prepare: run(
      (
        crowd,
      ) => `insert into task (id, kind, patient_id, order_id, asker, asker_role, role, words_sealed, holds, opened_at, waits_since)
        select gen_random_uuid(), 'order_question', patient_id, id, 'key:test', 'pharmacy', 'physician', '', true, now(), now()
        from customer_order where id in (${list(crowd.members.map(({ orders }) => orders.waiting))})`,
    ),
  },
  shipped: {
    ...orderList,
    prepare: run(
      (crowd) => `update customer_order set status = 'shipped'
        where id in (${list(crowd.members.map(({ orders }) => orders.first))})`,
    ),
  },
  disputed: { table: "dispute", at: "opened_at", rows: [{ table: "payment_intent", key: "order_id" }] },
  mismatch: {
    ...orderList,
    prepare: run(
      (
        crowd,
      ) => `insert into payment_mismatch (order_id, gateway_intent_id, intent_status, amount_cents, captured_cents,
          refunded_cents, currency, detected_at)
        select id, 'pi_' || id, 'succeeded', 100, 100, 0, 'usd', now()
        from customer_order where id in (${list(crowd.members.map(({ orders }) => orders.refunded))});
        update customer_order set status = 'mismatch' where id in (select order_id from payment_mismatch)`,
    ),
  },
  mismatch_decided: {
    ...{ table: "payment_mismatch", at: "decided_at" },
    rows: [{ table: "payment_mismatch", key: "order_id" }],
    prepare: run(() => "update payment_mismatch set outcome = 'accept', decided_at = now(), decided_by = 'key'"),
  },
  past_due: {
    ...{ table: "prescription_order", at: "failed_on" },
    prepare: run(
      (crowd) => `update subscription set status = 'past_due' where patient_id in (${membersOf(crowd)});
        update prescription_order set failed_on = current_date, attempts = 1
        where patient_id in (${membersOf(crowd)}) and status = 'scheduled'`,
    ),
  },
  written_off: {
    ...{ table: "prescription_order", at: "failed_on", alsoIn: "write_off" },
    prepare: run(
      (crowd) => `update subscription set status = 'past_due' where patient_id in (${membersOf(crowd)});
        update prescription_order set failed_on = current_date, attempts = 1
        where patient_id in (${membersOf(crowd)}) and status = 'scheduled';
        insert into write_off (id, patient_id, prescription_order_id, failed_on, amount_cents, reason, made_by, made_at)
        select gen_random_uuid(), patient_id, id, failed_on, amount_cents, 'left', 'key:test', now()
        from prescription_order where patient_id in (${membersOf(crowd)}) and status = 'scheduled'`,
    ),
  },
};

/** Every paged list, or why it isn't read over three pages here. */
export const pagedLists: Readonly<Record<string, PagedList | string>> = {
  "messages.messagePages": { ...messageList, params: withDoctor },
  "messages.messages": { ...messageList, params: withDoctor, query: { limit: 40 } },
  "messages.adminChat": { ...messageList, params: withServices, query: { limit: 40 } },
  "notifications.list": { table: "notification", at: "created_at" },
  "notifications.changes":
    "What changed, by a number that no two changes have: `change-feed.test.ts` reads it in slices.",
  "documents.visitNotes": { table: "visit_note", at: "signed_at" },
  "documents.recordCodes": { table: "record_code", at: "made_at", prepare: codesOfOne },
  "documents.list": { table: "insurance_document", at: "created_at" },
  "support.searchArticles": "The practice's articles, from memory, by their place: fewer than a page.",
  "care.patientMails": { table: "patient_mail", at: "queued_at", params: aboutOne, prepare: mailOne },
  "care.patients": { table: "patient", at: "created_at" },
  "care.incoming": { ...cases, rows: [{ table: "care_case", key: "patient_id" }] },
  "care.verification": identities,
  "care.searchPatients": { table: "patient", at: "created_at", body: { q: "Iris" } },
  "care.findAuditPatients": { table: "patient", at: "created_at", body: { q: "Iris" } },
  "care.prescriptionRenewals": renewals,
  "care.upsells": upsells,
  ...Object.fromEntries(caseKinds.map((kind) => [`care.cases ${kind}`, { ...ofCases[kind], query: { status: kind } }])),
  ...Object.fromEntries(
    orderLists.map((kind) => [`care.orders ${kind}`, { ...ofOrders[kind], query: { status: kind } }]),
  ),
  "care.inbox": {
    ...{ table: "emergency_report", at: "reported_at", query: { limit: 100 }, pages: 2 },
    needs: inboxNeeds.filter((permission) => permission !== "read:tasks"),
    rows: ["emergency_report", "work_item", "customer_order", "renewal_request", "followup", "conversation"].map(
      (table) => ({
        ...{ table, key: "id" },
      }),
    ),
  },
  "care.followups": followups,
  "care.messages": { ...messageList, params: aboutOne, query: { limit: 40 } },
  "care.conversations": { table: "conversation", at: "waiting_since" },
  "care.conversationMessages with the doctor": {
    ...{ ...messageList, params: withDoctor, query: { limit: 40 }, needs: ["read:doctor_conversation"] },
  },
  "care.conversationMessages with patient services": {
    ...{ ...messageList, params: withServices, query: { limit: 40 }, needs: ["read:services_conversation"] },
  },
  "care.emergencies": { table: "emergency_report", at: "reported_at" },
  "care.workItems": { table: "work_item", at: "due_at" },
  "care.patientTasks": "Over a page of one patient: `tasks.test.ts` reads three pages.",
  "care.tasksAsked": "Over a page of one person's: `tasks.test.ts` reads three pages.",
  "care.log": "Of each kind that its reader reads: `log.test.ts` reads three pages.",
  "care.patientLog": "Over a page of one patient: `log.test.ts` reads three pages.",
  "care.listPatients": "By the patient in each item: `lists.test.ts` reads three pages of one moment.",
  "care.timeline": "Of one patient, out of many tables: `timeline.test.ts` reads three pages.",
  "care.contactMessages": { table: "contact_message", at: "created_at" },
  "care.visitNotes": { table: "visit_note", at: "signed_at", params: aboutOne },
  "care.notes": { table: "staff_note", at: "written_at", params: aboutOne },
  "care.lotRecipients": { table: "order_fill", at: "packed_at", query: { lotnumber: lots[0] } },
  "care.disputes": { table: "dispute", at: "opened_at" },
  "care.closings": "A day each, and no two of one day: `closing.test.ts` reads its pages.",
  "care.audit": "Each request adds an entry: `audit.test.ts` reads its pages.",
  "integrations.events": "By a number that no two events have: `clinic-events.test.ts` follows it.",
  "integrations.webhookDeliveries": "By the number of their event: `webhooks.test.ts` reads its pages.",
};
