import { type KillPoint, type SpawnedNode, startNode } from "./spawn.ts";

const minuteMs = 60_000;

/** Nodes one after the other on one database: each is killed, and the next one goes on. */
export interface NodeSequence {
  /** The node that is to die this death: the one that runs, or the next, a minute (or `downMs`) later by its clock. */
  readonly nodeOf: (killPoint: KillPoint, downMs?: number) => Promise<SpawnedNode>;
  /** The clock of the running node was moved on; so is that of those after it. */
  readonly passed: (ms: number) => void;
  /** The settings of one more node, beside the running one. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

/** The first node's clock is `aheadMs` and a minute ahead. */
export function createNodeSequence(baseEnv: NodeJS.ProcessEnv, aheadMs = 0): NodeSequence {
  let clockAheadMs = aheadMs;
  let running: { readonly node: SpawnedNode; readonly doomed: KillPoint } | null = null;
  const env = () => ({ ...baseEnv, CLOCK_AHEAD_MS: String(clockAheadMs) });
  return {
    async nodeOf(killPoint, downMs = minuteMs) {
      if (running?.doomed === killPoint) return running.node;
      await running?.node.kill();
      clockAheadMs += downMs;
      const node = await startNode({ ...env(), AWAY_MS: running ? String(downMs) : "0" }, killPoint);
      running = { doomed: killPoint, node };
      return node;
    },
    passed: (ms) => void (clockAheadMs += ms),
    env,
    close: async () => running?.node.kill(),
  };
}
