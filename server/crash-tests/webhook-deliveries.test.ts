import { afterAll, describe, expect, test } from "vitest";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { eventCount, openReceiver, prepareDeliveries, type WaitingEndpoint } from "./testing/deliveries.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import type { SpawnedNode } from "./testing/spawn-node.ts";
import { selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two starts of a node, in milliseconds. */
const timeoutMs = 120_000;
/** Events the server sends before it records what became of them. */
const batchSize = 100;
/** How many have arrived when a node is killed while it sends a batch. */
const arrivedCounts = [37, batchSize];

interface KilledDelivery extends Kill, WaitingEndpoint {
  /** The server is killed when so many of a batch have arrived, not at a write point. */
  readonly arrived?: number;
}

const receiver = await openReceiver();
const crashDatabase = await prepareCrashTestDatabase(
  prepareDeliveries(receiver, (points) => selectWritePoints(points).length + arrivedCounts.length + 1),
);
const { points, endpoints, events } = crashDatabase.preparedData;
const killedDelivery = (before: WritePoint | undefined): KilledDelivery => {
  const endpoint = endpoints.shift() ?? expect.fail("No endpoint is left");
  return {
    ...endpoint,
    writePoint: writePointNumber(points, before),
    nextWrite: before?.name ?? "nothing",
    key: endpoint.id,
  };
};
const atWrites = selectWritePoints(points).map(killedDelivery);
const whileSending = arrivedCounts.map((arrived) => ({ ...killedDelivery(undefined), arrived }));
const undisturbed = killedDelivery(undefined);
const lastKillPoints = [undisturbed];
const groups = killGroups([...atWrites, ...whileSending]);
const kills: readonly KilledDelivery[] = groups.flat();

const nodes = createNodeSequence(crashDatabase.env);
const nodeAfter = killGroupByGroup({
  nodes,
  groups,
  async kill(node, group) {
    const answers = await killDuring(
      node,
      group,
      ({ id }) => node.deliver(id, "watched"),
      ({ key, path, arrived }) => (arrived === undefined ? node.held(key) : receiver.held(path, arrived)),
    );
    expect(answers).toEqual(group.map(() => null));
    receiver.answerAgain();
  },
  recover(node, group) {
    // One after the other, because only one endpoint is on.
    let recovered = Promise.resolve();
    return group.map((kill) => {
      const run = () => recover(node, kill);
      return (recovered = recovered.then(run, run));
    });
  },
  then: lastKillPoints,
});
afterAll(async () => {
  await nodes.close();
  crashDatabase.dispose();
  receiver.close();
});

/** Sends what the killed node left. */
async function recover(node: SpawnedNode, { id, arrived }: KilledDelivery): Promise<void> {
  if (arrived !== undefined) {
    const { deliveries } = await node.deliveryState(id);
    expect(deliveries.filter(({ attempts }) => attempts > 0)).toEqual([]);
  }
  expect(await node.deliver(id, "unwatched")).toBe(200);
}

/** Expects each event to have arrived, under its one id and at most once more than it was recorded, and to be in the log and among the deliveries once. */
async function expectDelivered(node: SpawnedNode, { id, path }: KilledDelivery, repeatedAtMost: number): Promise<void> {
  const arrived = receiver.idsAt(path);
  expect(new Set(arrived)).toEqual(new Set(events));
  expect(arrived.length).toBeLessThanOrEqual(eventCount + repeatedAtMost);
  const { log, deliveries } = await node.deliveryState(id);
  expect(log.filter((each) => events.includes(each)).toSorted()).toEqual(events.toSorted());
  expect(deliveries.map(({ event_id }) => event_id).toSorted()).toEqual(events.toSorted());
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({ attempts: 1, last_status: 200, next_attempt_at: null });
}

describe("decisions §11 killed by SIGKILL while it delivers events: each arrives, under one id, and is in the log once", () => {
  test.each(atWrites)(
    "killed at write point $writePoint, before $nextWrite",
    async (kill) => {
      await expectDelivered(await nodeAfter(kill), kill, batchSize);
    },
    timeoutMs,
  );

  test.each(whileSending)(
    "killed when $arrived of a batch have arrived, none of them recorded",
    async (kill) => {
      await expectDelivered(await nodeAfter(kill), kill, batchSize);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last, and without a kill each arrives once",
    async () => {
      const node = await nodes.nodeFor(lastKillPoints);
      expect(await node.deliver(undisturbed.id, "watched")).toBe(200);
      await expectDelivered(node, undisturbed, 0);
      for (const kill of [...kills, undisturbed]) await expectDelivered(node, kill, batchSize);
    },
    timeoutMs,
  );
});
