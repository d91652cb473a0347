import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { type KillPoint, type SpawnedNode, startNode } from "./spawn-node.ts";

const minuteMs = 60_000;

/** Consecutive nodes on one database: each is killed, and the next continues. */
export interface NodeSequence {
  /** The node with these kill points: the running one, or the next, a minute (or `downMs`) later by its clock. */
  readonly nodeFor: (killPoints: readonly KillPoint[], downMs?: number) => Promise<SpawnedNode>;
  /** Call it when the running node's clock moves ahead, so that later nodes start ahead as well; gives how far ahead it is. */
  readonly clockMoved: (ms: number) => number;
  /** Environment for one more node beside the running one. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly close: () => Promise<void>;
}

/** The first node's clock is `aheadMs` and a minute ahead. Every node has the kill points of `undisturbed`, work that comes to none. */
export function createNodeSequence(
  baseEnv: NodeJS.ProcessEnv,
  aheadMs = 0,
  undisturbed: readonly KillPoint[] = [],
): NodeSequence {
  let clockAheadMs = aheadMs;
  let running: { readonly node: SpawnedNode; readonly killPoints: readonly KillPoint[] } | null = null;
  const env = () => ({ ...baseEnv, CLOCK_AHEAD_MS: String(clockAheadMs) });
  return {
    async nodeFor(killPoints, downMs = minuteMs) {
      if (running?.killPoints === killPoints) return running.node;
      await running?.node.kill();
      clockAheadMs += downMs;
      const node = await startNode({ ...env(), AWAY_MS: running ? String(downMs) : "0" }, [
        ...killPoints,
        ...undisturbed,
      ]);
      running = { killPoints, node };
      return node;
    },
    clockMoved: (ms) => (clockAheadMs += ms),
    env,
    close: async () => running?.node.kill(),
  };
}

/** A kill, with the write that the server is killed before. */
export interface Kill extends KillPoint {
  readonly nextWrite: string;
}

/** Kills for which one node dies. What is held before a commit keeps its connection, and the embedded database has one. */
const killsAtOnce = testDatabaseUrl() === null ? 1 : 20;

/** The kills in groups of those for which one node dies. The node writes one audit entry after the other, so in a group one at most is held, the last. */
export function killGroups<K extends Pick<Kill, "nextWrite">>(kills: readonly K[]): readonly (readonly K[])[] {
  const atAudit = kills.filter(({ nextWrite }) => nextWrite === "insert into audit_event");
  const others = kills.filter((kill) => !atAudit.includes(kill));
  const groups: K[][] = [];
  while (others.length > 0 || atAudit.length > 0) {
    const group = others.splice(0, killsAtOnce);
    groups.push(group.length < killsAtOnce ? [...group, ...atAudit.splice(0, 1)] : group);
  }
  return groups;
}

/**
 * Begins `work` for each kill, which holds it at its kill point (`held` says when), and then kills the node. Gives the answers, null where there was none;
 * work that ends without coming to its kill point is answered.
 */
export async function killDuring<K extends Kill>(
  node: SpawnedNode,
  group: readonly K[],
  work: (kill: K) => Promise<unknown>,
  held = (kill: K): Promise<void> => node.held(kill.key),
): Promise<unknown[]> {
  const answers: Promise<unknown>[] = [];
  for (const kill of group) {
    const isHeld = held(kill);
    const answer = work(kill);
    answers.push(answer);
    await Promise.race([isHeld, answer]);
  }
  await node.kill();
  return Promise.all(answers);
}

interface KillSeries<K extends Kill> {
  readonly nodes: NodeSequence;
  readonly groups: readonly (readonly K[])[];
  /** Kills the node in the middle of a group's work. */
  readonly kill: (node: SpawnedNode, group: readonly K[]) => Promise<unknown>;
  /** What happens on the next node as soon as it runs, for each kill of the group. */
  readonly recover: (node: SpawnedNode, group: readonly K[]) => readonly Promise<unknown>[];
  /** Kill points of the node after the last group. */
  readonly then: readonly KillPoint[];
  /** How long the server is down after each kill. */
  readonly downMs?: number;
}

/** Kills a node for each group, once one of its kills is asked for; gives the node after a kill, once it has recovered what the kill left. */
export function killGroupByGroup<K extends Kill>(series: KillSeries<K>): (kill: K) => Promise<SpawnedNode> {
  const { nodes, groups, then, downMs } = series;
  const killed = new Map<readonly K[], Promise<{ node: SpawnedNode; recoveries: readonly Promise<unknown>[] }>>();
  const killGroup = async (group: readonly K[]) => {
    await series.kill(await nodes.nodeFor(group), group);
    const node = await nodes.nodeFor(groups[groups.indexOf(group) + 1] ?? then, downMs);
    const recoveries = series.recover(node, group);
    // A recovery that fails does so in the test of its kill.
    void Promise.allSettled(recoveries);
    return { node, recoveries };
  };
  return async (kill) => {
    const group = groups.find((each) => each.includes(kill)) ?? [];
    const killing = killed.get(group) ?? killGroup(group);
    killed.set(group, killing);
    const { node, recoveries } = await killing;
    await recoveries[group.indexOf(kill)];
    return node;
  };
}
