import { deleteVisitTrackingBefore } from "#server/onboarding/public.ts";
import { deleteAged } from "#server/platform/jobs/delete-aged.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { deleteVisitorAssignmentsBefore } from "../experiments/experiment-queries.ts";
import { recordMissedCompletions, deleteAttributionsBefore } from "./attribution.ts";
import { deleteErrorReportsBefore } from "./error-reports.ts";
import { deleteEventsBefore } from "./event-queries.ts";
import { forwardEvents } from "./forwarding.ts";

/** How long error reports are kept, in milliseconds. */
const errorReportRetentionMs = 90 * 24 * 3_600_000;

/** Purges events, attributions, visit tracking and visitors' variants after the content's `keepmonths`, and error reports sooner. */
export async function purgeExpiredTracking(
  { db, clock, content }: Pick<Services, "db" | "clock" | "content">,
  now = clock.now(),
): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - content.events.keepmonths);
  await deleteEventsBefore(db, before);
  await deleteAttributionsBefore(db, before);
  await deleteVisitTrackingBefore(db, before);
  await deleteVisitorAssignmentsBefore(db, before);
  await deleteErrorReportsBefore(db, new Date(now.getTime() - errorReportRetentionMs));
}

/** Tracking jobs: forwarding each minute, catching up on missed order events each hour, purging each night. */
export function defineTrackingJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.forward-events", async () => void (await forwardEvents(services)), { cron: "* * * * *" });
  jobs.define("growth.complete-orders", () => recordMissedCompletions(services), { cron: "23 * * * *" });
  const forget = "growth.forget-tracking";
  const purge = deleteAged(services, forget, (until) => purgeExpiredTracking(services, until));
  jobs.define(forget, purge, { cron: "29 3 * * *" });
}
