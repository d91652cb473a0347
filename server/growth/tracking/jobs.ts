import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { recordMissedCompletions } from "./attribution.ts";
import { purgeExpiredTracking } from "./forget.ts";
import { forwardEvents } from "./forwarding.ts";

/** Queues of the outbox: what waits goes out each minute, what was missed comes in each hour, what is old goes each night. */
export function defineTrackingJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.forward-events", async () => void (await forwardEvents(services)), { cron: "* * * * *" });
  jobs.define("growth.complete-orders", () => recordMissedCompletions(services), { cron: "23 * * * *" });
  jobs.define("growth.forget-tracking", () => purgeExpiredTracking(services), { cron: "29 3 * * *" });
}
