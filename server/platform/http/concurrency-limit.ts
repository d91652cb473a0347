import { Refusal } from "../refusal.ts";
import { createSemaphore } from "../semaphore.ts";

/** Limits how many tasks of one owner run at once, and how many more may wait. */
export interface ConcurrencyLimit {
  readonly atOnce: number;
  readonly waiting: number;
}

export interface ConcurrencyLimiter {
  /** Runs an owner's task when it is its turn; throws `rate_limited` when too many of theirs wait already. */
  readonly run: <T>(owner: string, task: () => Promise<T>) => Promise<T>;
}

interface OwnerQueue {
  /** Tasks that run or wait. */
  held: number;
  readonly inTurn: ReturnType<typeof createSemaphore>;
}

/** Keeps one owner from taking all capacity: a few of their tasks run at once, in order of arrival. */
export function createConcurrencyLimiter({
  atOnce: maxRunning,
  waiting: maxWaiting,
}: ConcurrencyLimit): ConcurrencyLimiter {
  const queues = new Map<string, OwnerQueue>();
  return {
    async run(owner, task) {
      const queue = queues.get(owner) ?? { held: 0, inTurn: createSemaphore(maxRunning) };
      if (queue.held >= maxRunning + maxWaiting) throw new Refusal("rate_limited", { retryAfterSeconds: 1 });
      queues.set(owner, queue);
      queue.held += 1;
      try {
        return await queue.inTurn(task);
      } finally {
        queue.held -= 1;
        if (queue.held === 0) queues.delete(owner);
      }
    },
  };
}
