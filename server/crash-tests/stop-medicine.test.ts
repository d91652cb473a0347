import { afterAll, describe, expect, test, vi } from "vitest";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { waitOptions } from "./testing/expect-renewed-once.ts";
import { dayMs } from "./testing/node-controls.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import { type KillPoint, type SpawnedNode, startNode } from "./testing/spawn-node.ts";
import { expectStoppedOnce, type PatientToStop, prepareStops, stopPatchOn } from "./testing/stops.ts";
import { selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two waits for a lost worker and three starts of a node, in milliseconds. */
const timeoutMs = 480_000;
/** After so long nobody asks the gateway for a cancelled charge anymore. */
const downMs = 8 * 60_000;

interface KilledCall extends Kill, PatientToStop {
  /** Of the call that stops the patch. */
  readonly stopKey: string;
}

// The embedded database allows one process at a time.
const onServer = testDatabaseUrl() !== null;
/** The money is captured; the clinic does not know yet. */
const afterCharge = (round: readonly WritePoint[]) => round.findLast(({ name }) => name === "update payment_intent");
/** Points in the groups in which the server is killed there. Each group of renewals is due on a day of its own. */
const pointGroups = (points: readonly WritePoint[]) =>
  killGroups(selectWritePoints(points).map((point) => ({ point, nextWrite: point.name })));
/** Those of a stop beside which a renewal was killed: what it writes depends on that, so a point is the first write of its name. */
const namedPointGroups = (points: readonly WritePoint[]) =>
  onServer
    ? killGroups([...new Set(selectWritePoints(points).map(({ name }) => name))].map((nextWrite) => ({ nextWrite })))
    : [];
const crashDatabase = await prepareCrashTestDatabase(
  prepareStops({
    paidCount: (stop) => selectWritePoints(stop).length + 1,
    dueInDays: ({ stop, round }) =>
      [...pointGroups(round), ...namedPointGroups(stop)].flatMap((group, index) => group.map(() => index + 1)),
  }),
);
const { stop: stopWritePoints, round: roundWritePoints, paid, due, capsuleCents, aheadMs } = crashDatabase.preparedData;
const next = (patients: PatientToStop[]): PatientToStop => patients.shift() ?? expect.fail("No patient is left");
const killedStop = (before: WritePoint | undefined): KilledCall => {
  const key = newId();
  const writePoint = writePointNumber(stopWritePoints, before);
  return { ...next(paid), writePoint, nextWrite: before?.name ?? "nothing", key, stopKey: key };
};
const killedRenewal = (before: WritePoint | undefined): KilledCall => {
  const patient = next(due);
  const writePoint = writePointNumber(roundWritePoints, before);
  return { ...patient, writePoint, nextWrite: before?.name ?? "nothing", key: patient.patient.id, stopKey: newId() };
};

const stopGroups = pointGroups(stopWritePoints).map((group) => group.map(({ point }) => killedStop(point)));
const undisturbedStop = killedStop(undefined);
const renewalGroups = pointGroups(roundWritePoints).map((group) => group.map(({ point }) => killedRenewal(point)));
/** The renewal is killed once its money is captured, then the node that stops the patch, before it knows. */
const bothGroups = namedPointGroups(stopWritePoints).map((group) =>
  group.map(({ nextWrite }) => {
    const kill = killedRenewal(afterCharge(roundWritePoints));
    return { ...kill, stop: { writePoint: nextWrite, key: kill.stopKey } };
  }),
);
const [stops, renewals, both] = [stopGroups.flat(), renewalGroups.flat(), bothGroups.flat()];
const undisturbedStops = [undisturbedStop];
const afterAllKills: readonly KillPoint[] = [];

const nodes = createNodeSequence(crashDatabase.env, aheadMs);
let beside: SpawnedNode | undefined;
afterAll(async () => {
  await beside?.kill();
  await nodes.close();
  crashDatabase.dispose();
});

/** Repeats the same call until it is answered. */
async function repeatStop(node: SpawnedNode, kill: KilledCall): Promise<void> {
  const answer = { status: 200, stopped: "stopped" };
  await vi.waitFor(async () => expect(await stopPatchOn(node, kill, kill.stopKey)).toEqual(answer), waitOptions);
}
/** Lets time pass until everything is settled. */
async function expectStopSettled(node: SpawnedNode, kill: KilledCall): Promise<void> {
  await vi.waitFor(async () => {
    await node.passTime("minute");
    await expectStoppedOnce(node, kill, capsuleCents);
  }, waitOptions);
}

const series = {
  nodes,
  recover: (node: SpawnedNode, group: readonly KilledCall[]) => group.map((kill) => repeatStop(node, kill)),
  downMs,
};
const nodeAfterStop = killGroupByGroup({
  ...series,
  groups: stopGroups,
  async kill(node, group) {
    const answers = await killDuring(node, group, (kill) => stopPatchOn(node, kill, kill.stopKey));
    expect(answers).toEqual(group.map(() => null));
  },
  then: undisturbedStops,
});
const nodeAfterRenewal = killGroupByGroup({
  ...series,
  groups: renewalGroups,
  async kill(node, group) {
    if (onServer) beside ??= await startNode({ ...nodes.env(), DATABASE_CONNECTIONS: "30" }, []);
    const renewedMs = nodes.clockMoved(dayMs);
    // A node beside the killed one is asked while that one renews; embedded, the next one is. A renewal whose medicine is stopped before it began writes
    // less than the kill point counts.
    await killDuring(node, group, ({ patient, ...kill }) =>
      Promise.all([node.charge(patient, renewedMs), beside && stopPatchOn(beside, { patient, ...kill }, kill.stopKey)]),
    );
  },
  then: bothGroups[0] ?? afterAllKills,
});
const nodeAfterBoth = killGroupByGroup({
  ...series,
  groups: bothGroups,
  async kill(node, group) {
    const unanswered = group.map(() => null);
    const stopping = await startNode(
      nodes.env(),
      group.map(({ stop }) => stop),
    );
    try {
      const renewedMs = nodes.clockMoved(dayMs);
      expect(await killDuring(node, group, ({ patient }) => node.charge(patient, renewedMs))).toEqual(unanswered);
      const stopKills = group.map((kill) => ({ ...kill, ...kill.stop }));
      expect(await killDuring(stopping, stopKills, (kill) => stopPatchOn(stopping, kill, kill.key))).toEqual(
        unanswered,
      );
    } finally {
      await stopping.kill();
    }
  },
  then: afterAllKills,
});

describe("decisions §11 killed by SIGKILL while a medicine is stopped whose paid box has not left: refunded once, the patient is told once", () => {
  test.each(stops)(
    "killed at write point $writePoint, before $nextWrite: the same call again",
    async (kill) => expectStopSettled(await nodeAfterStop(kill), kill),
    timeoutMs,
  );

  test(
    "there is no write point after the last",
    async () => {
      const node = await nodes.nodeFor(undisturbedStops);
      await repeatStop(node, undisturbedStop);
      await expectStopSettled(node, undisturbedStop);
    },
    timeoutMs,
  );
});

describe("decisions §11 killed by SIGKILL in a renewal while its medicine is stopped: nothing is kept of it, the rest is renewed once", () => {
  test.each(renewals)(
    "killed at write point $writePoint, before $nextWrite",
    async (kill) => expectStopSettled(await nodeAfterRenewal(kill), kill),
    timeoutMs,
  );

  test.each(both)(
    "its money just captured, and the stop killed before $stop.writePoint",
    async (kill) => expectStopSettled(await nodeAfterBoth(kill), kill),
    timeoutMs,
  );
});

test(
  "later kills and days changed nothing",
  async () => {
    const node = await nodes.nodeFor(afterAllKills);
    for (const kill of [...stops, undisturbedStop, ...renewals, ...both])
      await expectStoppedOnce(node, kill, capsuleCents);
  },
  timeoutMs,
);
