import type { Services } from "#server/platform/services.ts";
import { paymentQueues } from "./queues.ts";

/** After a start, settles at once what the previous process left unfinished, without waiting for the next minute. */
export const reconcileAtStart = ({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> =>
  jobs.enqueue(db, paymentQueues.reconcile, {});
