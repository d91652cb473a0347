import { type Death, type Node, startNode } from "./spawn.ts";

const minuteMs = 60_000;

/** Nodes one after the other on one database: each is killed, and the next one goes on. */
export interface Relay {
  /** The node that is to die this death: the one that runs, or the next, a minute (or `laterMs`) later by its clock. */
  readonly nodeOf: (doomed: Death, laterMs?: number) => Promise<Node>;
  /** The clock of the running node was moved on; so is that of those after it. */
  readonly passed: (ms: number) => void;
  /** The settings of one more node, beside the running one. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

/** The first node's clock is `aheadMs` and a minute ahead. */
export function relayOn(ground: NodeJS.ProcessEnv, aheadMs = 0): Relay {
  let ahead = aheadMs;
  let running: { readonly node: Node; readonly doomed: Death } | null = null;
  const env = () => ({ ...ground, CLOCK_AHEAD_MS: String(ahead) });
  return {
    async nodeOf(doomed, laterMs = minuteMs) {
      if (running?.doomed === doomed) return running.node;
      await running?.node.kill();
      ahead += laterMs;
      const node = await startNode({ ...env(), AWAY_MS: running ? String(laterMs) : "0" }, doomed);
      running = { doomed, node };
      return node;
    },
    passed: (ms) => void (ahead += ms),
    env,
    close: async () => running?.node.kill(),
  };
}
