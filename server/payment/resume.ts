import type { Services } from "#server/platform/services.ts";
import { paymentQueues } from "./queues.ts";

/** After a start: what the process before left unfinished is settled now, not at the next minute. */
export const reconcileAtStart = ({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> =>
  jobs.enqueue(db, paymentQueues.reconcile, {});
