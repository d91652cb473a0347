import { Refusal } from "../refusal.ts";

/** How many pieces of work of one owner run at once, and how many more may wait for them. */
export interface Bound {
  readonly atOnce: number;
  readonly waiting: number;
}

export interface InFlight {
  /** Runs the work of an owner in its turn; throws `rate_limited` when too much of hers waits already. */
  readonly run: <T>(owner: string, work: () => Promise<T>) => Promise<T>;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Keeps one owner from taking all there is: her work runs a few at once, in the order it came. */
export function createInFlight({ atOnce, waiting }: Bound): InFlight {
  const lines = new Map<string, Line>();

  const enter = async (line: Line) => {
    if (line.running < atOnce) return void (line.running += 1);
    if (line.waiting.length >= waiting) throw new Refusal("rate_limited", { retryAfterSeconds: 1 });
    // Who leaves hands on its place.
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  };
  const leave = (owner: string, line: Line) => {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(owner);
  };

  return {
    async run(owner, work) {
      const line = lines.get(owner) ?? { running: 0, waiting: [] };
      lines.set(owner, line);
      await enter(line);
      try {
        return await work();
      } finally {
        leave(owner, line);
      }
    },
  };
}
