import { type KillPoint, type SpawnedNode, startNode } from "./spawn-node.ts";

const minuteMs = 60_000;

/** Consecutive nodes on one database: each is killed, and the next continues. */
export interface NodeSequence {
  /** The node that will die at this kill point: the running one, or the next, a minute (or `downMs`) later by its clock. */
  readonly nodeFor: (killPoint: KillPoint, downMs?: number) => Promise<SpawnedNode>;
  /** Call it after moving the running node's clock ahead, so that later nodes start ahead as well. */
  readonly clockMoved: (ms: number) => void;
  /** Environment for one more node beside the running one. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

/** The first node's clock is `aheadMs` and a minute ahead. */
export function createNodeSequence(baseEnv: NodeJS.ProcessEnv, aheadMs = 0): NodeSequence {
  let clockAheadMs = aheadMs;
  let running: { readonly node: SpawnedNode; readonly killPoint: KillPoint } | null = null;
  const env = () => ({ ...baseEnv, CLOCK_AHEAD_MS: String(clockAheadMs) });
  return {
    async nodeFor(killPoint, downMs = minuteMs) {
      if (running?.killPoint === killPoint) return running.node;
      await running?.node.kill();
      clockAheadMs += downMs;
      const node = await startNode({ ...env(), AWAY_MS: running ? String(downMs) : "0" }, killPoint);
      running = { killPoint, node };
      return node;
    },
    clockMoved: (ms) => void (clockAheadMs += ms),
    env,
    close: async () => running?.node.kill(),
  };
}
