import { afterAll, describe, expect, test, vi } from "vitest";
import { payment } from "#contract/payment.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { expectRenewedOnce, waitOptions, type Renewal } from "./testing/expect-renewed-once.ts";
import { dayMs } from "./testing/node-controls.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import { prepareRenewals } from "./testing/renewals.ts";
import { type SpawnedNode, startNode } from "./testing/spawn-node.ts";
import { sample, selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two waits for a lost worker and two starts of a node, in milliseconds. */
const timeoutMs = 480_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface KilledRenewal extends Kill, Renewal {
  readonly recovery: string;
}
interface CardSaved extends KilledRenewal {
  readonly recovery: "the same request again" | "the patient saves it again" | "nobody comes back";
}

/** The order exists; nothing says that the gateway was asked. */
const afterLease = (points: readonly WritePoint[]) => points.find(({ name }) => name === "update payment_intent");
/** The gateway was about to be asked. */
const beforeGatewayCall = (points: readonly WritePoint[]) =>
  points.slice(points.indexOf(afterLease(points)!)).find(({ name }) => name === "insert into sandbox.idempotency");
/** The money is captured; the clinic does not know yet. */
const afterCharge = (points: readonly WritePoint[]) => points.findLast(({ name }) => name === "update payment_intent");
const longOutagePoints = (points: readonly WritePoint[]) =>
  sample([afterLease(points), beforeGatewayCall(points), afterCharge(points)]);

/** A kill without its patient. */
interface KillToPrepare extends Pick<Kill, "nextWrite"> {
  readonly before: WritePoint | undefined;
  readonly recovery: string;
}
const killToPrepare = (before: WritePoint | undefined, recovery: string): KillToPrepare => ({
  before,
  nextWrite: before?.name ?? "nothing",
  recovery,
});
/** Renewals in which the server is killed, in groups: each renews on a day of its own. */
const renewalGroups = (points: readonly WritePoint[]) => ({
  soon: killGroups(selectWritePoints(points).map((point) => killToPrepare(point, "the engine goes on"))),
  late: killGroups(longOutagePoints(points).map((point) => killToPrepare(point, "the server is away for an hour"))),
});
const togetherCount = testDatabaseUrl() === null ? 0 : 6;

const crashDatabase = await prepareCrashTestDatabase(
  prepareRenewals({
    owingCount: (cardWritePoints) => selectWritePoints(cardWritePoints).length + 3,
    dueInDays(roundWritePoints) {
      const { soon, late } = renewalGroups(roundWritePoints);
      const groups = [...soon, ...late, ["undisturbed"], Array.from({ length: togetherCount })];
      return groups.flatMap((group, index) => group.map(() => index + 1));
    },
  }),
);
const { card: cardWritePoints, round: roundWritePoints, cents } = crashDatabase.preparedData;
const next = (patients: TestPatient[]): TestPatient => {
  const patient = patients.shift();
  if (!patient) throw new Error("No patient is left");
  return patient;
};

const killedCardSave = (before: WritePoint | undefined, recovery: CardSaved["recovery"]): CardSaved => ({
  writePoint: writePointNumber(cardWritePoints, before),
  nextWrite: before?.name ?? "nothing",
  key: newId(),
  patient: next(crashDatabase.preparedData.owing),
  totalCents: cents,
  declinedCount: 1,
  recovery,
});
const killedRenewal = ({ before, nextWrite, recovery }: KillToPrepare): KilledRenewal => {
  const patient = next(crashDatabase.preparedData.due);
  const writePoint = writePointNumber(roundWritePoints, before);
  return { writePoint, nextWrite, key: patient.id, patient, totalCents: cents, declinedCount: 0, recovery };
};

const cardGroups = killGroups([
  ...selectWritePoints(cardWritePoints).map((point) => killedCardSave(point, "the same request again")),
  killedCardSave(afterLease(cardWritePoints), "the patient saves it again"),
  killedCardSave(afterCharge(cardWritePoints), "nobody comes back"),
]);
const undisturbedCardSave = killedCardSave(undefined, "the same request again");
const { soon, late } = renewalGroups(roundWritePoints);
const soonGroups = soon.map((group) => group.map(killedRenewal));
const lateGroups = late.map((group) => group.map(killedRenewal));
const undisturbedRenewal = { ...killedRenewal(killToPrepare(undefined, "nothing")), key: "billing" };
const together = crashDatabase.preparedData.due;
const [cardsSaved, renewalsSoon, renewalsLate] = [cardGroups.flat(), soonGroups.flat(), lateGroups.flat()];

const undisturbedCardSaves = [undisturbedCardSave];
const undisturbedRenewals = [undisturbedRenewal];

const nodes = createNodeSequence(crashDatabase.env, crashDatabase.preparedData.aheadMs);
afterAll(async () => {
  await nodes.close();
  crashDatabase.dispose();
});

const saveCard = async (node: SpawnedNode, { patient }: Renewal, key: string) => {
  const answer = await node.call(payment.saveSource, { body: { source: "tok_visa" } }, { patient, key });
  return answer && { status: answer.status, outcome: answer.ok.retried?.outcome };
};
const runBillingTomorrow = (node: SpawnedNode) => {
  nodes.clockMoved(dayMs);
  return node.passTime("tomorrow");
};

async function recoverCardSave(node: SpawnedNode, cardSaved: CardSaved): Promise<void> {
  if (cardSaved.recovery === "nobody comes back") await node.passTime("minute");
  else if (cardSaved.recovery === "the patient saves it again")
    expect((await saveCard(node, cardSaved, newId()))?.status).toBe(200);
  else
    await vi.waitFor(
      async () => expect(await saveCard(node, cardSaved, cardSaved.key)).toEqual({ status: 200, outcome: "paid" }),
      waitOptions,
    );
}
const nodeAfterCardSave = killGroupByGroup({
  nodes,
  groups: cardGroups,
  async kill(node, group) {
    const answers = await killDuring(node, group, (cardSaved) => saveCard(node, cardSaved, cardSaved.key));
    expect(answers).toEqual(group.map(() => null));
  },
  recover: (node, group) => group.map((cardSaved) => recoverCardSave(node, cardSaved)),
  then: undisturbedCardSaves,
});

/** The next day's renewals are killed, and the next node's engine goes on. */
const renewalSeries = {
  nodes,
  async kill(node: SpawnedNode, group: readonly KilledRenewal[]) {
    const aheadMs = nodes.clockMoved(dayMs);
    expect(await killDuring(node, group, ({ patient }) => node.charge(patient, aheadMs))).toEqual(
      group.map(() => null),
    );
  },
  recover(node: SpawnedNode, group: readonly KilledRenewal[]) {
    const minute = node.passTime("minute");
    return group.map(() => minute);
  },
};
const nodeAfterSoon = killGroupByGroup({
  ...renewalSeries,
  groups: soonGroups,
  then: lateGroups[0] ?? undisturbedRenewals,
});
const nodeAfterLate = killGroupByGroup({
  ...renewalSeries,
  groups: lateGroups,
  then: undisturbedRenewals,
  downMs: hourMs,
});

describe("killed by SIGKILL while a saved card pays what is owed: charged once, nothing is owed anymore", () => {
  test.each(cardsSaved)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (cardSaved) => expectRenewedOnce(await nodeAfterCardSave(cardSaved), cardSaved),
    timeoutMs,
  );

  test(
    "there is no write point after the last",
    async () => {
      const node = await nodes.nodeFor(undisturbedCardSaves);
      expect(await saveCard(node, undisturbedCardSave, undisturbedCardSave.key)).toEqual({
        status: 200,
        outcome: "paid",
      });
      await expectRenewedOnce(node, undisturbedCardSave);
    },
    timeoutMs,
  );
});

