import { sql } from "kysely";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";
import type { InCare } from "#server/treatment/testing/in-care.ts";

/** Makes something of one kind wait since a moment, for a patient in care for whom nothing else waits; the item's id. */
type Open = (server: TestServer, patient: InCare, since: Date) => Promise<string>;
/** Settles what waits of a kind of this patient, as its feature would. */
type Settle = (server: TestServer, patient: InCare) => Promise<unknown>;

const run = ({ services }: TestServer, text: ReturnType<typeof sql>) => text.execute(services.db);

const caseOf = async ({ services }: TestServer, { id }: InCare): Promise<string> =>
  (await services.db.selectFrom("care_case").select("id").where("patient_id", "=", id).executeTakeFirstOrThrow()).id;

/** A copy of the patient's order, with its lines, whose payment came to this. */
async function copiedOrder(server: TestServer, patient: InCare, status: string, since: Date): Promise<string> {
  const id = newId();
  const { db, secrets } = server.services;
  const addressOf = sealed("customer_order.shipping_address_sealed");
  const { shipping_address_sealed: address } = await db
    .selectFrom("customer_order")
    .select("shipping_address_sealed")
    .where("id", "=", patient.orderId)
    .executeTakeFirstOrThrow();
  const bytes = secrets.seal(secrets.open(address, addressOf(patient.orderId)), addressOf(id));
  const change = JSON.stringify({
    ...{ id, status: "unknown", kind: "cart", number: `9${id.slice(-8)}`, placed_at: since, idempotency_key: id },
    shipping_address_sealed: `\\x${Buffer.from(bytes).toString("hex")}`,
  });
  await run(
    server,
    sql`insert into customer_order select (jsonb_populate_record(o, ${change}::jsonb)).* from customer_order o where id = ${patient.orderId}`,
  );
  await run(
    server,
    sql`insert into order_line select (jsonb_populate_record(l, jsonb_build_object('order_id', ${id}::text))).* from order_line l
      where order_id = ${patient.orderId}`,
  );
  await run(server, sql`update customer_order set status = ${status} where id = ${id}`);
  return id;
}

const setOrder = (server: TestServer, { id }: InCare, from: string, to: string) =>
  run(server, sql`update customer_order set status = ${to} where patient_id = ${id} and status = ${from}`);

