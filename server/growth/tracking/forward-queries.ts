import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { EventFields } from "./event-rules.ts";

export interface UnforwardedEvent {
  readonly id: string;
  readonly name: string;
  readonly fields: EventFields;
  readonly at: Date;
}

/**
 * Leases events that may be forwarded: of patients who allowed it before the event and whose browsers do not ask for privacy. A lease
 * counts as an attempt, and the next one is due after minutes that double with `attempts`, so a crash on the way is retried later.
 */
export async function leaseUnforwardedEvents(
  db: Database,
  filter: { readonly names: readonly string[]; readonly now: Date; readonly limit: number; readonly tries: number },
): Promise<UnforwardedEvent[]> {
  const { names, now, limit, tries: maxAttempts } = filter;
  const leased = await db
    .updateTable("marketing_event")
    .set({
      attempts: sql`attempts + 1`,
      not_before: sql`${now}::timestamptz + make_interval(mins => power(2, attempts)::int)`,
    })
    .where("id", "in", (from) =>
      from
        .selectFrom("marketing_event as event")
        .innerJoin("measurement_consent as consent", "consent.patient_id", "event.patient_id")
        .select("event.id")
        .where("event.forwarded_at", "is", null)
        .where("event.order_id", "is not", null)
        .where("event.name", "in", [...names])
        .where("event.gpc", "=", false)
        .where("consent.allowed", "=", true)
        .where("consent.gpc_seen_at", "is", null)
        .whereRef("event.at", ">=", "consent.changed_at")
        .where("event.attempts", "<", maxAttempts)
        .where((where) => where.or([where("event.not_before", "is", null), where("event.not_before", "<=", now)]))
        .orderBy("event.at")
        .orderBy("event.id")
        .limit(limit)
        .forUpdate("event")
        .skipLocked(),
    )
    .returning(["id", "name", "fields", "at"])
    .execute();
  return leased
    .map((row) => ({ ...row, fields: row.fields as EventFields }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
}

export async function markForwarded(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable("marketing_event")
    .set({ forwarded_at: now })
    .where("id", "in", [...ids])
    .execute();
}
