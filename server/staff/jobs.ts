import type { Database } from "#server/platform/database/open.ts";
import { deleteAged } from "#server/platform/jobs/delete-aged.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";

const dayMs = 24 * 3_600_000;

/** Defines the daily removal of what nobody needs any more. */
export function defineStaffJobs(jobs: Jobs, services: Services): void {
  const cleanup = "staff.cleanup";
  const deleteExpired = deleteAged(services, cleanup, (until) => deleteExpiredStaffRows(services.db, until));
  jobs.define(cleanup, deleteExpired, { cron: "23 5 * * *" });
}

/** Deletes what leads nowhere a day after its end; sessions, links and drafts a month after. Who was there, and when, is in the audit. */
export async function deleteExpiredStaffRows(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const monthAgo = new Date(now.getTime() - 30 * dayMs);
  await db.deleteFrom("staff_oidc_login").where("expires_at", "<", dayAgo).execute();
  await db.deleteFrom("staff_claim").where("ends_at", "<", dayAgo).execute();
  await db.deleteFrom("staff_session").where("ends_at", "<", monthAgo).execute();
  await db
    .deleteFrom("single_use_link")
    .where("member_id", "is not", null)
    .where("expires_at", "<", monthAgo)
    .execute();
  await db.deleteFrom("staff_draft").where("updated_at", "<", monthAgo).execute();
}