export const openItem: Readonly<Record<InboxKind, Open>> = {
  emergency: async (server, { id: patientId }, since) => {
    const id = newId();
    const report = {
      ...{ sign: "chest_pain", words: "My chest hurts", contact: null },
      emergency: { kind: "911", title: "Please call 911 now", text: "Chest pain can be an emergency.", phones: [] },
    };
    const bytes = server.services.secrets.seal(report, sealed("emergency_report.report_sealed")(id));
    await run(
      server,
      sql`insert into emergency_report (id, patient_id, source, report_sealed, reported_at, mail_at)
        values (${id}, ${patientId}, 'health', ${bytes}, ${since}, ${since})`,
    );
    return id;
  },
  work_item: async (server, { id: patientId }, since) => {
    const id = newId();
    const flags = [{ ruleid: "lupus", level: "clinician", text: "Lupus." }];
    const entry = { at: since.toISOString(), answers: [], flags, document: null };
    const bytes = server.services.secrets.seal([entry], sealed("work_item.content_sealed")(id));
    const due = new Date(since.getTime() + 2 * 86_400_000);
    await run(
      server,
      sql`insert into work_item (id, kind, patient_id, scope, content_sealed, opened_at, changed_at, due_at)
        values (${id}, 'answers', ${patientId}, 'clinical', ${bytes}, ${since}, ${since}, ${due})`,
    );
    return id;
  },
  task: async (server, { id: patientId }, since) => {
    const id = newId();
    const bytes = server.services.secrets.seal("Ask for the mammogram", sealed("task.words_sealed")(id));
    const due = new Date(since.getTime() + 2 * 86_400_000);
    await run(
      server,
      sql`insert into task (id, kind, patient_id, asker, asker_role, role, words_sealed, holds, opened_at, waits_since, due_on, due_at)
        values (${id}, 'task', ${patientId}, 'key:test', 'nurse', 'nurse', ${bytes}, false, ${since}, ${since}, ${due.toISOString().slice(0, 10)}, ${due})`,
    );
    return id;
  },
  conversation: async (server, { id: patientId }, since) => {
    await run(
      server,
      sql`insert into conversation (id, patient_id, kind, created_at) values (${newId()}, ${patientId}, 'patient_services', ${since})
        on conflict (patient_id, kind) do nothing`,
    );
    const { rows } = await sql<{ id: string }>`
      update conversation set waiting_since = ${since} where patient_id = ${patientId} and kind = 'patient_services' returning id`.execute(
      server.services.db,
    );
    return rows[0]?.id ?? "";
  },
  incoming: async (server, patient, since) => {
    await run(
      server,
      sql`update care_case set status = 'submitted', submitted_at = ${since}, accepted_at = null, decided_at = null where patient_id = ${patient.id}`,
    );
    return caseOf(server, patient);
  },
  accepted: async (server, patient, since) => {
    await run(
      server,
      sql`update care_case set status = 'accepted', accepted_at = ${since}, decided_at = null where patient_id = ${patient.id}`,
    );
    return caseOf(server, patient);
  },
  renewal: async (server, { id: patientId }, since) => {
    const id = newId();
    await run(
      server,
      sql`insert into renewal_request (id, patient_id, prescription_id, status, requested_at)
        select ${id}, patient_id, id, 'open', ${since} from prescription where patient_id = ${patientId} order by id limit 1`,
    );
    return id;
  },
  upsell: async (server, { id: patientId, orderId }, since) => {
    const id = newId();
    await run(
      server,
      sql`insert into upsell_request (id, patient_id, order_id, status, requested_at) values (${id}, ${patientId}, ${orderId}, 'open', ${since})`,
    );
    return id;
  },
  followup: async (server, { id: patientId }, since) => {
    const id = newId();
    await run(
      server,
      sql`insert into followup (id, patient_id, sequence_number, status, scope_sealed, sent_at, awaiting_doctor_since, claimed_at, completed_at)
        values (${id}, ${patientId}, 91, 'COMPLETED', 'sealed', ${since}, ${since}, ${since}, ${since})`,
    );
    return id;
  },
  followup_due: async (server, patient, since) => {
    const decidedAt = new Date(since.getTime() - server.services.content.followup.afterdays * 86_400_000);
    await run(
      server,
      sql`update care_case set decided_at = ${decidedAt}, followup_sent_at = null where patient_id = ${patient.id}`,
    );
    return caseOf(server, patient);
  },
  change: async (server, { id: patientId }, since) => {
    const id = newId();
    await run(
      server,
      sql`insert into treatment_change (id, patient_id, subscription_id, doctor_id, status, from_product_id, from_pricing_id, from_price_cents,
          to_product_id, to_pricing_id, to_price_cents, refills, created_at)
        select ${id}, patient_id, id, (select min(id) from doctor), 'waiting', product_id, pricing_id, price_cents,
          product_id, pricing_id, price_cents, 0, ${since} from subscription where patient_id = ${patientId} order by id limit 1`,
    );
    return id;
  },
  identity: async (server, { id }, since) => {
    await run(
      server,
      sql`update onboarding set identity_status = 'review', identity_review_started_at = ${since} where patient_id = ${id}`,
    );
    return id;
  },
  pair: async (server, { id: later }, since) => {
    const id = newId();
    // Somebody who signed up before.
    await run(
      server,
      sql`insert into person_pair (id, earlier_id, later_id, agrees, found_at)
        select ${id}, id, ${later}, array['birthday', 'number', 'phone'], ${since} from patient where id < ${later} order by id limit 1`,
    );
    return id;
  },
  contact: async (server, { id: patientId }, since) => {
    const id = newId();
    const written = { name: "Ana Quill", email: "ana@example.com", message: "Where is my receipt?" };
    const bytes = server.services.secrets.seal(written, sealed("contact_message.message_sealed")(id));
    await run(
      server,
      sql`insert into contact_message (id, reference, patient_id, topic, message_sealed, created_at)
        values (${id}, ${`C-${id.slice(-8)}`}, ${patientId}, 'billing', ${bytes}, ${since})`,
    );
    return id;
  },
  ready: (server, patient, since) => copiedOrder(server, patient, "paid", since),
  mismatch: (server, patient, since) => copiedOrder(server, patient, "mismatch", since),
  past_due: async (server, { id: patientId }, since) => {
    await run(server, sql`update subscription set status = 'past_due' where patient_id = ${patientId}`);
    const { rows } = await sql<{ id: string }>`
      update prescription_order set failed_on = ${since.toISOString().slice(0, 10)}::date, attempts = 2
      where id = (select id from prescription_order where patient_id = ${patientId} and status = 'scheduled' order by id limit 1)
      returning id`.execute(server.services.db);
    return rows[0]?.id ?? "";
  },
  dispute: async (server, { orderId }, since) => {
    const id = newId();
    await run(
      server,
      sql`insert into dispute (id, payment_intent_id, patient_id, gateway_dispute_id, amount_cents, reason, status, opened_at, updated_at)
        select ${id}, id, patient_id, ${id}, 100, 'fraudulent', 'needs_response', ${since}, ${since} from payment_intent
        where order_id = ${orderId} limit 1`,
    );
    return id;
  },
};

