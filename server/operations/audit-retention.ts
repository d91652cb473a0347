import type { Content } from "#content/loader/load.ts";
import {
  auditPartitions,
  dropAuditPartition,
  createUpcomingAuditPartitions,
  type AuditPartition,
} from "#server/platform/audit/audit-partitions.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";

interface NeededServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly content: Pick<Content, "retention">;
}

/** Whether all entries of a partition are older than the audit must be kept. */
export function isPastRetention({ until }: Pick<AuditPartition, "until">, years: number, now: Date): boolean {
  const end = new Date(until);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end <= now;
}

/**
 * Drops the audit's partitions that are past their retention, the oldest first, and adds an entry for each. Throws for one whose lock is not
 * available because a backup or a long report is reading; earlier ones stay dropped. Returns what it dropped.
 */
export async function dropExpiredAuditPartitions({
  db,
  clock,
  content,
}: NeededServices): Promise<readonly AuditPartition[]> {
  const now = clock.now();
  await createUpcomingAuditPartitions(db, now);
  const expired = (await auditPartitions(db)).filter((partition) =>
    isPastRetention(partition, content.retention.audityears, now),
  );
  for (const partition of expired)
    await inTransaction({ db }, async ({ db: tx }) => {
      await dropAuditPartition(tx, partition);
      await createAudit(tx, clock).record({
        actor: "system:audit",
        patientId: null,
        call: `audit end ${partition.name}`,
        status: 200,
        code: null,
        requestId: newId(),
      });
    });
  return expired;
}
