import type { JobHandler, Jobs } from "#server/platform/jobs/jobs.ts";

interface QueuedJob {
  readonly queue: string;
  readonly data: Record<string, unknown>;
}

/** Jobs in memory, run by `drain` in order of arrival. Jobs of undefined or `dropped` queues are discarded. */
export function inlineJobs(dropped: readonly string[]): Jobs {
  const handlers = new Map<string, JobHandler>();
  const queued: QueuedJob[] = [];
  return {
    define: (queue, handler) => void (dropped.includes(queue) || handlers.set(queue, handler)),
    enqueue: async (_db, queue, data) => void queued.push({ queue, data }),
    start: async () => undefined,
    async drain() {
      let done = 0;
      for (let job = queued.shift(); job; job = queued.shift(), done += 1) await handlers.get(job.queue)?.(job.data);
      return done;
    },
    wake: async () => undefined,
    stop: async () => undefined,
  };
}