export const settleItem: Readonly<Record<InboxKind, Settle>> = {
  emergency: async (server, { id }) => {
    const now = server.clock.now();
    await run(server, sql`update emergency_report set acknowledged_at = ${now} where patient_id = ${id}`);
    await run(server, sql`update emergency_report set closed_at = ${now} where patient_id = ${id}`);
  },
  work_item: (server, { id }) =>
    run(
      server,
      sql`update work_item set closed_at = ${server.clock.now()}, closed_by = 'key:test', outcome = 'no_change' where patient_id = ${id}`,
    ),
  task: (server, { id }) =>
    run(
      server,
      sql`update task set ended_at = ${server.clock.now()}, ended_by = 'key:test', outcome = 'done' where patient_id = ${id}`,
    ),
  conversation: (server, { id }) =>
    run(server, sql`update conversation set waiting_since = null where patient_id = ${id}`),
  incoming: (server, { id }) => decideCase(server, id),
  accepted: (server, { id }) => decideCase(server, id),
  renewal: (server, { id }) =>
    run(
      server,
      sql`update renewal_request set status = 'declined', decided_at = ${server.clock.now()} where patient_id = ${id}`,
    ),
  upsell: (server, { id }) =>
    run(
      server,
      sql`update upsell_request set status = 'declined', decided_at = ${server.clock.now()} where patient_id = ${id}`,
    ),
  followup: (server, { id }) =>
    run(server, sql`update followup set closed_at = ${server.clock.now()} where patient_id = ${id}`),
  followup_due: (server, { id }) =>
    run(server, sql`update care_case set followup_sent_at = ${server.clock.now()} where patient_id = ${id}`),
  change: (server, { id }) =>
    run(
      server,
      sql`update treatment_change set status = 'refused', decided_at = ${server.clock.now()} where patient_id = ${id}`,
    ),
  identity: (server, { id }) =>
    run(server, sql`update onboarding set identity_status = 'matched' where patient_id = ${id}`),
  pair: (server, { id }) =>
    run(server, sql`update person_pair set verdict = 'not_same', version = 1 where later_id = ${id}`),
  contact: (server, { id }) =>
    run(
      server,
      sql`update contact_message set answered_at = ${server.clock.now()}, answered_by = 'key:test' where patient_id = ${id}`,
    ),
  ready: (server, patient) => setOrder(server, patient, "paid", "refunded"),
  mismatch: (server, patient) => setOrder(server, patient, "mismatch", "voided"),
  past_due: (server, { id }) => run(server, sql`update subscription set status = 'active' where patient_id = ${id}`),
  dispute: (server, { id }) => run(server, sql`update dispute set status = 'won' where patient_id = ${id}`),
};

const decideCase = (server: TestServer, patientId: string) =>
  run(
    server,
    sql`update care_case set status = 'declined', decided_at = ${server.clock.now()} where patient_id = ${patientId}`,
  );