describe("killed by SIGKILL in an automatic renewal: charged once, sent once, the next one planned once", () => {
  test.each([
    ...renewalsSoon.map((killed) => ({ ...killed, node: () => nodeAfterSoon(killed) })),
    ...renewalsLate.map((killed) => ({ ...killed, node: () => nodeAfterLate(killed) })),
  ])(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async ({ node, ...killed }) => expectRenewedOnce(await node(), killed),
    timeoutMs,
  );

  test(
    "there is no write point after the last, and later kills and days changed nothing",
    async () => {
      const node = await nodes.nodeFor(undisturbedRenewals);
      expect(await runBillingTomorrow(node)).toBe(200);
      for (const each of [...cardsSaved, undisturbedCardSave, ...renewalsSoon, ...renewalsLate, undisturbedRenewal])
        await expectRenewedOnce(node, each);
    },
    timeoutMs,
  );
});

// The embedded database allows one process at a time.
if (together.length > 0)
  test(
    "sound checkout 11: two nodes whose engines run at the same time renew each subscription once",
    async () => {
      const one = await nodes.nodeFor([]);
      const other = await startNode(nodes.env(), []);
      try {
        expect(await Promise.all([runBillingTomorrow(one), other.passTime("tomorrow")])).toEqual([200, 200]);
        for (const node of [one, other])
          for (const patient of together)
            await expectRenewedOnce(node, { patient, totalCents: cents, declinedCount: 0 });
      } finally {
        await other.kill();
      }
    },
    timeoutMs,
  );
