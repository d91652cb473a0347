import type { Database } from "#server/platform/database/open.ts";
import { deleteAged } from "#server/platform/jobs/delete-aged.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { type AccountListener, defineAccountChangeJob } from "./accounts/account-events.ts";
import { defineEmailChangeJob } from "./accounts/email-change.ts";
import { defineRecoveryJob } from "./accounts/recovery.ts";
import { defineSignUpReferralJob, type SignUpReferralListener } from "./accounts/referred.ts";
import { endExpiredHelpers } from "./helpers/end-helper.ts";
import { defineHelperRecoveryJob } from "./helpers/helper-links.ts";
import { defineSearchIndexJob } from "./patients/rebuild-patient-search.ts";

const dayMs = 24 * 3_600_000;

/** Defines auth's queues: recovery and confirmation mails, account changes, friends' codes at sign-up, and the removal of expired rows. */
export const defineAuthJobs =
  ({
    accountChangeListeners,
    signUpReferralListeners,
  }: {
    readonly accountChangeListeners: readonly AccountListener[];
    readonly signUpReferralListeners: readonly SignUpReferralListener[];
  }) =>
  (jobs: Jobs, services: Services): void => {
    defineSearchIndexJob(jobs, services);
    defineRecoveryJob(jobs, services);
    defineEmailChangeJob(jobs, services);
    defineHelperRecoveryJob(jobs, services);
    defineAccountChangeJob(jobs, services, accountChangeListeners);
    defineSignUpReferralJob(jobs, services, signUpReferralListeners);
    const cleanup = "auth.cleanup";
    const deleteExpired = deleteAged(services, cleanup, (until) => deleteExpiredAuthRows(services.db, until));
    jobs.define(cleanup, deleteExpired, { cron: "17 * * * *" });
    jobs.define("auth.helpers", () => endExpiredHelpers(services), { cron: "23 * * * *" });
  };

/** Deletes patients' links a day after they expired, and changes of an e-mail with the last of theirs; sessions with their refresh tokens a month after. */
export async function deleteExpiredAuthRows(db: Database, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const monthAgo = new Date(now.getTime() - 30 * dayMs);
  await db.deleteFrom("single_use_link").where("member_id", "is", null).where("expires_at", "<", dayAgo).execute();
  const kept = db.selectFrom("single_use_link").select("digest");
  await db
    .deleteFrom("email_change")
    .where("expires_at", "<", dayAgo)
    .where((of) => of.or([of("stop_hash", "is", null), of("stop_hash", "not in", kept)]))
    .execute();
  const ended = db.selectFrom("session").select("id").where("expires_at", "<", monthAgo);
  await db.deleteFrom("refresh_token").where("session_id", "in", ended).execute();
  await db.deleteFrom("session").where("expires_at", "<", monthAgo).execute();
}
