import PQueue from "p-queue";
import { Refusal } from "../refusal.ts";

/** Limits how many tasks of one owner run at once, and how many more may wait. */
export interface ConcurrencyLimit {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

export interface ConcurrencyLimiter {
  /** Runs an owner's task when it is its turn; throws `rate_limited` when too many of theirs wait already. */
  readonly run: <T>(owner: string, task: () => Promise<T>) => Promise<T>;
}

/** Keeps one owner from taking all capacity: a few of their tasks run at once, in order of arrival. */
export function createConcurrencyLimiter({ maxRunning, maxWaiting }: ConcurrencyLimit): ConcurrencyLimiter {
  const queues = new Map<string, PQueue>();
  const queueOf = (owner: string) => {
    const found = queues.get(owner);
    if (found) return found;
    const queue = new PQueue({ concurrency: maxRunning });
    queue.addEventListener("idle", () => queues.delete(owner));
    queues.set(owner, queue);
    return queue;
  };
  return {
    async run(owner, task) {
      const queue = queueOf(owner);
      if (queue.pending >= maxRunning && queue.size >= maxWaiting)
        throw new Refusal("rate_limited", { retryAfterSeconds: 1 });
      return queue.add(task);
    },
  };
}
