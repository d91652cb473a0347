import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { recordMissedCompletions } from "./attribution.ts";
import { purgeExpiredTracking } from "./forget.ts";
import { forwardEvents } from "./forwarding.ts";

/** Tracking jobs: forwarding each minute, catching up on missed order events each hour, purging each night. */
export function defineTrackingJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.forward-events", async () => void (await forwardEvents(services)), { cron: "* * * * *" });
  jobs.define("growth.complete-orders", () => recordMissedCompletions(services), { cron: "23 * * * *" });
  jobs.define("growth.forget-tracking", () => purgeExpiredTracking(services), { cron: "29 3 * * *" });
}
