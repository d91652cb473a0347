/**
 * `npm run audit -- list` lists the partitions of the audit; `npm run audit -- end` drops those past the retention of `content/retention.yaml`. Reads
 * a node's settings; nodes may serve meanwhile. With an embedded database, stop the app first.
 */
import { cachedContent } from "#content/loader/cached-content.ts";
import { readConfig } from "#server/config.ts";
import { dropExpiredAuditPartitions, isPastRetention } from "#server/operations/audit-retention.ts";
import { auditPartitionMonth, auditPartitions, type AuditPartition } from "#server/platform/audit/audit-partitions.ts";
import { requireRightClock } from "#server/platform/clock/clock-guard.ts";
import { systemClock as clock } from "#server/platform/clock/clock.ts";
import { openEmbedded, openServer } from "#server/platform/database/open.ts";
import { runTask } from "./installation.ts";

const [task] = process.argv.slice(2);

await runTask(async () => {
  if (task !== "list" && task !== "end")
    throw new Error("Say what to do: npm run audit -- list, or npm run audit -- end");
  const config = readConfig(process.env);
  const content = await cachedContent({ brandFile: config.brandFile, demo: config.demo });
  const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir);
  try {
    const services = { db: database.db, clock, content };
    if (task === "end") {
      await requireRightClock(database.db, clock);
      const dropped = await dropExpiredAuditPartitions(services);
      return dropped.length === 0
        ? "Nothing is past the audit's retention."
        : ["Dropped:", ...dropped.map(line)].join("\n");
    }
    const { audityears } = content.retention;
    const past = (partition: AuditPartition) =>
      isPastRetention(partition, audityears, clock.now()) ? "  past its retention" : "";
    return (await auditPartitions(database.db)).map((each) => line(each) + past(each)).join("\n");
  } finally {
    await database.close();
  }
});

function line({ name, since, until, bytes }: AuditPartition): string {
  const months = `${since ? auditPartitionMonth(since) : "the beginning"} to before ${auditPartitionMonth(until)}`;
  return `${name}: ${months}, ${(bytes / 1e6).toFixed(1)} MB`;
}
