import { type RawBuilder, sql } from "kysely";
import { readKinds } from "#contract/care/conversations.ts";
import type { TimelineKind } from "#contract/care/timeline.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { readableTasks } from "#server/tasks/public.ts";

/*
 * Where the kinds of a patient's story come from: one query each over what the record, its copies and the lists show as well. A row has when it happened, what, and
 * what it's about as it stands in the database; its text comes sealed, and not at all once it was taken back.
 */

export interface TimelineRow {
  readonly id: string;
  readonly kind: TimelineKind;
  readonly event: string;
  readonly at: Date;
  /** `staff:<id>`, `key:<id>` or a doctor's id. */
  readonly by: string | null;
  /** A product, a number, a kind of the log, a decision: by the kind. */
  readonly about: string | null;
  readonly amount_cents: number | null;
  readonly ref_id: string | null;
  readonly seq: number | null;
  readonly text_sealed: Uint8Array | null;
}

interface Of {
  readonly patientId: string;
  readonly clinic: ClinicCaller;
  readonly content: Services["content"];
}

/** The columns that not every kind has. */
interface Rest {
  readonly by?: RawBuilder<unknown>;
  readonly about?: RawBuilder<unknown>;
  readonly amount?: RawBuilder<unknown>;
  readonly ref?: RawBuilder<unknown>;
  readonly seq?: RawBuilder<unknown>;
  readonly text?: RawBuilder<unknown>;
}

const rows = (
  kind: TimelineKind,
  id: RawBuilder<unknown>,
  event: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  { by, about, amount, ref, seq, text }: Rest = {},
): RawBuilder<unknown> => sql`
  select ${id}::uuid as id, ${sql.lit(kind)}::text as kind, ${event}::text as event, ${at}::timestamptz as at,
    ${by ?? sql`null`}::text as by, ${about ?? sql`null`}::text as about, ${amount ?? sql`null`}::integer as amount_cents,
    ${ref ?? sql`null`}::uuid as ref_id, ${seq ?? sql`null`}::integer as seq, ${text ?? sql`null`}::bytea as text_sealed
  ${from}`;

/** What happened more than once to one row has an id of its own each time, made of both. */
const idOf = (row: string, event: string, part: RawBuilder<unknown> = sql`''`) =>
  // Version 8, which says that nobody but its maker can read it (RFC 9562).
  sql`overlay(overlay(md5(${sql.ref(row)}::text || ${part} || ${sql.lit(event)}) placing '8' from 13) placing '8' from 17)::uuid`;

const orderRef = { about: sql`o.number`, ref: sql`o.id` };

