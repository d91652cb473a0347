import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { dayMs } from "./testing/node-controls.ts";
import { createNodeSequence } from "./testing/node-sequence.ts";
import { waitOptions } from "./testing/expect-renewed-once.ts";
import { type KillPoint, type SpawnedNode, startNode } from "./testing/spawn-node.ts";
import { expectStoppedOnce, type PatientToStop, prepareStops, stopPatchOn } from "./testing/stops.ts";
import { selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two waits for a lost worker and three starts of a node, in milliseconds. */
const timeoutMs = 480_000;
/** After so long nobody asks the gateway for a cancelled charge anymore. */
const downMs = 8 * 60_000;

interface KilledCall extends KillPoint, PatientToStop {
  /** The write the server is killed before. */
  readonly nextWrite: string;
  /** Of the call that stops the patch. */
  readonly stopKey: string;
}

// The embedded database allows one process at a time.
const onServer = testDatabaseUrl() !== null;
/** The money is captured; the clinic does not know yet. */
const afterCharge = (round: readonly WritePoint[]) => round.findLast(({ name }) => name === "update payment_intent");
const crashDatabase = await prepareCrashTestDatabase(
  prepareStops({
    paidCount: (stop) => selectWritePoints(stop).length + 1,
    dueCount: ({ stop, round }) => selectWritePoints(round).length + (onServer ? selectWritePoints(stop).length : 0),
  }),
);
const { stop: stopWritePoints, round: roundWritePoints, paid, due, capsuleCents, aheadMs } = crashDatabase.preparedData;
const next = (patients: PatientToStop[]): PatientToStop => patients.shift() ?? expect.fail("No patient is left");
const killedCall = (
  points: readonly WritePoint[],
  before: WritePoint | undefined,
  { of, key }: { readonly of: PatientToStop[]; readonly key: string | null },
): KilledCall => ({
  ...next(of),
  writePoint: writePointNumber(points, before),
  nextWrite: before?.name ?? "nothing",
  key,
  stopKey: key ?? newId(),
});

const stops = selectWritePoints(stopWritePoints).map((point) =>
  killedCall(stopWritePoints, point, { of: paid, key: newId() }),
);
const undisturbedStop = killedCall(stopWritePoints, undefined, { of: paid, key: newId() });
const renewals = selectWritePoints(roundWritePoints).map((point) =>
  killedCall(roundWritePoints, point, { of: due, key: null }),
);
/** The renewal is killed once its money is captured, then the node that stops the patch, before it knows. */
const both = onServer
  ? selectWritePoints(stopWritePoints).map((point) => ({
      ...killedCall(roundWritePoints, afterCharge(roundWritePoints), { of: due, key: null }),
      stop: { writePoint: point.name, key: newId() },
    }))
  : [];
const kills: readonly KilledCall[] = [...stops, undisturbedStop, ...renewals, ...both];
/** A kill point that is never reached. */
const noKillPoint: KillPoint = { writePoint: 0, key: null };

const nodeSequence = createNodeSequence(crashDatabase.env, aheadMs);
let beside: SpawnedNode | undefined;
afterAll(async () => {
  await beside?.kill();
  await nodeSequence.close();
  crashDatabase.dispose();
});

const nodeAfter = (kill: KilledCall): Promise<SpawnedNode> =>
  nodeSequence.nodeFor(kills[kills.indexOf(kill) + 1] ?? noKillPoint, downMs);
const runBillingTomorrow = (node: SpawnedNode) => {
  nodeSequence.clockMoved(dayMs);
  return node.passTime("tomorrow");
};
/** Repeats the same call until it is answered, and lets time pass until everything is settled. */
async function expectStopRepeated(node: SpawnedNode, kill: KilledCall, key = kill.stopKey): Promise<void> {
  const answer = { status: 200, stopped: "stopped" };
  await vi.waitFor(async () => expect(await stopPatchOn(node, kill, key)).toEqual(answer), waitOptions);
  await vi.waitFor(async () => {
    await node.passTime("minute");
    await expectStoppedOnce(node, kill, capsuleCents);
  }, waitOptions);
}

describe("decisions §11 killed by SIGKILL while a medicine is stopped whose paid box has not left: refunded once, the patient is told once", () => {
  test.each(stops)(
    "killed at write point $writePoint, before $nextWrite: the same call again",
    async (kill) => {
      const nodeToKill = await nodeSequence.nodeFor(kill);
      expect(await stopPatchOn(nodeToKill, kill, kill.stopKey)).toBeNull();
      expect(await nodeToKill.exited).toBe("SIGKILL");
      await expectStopRepeated(await nodeAfter(kill), kill);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last",
    async () => expectStopRepeated(await nodeSequence.nodeFor(undisturbedStop), undisturbedStop),
    timeoutMs,
  );
});

describe("decisions §11 killed by SIGKILL in a renewal while its medicine is stopped: nothing is kept of it, the rest is renewed once", () => {
  test.each(renewals)(
    "killed at write point $writePoint, before $nextWrite",
    async (kill) => {
      const nodeToKill = await nodeSequence.nodeFor(kill);
      if (onServer) beside ??= await startNode(nodeSequence.env(), noKillPoint);
      // A node beside the killed one is asked while that one renews; embedded, the next one is.
      const [renewed] = await Promise.all([
        runBillingTomorrow(nodeToKill),
        beside && stopPatchOn(beside, kill, kill.stopKey),
      ]);
      // Stopped before the round began, it writes less than the kill point counts.
      if (renewed === null) expect(await nodeToKill.exited).toBe("SIGKILL");
      else await nodeToKill.kill();
      await expectStopRepeated(await nodeAfter(kill), kill);
    },
    timeoutMs,
  );

  test.each(both)(
    "its money just captured, and the stop killed before $stop.writePoint",
    async (kill) => {
      const nodeToKill = await nodeSequence.nodeFor(kill);
      const stopping = await startNode(nodeSequence.env(), kill.stop);
      expect(await runBillingTomorrow(nodeToKill)).toBeNull();
      expect(await stopPatchOn(stopping, kill, kill.stop.key)).toBeNull();
      expect(await stopping.exited).toBe("SIGKILL");
      await expectStopRepeated(await nodeAfter(kill), kill, kill.stop.key);
    },
    timeoutMs,
  );
});

test(
  "later kills and days changed nothing",
  async () => {
    const node = await nodeSequence.nodeFor(noKillPoint);
    for (const kill of kills) await expectStoppedOnce(node, kill, capsuleCents);
  },
  timeoutMs,
);
