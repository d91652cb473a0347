import { sql } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import type { Database, Tx } from "../database/open.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";

/**
 * The audit is partitioned by month in UTC (`server/migrations/0002_audit.sql`). Months are created ahead; an entry of a month without
 * a partition goes to the default partition and is moved when its month is created.
 */

/** Months kept ready beyond the current one: creating them may fail for that long before entries go to the default partition. */
const partitionsAhead = 3;

/** The month of a time in UTC, as `2026-11`. */
export const auditPartitionMonth = (moment: Date): string => dayIn("UTC", moment).slice(0, 7);

/** Creates the partition of the month of `moment` unless it exists; returns whether it created one. */
export async function createAuditPartition(db: Database, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`select make_audit_month(${moment}) as "isNew"`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** Creates the partitions of coming months, and of entries in the default partition. */
export async function createUpcomingAuditPartitions(db: Database, now: Date): Promise<void> {
  const upcomingMonths = Array.from(
    { length: partitionsAhead + 1 },
    (_, ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)),
  );
  // Mostly none is missing, and this is part of every start.
  const { rows } = await sql<{ month: Date }>`
    select month from unnest(${upcomingMonths}::timestamptz[]) as month
    where not exists (select from audit_partition where since <= month and month < until)
    union
    select distinct date_trunc('month', at at time zone 'UTC') at time zone 'UTC'
    from audit_event_unfiled`.execute(db);
  for (const { month } of rows) await createAuditPartition(db, month);
}

/** Defines the daily queue that creates coming partitions. */
export function defineAuditPartitionJob(jobs: Jobs, { db, clock }: Pick<Services, "db" | "clock">): void {
  jobs.define("audit.months", () => createUpcomingAuditPartitions(db, clock.now()), { cron: "7 2 * * *" });
}

/** A partition of the audit: entries from `since`, null if unbounded, up to but not including `until`. */
export interface AuditPartition {
  readonly name: string;
  readonly since: Date | null;
  readonly until: Date;
  readonly bytes: number;
}

/** The partitions with a bound, the oldest first. */
export async function auditPartitions(db: Database): Promise<readonly AuditPartition[]> {
  const { rows } = await sql<AuditPartition>`
    select name, nullif(since, '-infinity') as since, until, pg_total_relation_size(name::regclass) as bytes
    from audit_partition order by until`.execute(db);
  return rows;
}

/** Drops a partition with all its entries. Fails if it cannot get the lock in two seconds, so that others are blocked no longer. */
export async function dropAuditPartition(tx: Tx, { name }: Pick<AuditPartition, "name">): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(tx);
  await sql`drop table ${sql.id(name)}`.execute(tx);
}