/** The queries of each kind. */
export const timelineSources: Readonly<Record<TimelineKind, (of: Of) => readonly RawBuilder<unknown>[]>> = {
  decision: ({ patientId }) => [
    rows(
      "decision",
      sql`id`,
      sql`'signed'`,
      sql`signed_at`,
      sql`from visit_note where patient_id = ${patientId} and note_id is null`,
      {
        ...{ by: sql`coalesce(signed_by, doctor_id)`, about: sql`decision` },
        text: sql`case when withdrawn_at is null then text_sealed end`,
      },
    ),
  ],
  prescription: ({ patientId }) => [
    rows(
      "prescription",
      sql`id`,
      sql`'prescribed'`,
      sql`approved_at`,
      sql`from prescription where patient_id = ${patientId}`,
      {
        ...{ by: sql`doctor_id`, about: sql`product_id` },
      },
    ),
    rows(
      "prescription",
      sql`a.id`,
      sql`a.action`,
      sql`a.at`,
      sql`from prescription_action a join prescription p on p.id = a.prescription_id where a.patient_id = ${patientId}`,
      { by: sql`a.doctor_id`, about: sql`p.product_id` },
    ),
  ],
  order: ({ patientId }) => [
    rows(
      "order",
      sql`o.id`,
      sql`'placed'`,
      sql`o.placed_at`,
      sql`from customer_order o where o.patient_id = ${patientId} and o.status not in ${orderStates.hidden.sql}`,
      { ...orderRef, amount: sql`o.total_cents` },
    ),
    rows(
      "order",
      idOf("o.id", "cancelled"),
      sql`'cancelled'`,
      sql`c.cancelled_at`,
      sql`from order_cancellation c join customer_order o on o.id = c.order_id where o.patient_id = ${patientId}`,
      orderRef,
    ),
    ...(["shipped", "delivered", "returned"] as const).map((event) => {
      const at = sql.ref(`s.${event}_at`);
      return rows(
        "order",
        idOf("o.id", event, sql`s.parcel::text`),
        sql.lit(event),
        at,
        sql`from shipment s join customer_order o on o.id = s.order_id where o.patient_id = ${patientId} and ${at} is not null`,
        orderRef,
      );
    }),
  ],
  payment: ({ patientId }) => [
    rows(
      "payment",
      sql`e.id`,
      sql`'paid'`,
      sql`e.at`,
      sql`from order_event e join customer_order o on o.id = e.order_id where o.patient_id = ${patientId} and e.event = 'paid'`,
      { ...orderRef, amount: sql`o.total_cents` },
    ),
    rows(
      "payment",
      sql`r.id`,
      sql`'refund'`,
      sql`r.created_at`,
      sql`from refund r join payment_intent i on i.id = r.payment_intent_id left join customer_order o on o.id = i.order_id
        where i.patient_id = ${patientId} and r.status <> 'failed'`,
      { ...orderRef, amount: sql`r.amount_cents` },
    ),
  ],
  subscription: ({ patientId }) => [
    ...(["started", "ended"] as const).map((event) => {
      const at = sql.ref(event === "started" ? "started_at" : "cancelled_at");
      return rows(
        "subscription",
        idOf("id", event),
        sql.lit(event),
        at,
        sql`from subscription where patient_id = ${patientId} and ${at} is not null`,
        { about: sql`product_id`, ref: sql`id` },
      );
    }),
    rows(
      "subscription",
      sql`r.id`,
      sql`r.action`,
      sql`r.done_at`,
      sql`from patient_request r left join subscription s on s.id = r.subscription_id where r.patient_id = ${patientId}`,
      { by: sql`r.actor`, about: sql`s.product_id`, ref: sql`r.subscription_id` },
    ),
  ],
  message: ({ patientId, clinic }) => [
    rows(
      "message",
      sql`m.id`,
      sql`case when m.helper_id is null then m.role else 'helper' end`,
      sql`m.created_at`,
      sql`from message m join conversation c on c.id = m.conversation_id
        where m.patient_id = ${patientId} and c.kind = any(${[...readKinds(clinic.permissions)]}::text[])`,
      {
        by: sql`coalesce('staff:' || m.member_id::text, m.doctor_id, 'helper:' || m.helper_id::text)`,
        ...{ about: sql`c.kind`, ref: sql`c.id`, seq: sql`m.seq` },
        text: sql`case when m.withdrawn_at is null and m.reported_at is null then m.text_sealed end`,
      },
    ),
  ],
  review: ({ patientId }) =>
    (
      [
        ["sent", "sent_at"],
        ["finished", "completed_at"],
        ["read", "closed_at"],
      ] as const
    ).map(([event, column]) =>
      rows(
        "review",
        idOf("id", event),
        sql.lit(event),
        sql.ref(column),
        sql`from followup where patient_id = ${patientId} and ${sql.ref(column)} is not null`,
        { ref: sql`id`, ...(event === "read" && { by: sql`doctor_id` }) },
      ),
    ),
  emergency: ({ patientId }) => [
    rows(
      "emergency",
      sql`id`,
      sql`'reported'`,
      sql`reported_at`,
      sql`from emergency_report where patient_id = ${patientId}`,
      { about: sql`source`, ref: sql`id` },
    ),
  ],
  document: ({ patientId }) => [
    rows(
      "document",
      sql`id`,
      sql`'uploaded'`,
      sql`created_at`,
      sql`from insurance_document where patient_id = ${patientId} and withdrawn_at is null`,
      { about: sql`kind`, ref: sql`id` },
    ),
  ],
  letter: ({ patientId }) => [
    rows("letter", sql`id`, sql`'issued'`, sql`issued_at`, sql`from medical_letter where patient_id = ${patientId}`, {
      by: sql`doctor_id`,
      text: sql`case when withdrawn_at is null and reported_at is null then text_sealed end`,
    }),
  ],
  note: ({ patientId }) => [
    rows("note", sql`id`, sql`'added'`, sql`written_at`, sql`from staff_note where patient_id = ${patientId}`, {
      by: sql`actor`,
      text: sql`case when withdrawn_at is null then text_sealed end`,
    }),
  ],
  task: ({ patientId, clinic, content }) => [
    rows(
      "task",
      sql`id`,
      sql`kind`,
      sql`opened_at`,
      sql`from task where patient_id = ${patientId} and ${readableTasks(clinic, content.log)}`,
      {
        ...{ by: sql`asker`, about: sql`log_kind`, ref: sql`id` },
        text: sql`case when outcome is distinct from 'dropped' then words_sealed end`,
      },
    ),
  ],
};
