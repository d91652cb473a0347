import { forgetVisitTracking } from "#server/onboarding/public.ts";
import type { Services } from "#server/platform/services.ts";
import { forgetAttributions } from "./attribution-queries.ts";
import { forgetEvents } from "./event-queries.ts";
import { forgetAssignments } from "./experiment-queries.ts";
import { forgetReports } from "./report-queries.ts";

/** Error reports are of use for so long, in milliseconds. */
const reportsMs = 90 * 24 * 3_600_000;

/** Forgets events, where orders and patients came from and variants of visitors after the months of the content, and error reports sooner. */
export async function forgetTracking({
  db,
  clock,
  content,
}: Pick<Services, "db" | "clock" | "content">): Promise<void> {
  const now = clock.now();
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() - content.events.keepmonths);
  await forgetEvents(db, until);
  await forgetAttributions(db, until);
  await forgetVisitTracking(db, until);
  await forgetAssignments(db, until);
  await forgetReports(db, new Date(now.getTime() - reportsMs));
}
