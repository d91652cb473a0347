import { Refusal } from "../refusal.ts";
import { inTurns } from "../turns.ts";

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
  /** Pieces that run or wait. */
  held: number;
  readonly inTurn: ReturnType<typeof inTurns>;
}

/** Keeps one owner from taking all there is: her work runs a few at once, in the order it came. */
export function createInFlight({ atOnce, waiting }: Bound): InFlight {
  const lines = new Map<string, Line>();
  return {
    async run(owner, work) {
      const line = lines.get(owner) ?? { held: 0, inTurn: inTurns(atOnce) };
      if (line.held >= atOnce + waiting) throw new Refusal("rate_limited", { retryAfterSeconds: 1 });
      lines.set(owner, line);
      line.held += 1;
      try {
        return await line.inTurn(work);
      } finally {
        line.held -= 1;
        if (line.held === 0) lines.delete(owner);
      }
    },
  };
}
