import { sql } from "kysely";
import type { ClinicEvent, ClinicEventType } from "#contract/integrations/events.ts";
import type { Database } from "#server/platform/database/open.ts";
import { authorizationLifetimeMs } from "#server/platform/gateway/port.ts";
import { deleteAged } from "#server/platform/jobs/delete-aged.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * The log of events for a practice's systems. Triggers write it (`0025_integrations.sql` says which fact is which event); here it is numbered, read,
 * and cut off where it is old.
 */

/** How long events are kept: longer than the 30 days the contract promises. */
const retentionDays = 60;
/** How long before the bank lets go of an amount it is reported. */
const authorizationWarningMs = 24 * 3_600_000;
/** Rows a statement of the cleanup removes, so that it never holds locks for long. */
const cleanupBatch = 5000;

export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly patient_id: string | null;
  readonly object_kind: string;
  readonly object_id: string;
  readonly at: Date;
}

/** Gives all committed events their place in the log; those not yet numbered are read by nobody. */
export const numberEvents = (db: Database) => sql`select number_clinic_events()`.execute(db);

/** For a poll: a text that changes with each event. */
export const logPosition = () =>
  sql<string>`select concat((select max(seq) from clinic_event), exists (select from clinic_event where seq is null))`;

/** Events after one, in the order of the log; `gone` if that one is not in the log anymore. */
export async function eventsAfter(
  { db, refuse }: Pick<Services, "db"> & Refuses<"gone">,
  {
    after,
    type,
    limit,
  }: { readonly after?: string | undefined; readonly type?: ClinicEventType | undefined; readonly limit: number },
): Promise<{ items: ClinicEvent[]; more: boolean }> {
  await numberEvents(db);
  const known = after === undefined ? null : await sequenceOf(db, after);
  if (known === undefined)
    throw refuse("gone", {
      message: `The log doesn't have this event, or no longer has it: it goes back ${retentionDays} days. Please read the lists once, then follow the log from the beginning.`,
    });
  let query = db.selectFrom("clinic_event").select(["id", "type", "patient_id", "object_kind", "object_id", "at"]);
  query = query.where("seq", ">", known ?? 0);
  if (type !== undefined) query = query.where("type", "=", type);
  const rows = await query
    .orderBy("seq")
    .limit(limit + 1)
    .execute();
  return { items: rows.slice(0, limit).map(presentEvent), more: rows.length > limit };
}

/** The place of an event in the log; undefined if it is not there. */
export async function sequenceOf(db: Database, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("clinic_event")
    .select("seq")
    .where("id", "=", id)
    .where("seq", "is not", null)
    .executeTakeFirst();
  return row?.seq === undefined || row.seq === null ? undefined : Number(row.seq);
}

export const presentEvent = ({ id, type, patient_id, object_kind, object_id, at }: EventRow): ClinicEvent => ({
  id,
  type: type as ClinicEvent["type"],
  at: at.toISOString(),
  patientid: patient_id,
  object: { kind: object_kind as ClinicEvent["object"]["kind"], id: object_id },
});

/** Reports, once, each authorized order whose hold ends within a day. */
export async function reportExpiringAuthorizations({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() + authorizationWarningMs);
  await db
    .insertInto("clinic_event")
    .columns(["type", "patient_id", "object_kind", "object_id", "at", "once_key"])
    .expression((from) =>
      from
        .selectFrom("customer_order")
        .select((sqlOf) => [
          sql.lit("hold.expiring").as("type"),
          sqlOf.ref("patient_id").as("patient_id"),
          sql.lit("order").as("object_kind"),
          sqlOf.ref("id").as("object_id"),
          sql<Date>`clock_timestamp()`.as("at"),
          sql<string>`'hold.expiring:' || id`.as("once_key"),
        ])
        .where("status", "=", "authorized")
        .where(
          sql<Date>`coalesce(
            (select max(capture_before) from payment_intent where order_id = customer_order.id and status = 'requires_capture'),
            placed_at + ${`${authorizationLifetimeMs} milliseconds`}::interval)`,
          "<",
          before,
        ),
    )
    .onConflict((conflict) => conflict.column("once_key").doNothing())
    .execute();
}

/** Removes events past their retention, with their deliveries. */
export async function removeOldEvents({ db }: Pick<Services, "db">, until: Date): Promise<void> {
  for (let removed = cleanupBatch; removed === cleanupBatch;) {
    const { rows } = await sql<{ id: string }>`
      delete from clinic_event where id in (
        select id from clinic_event where at < least(clock_timestamp(), ${until}::timestamptz) - make_interval(days => ${retentionDays}) limit ${cleanupBatch}
      ) returning id`.execute(db);
    removed = rows.length;
  }
}

/** Defines the jobs that look for expiring holds and remove old events. */
export function defineEventJobs(jobs: Jobs, services: Services): void {
  jobs.define("clinic-event-holds", () => reportExpiringAuthorizations(services), { cron: "7 * * * *" });
  const cleanup = "clinic-event-cleanup";
  const removeOld = deleteAged(services, cleanup, (until) => removeOldEvents(services, until));
  jobs.define(cleanup, removeOld, { cron: "43 3 * * *" });
}
