import { afterAll, describe, expect, test, vi } from "vitest";
import { payment } from "#contract/payment.ts";
import { newId } from "#server/platform/ids.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { dayMs } from "./testing/node-controls.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { createNodeSequence } from "./testing/node-sequence.ts";
import { prepareRenewals } from "./testing/renewals.ts";
import { expectRenewedOnce, waitOptions, type Renewal } from "./testing/expect-renewed-once.ts";
import { type KillPoint, type SpawnedNode, startNode } from "./testing/spawn-node.ts";
import { sample, selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two waits for a lost worker and two starts of a node, in milliseconds. */
const timeoutMs = 480_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface KilledRenewal extends KillPoint, Renewal {
  /** The write the server is killed before. */
  readonly nextWrite: string;
  readonly recovery: string;
  /** How long the server is down. */
  readonly downMs: number;
}
interface CardSaved extends KilledRenewal {
  readonly key: string;
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

const onServer = testDatabaseUrl() !== null;
const crashDatabase = await prepareCrashTestDatabase(
  prepareRenewals({
    owingCount: (cardWritePoints) => selectWritePoints(cardWritePoints).length + 3,
    dueCount: (roundWritePoints) =>
      selectWritePoints(roundWritePoints).length + longOutagePoints(roundWritePoints).length + 1,
    togetherCount: onServer ? 6 : 0,
  }),
);
const { card: cardWritePoints, round: roundWritePoints, cents, together } = crashDatabase.preparedData;
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
  downMs: minuteMs,
});
const killedRenewal = (before: WritePoint | undefined, recovery: string, downMs = minuteMs): KilledRenewal => ({
  writePoint: writePointNumber(roundWritePoints, before),
  nextWrite: before?.name ?? "nothing",
  key: null,
  patient: next(crashDatabase.preparedData.due),
  totalCents: cents,
  declinedCount: 0,
  recovery,
  downMs,
});

const cardsSaved = [
  ...selectWritePoints(cardWritePoints).map((point) => killedCardSave(point, "the same request again")),
  killedCardSave(afterLease(cardWritePoints), "the patient saves it again"),
  killedCardSave(afterCharge(cardWritePoints), "nobody comes back"),
];
const undisturbedCardSave = killedCardSave(undefined, "the same request again");
const renewals = [
  ...selectWritePoints(roundWritePoints).map((point) => killedRenewal(point, "the engine goes on")),
  ...longOutagePoints(roundWritePoints).map((point) => killedRenewal(point, "the server is away for an hour", hourMs)),
];
const undisturbedRenewal = killedRenewal(undefined, "nothing");
/** A kill point that is never reached. */
const noKillPoint: KillPoint = { writePoint: 0, key: null };
const killPoints: readonly KilledRenewal[] = [...cardsSaved, undisturbedCardSave, ...renewals, undisturbedRenewal];

const nodeSequence = createNodeSequence(crashDatabase.env, crashDatabase.preparedData.aheadMs);
afterAll(async () => {
  await nodeSequence.close();
  crashDatabase.dispose();
});

const saveCard = async (node: SpawnedNode, { patient }: Renewal, key: string) => {
  const answer = await node.call(payment.saveSource, { body: { source: "tok_visa" } }, { patient, key });
  return answer && { status: answer.status, outcome: answer.ok.retried?.outcome };
};
const runBillingTomorrow = (node: SpawnedNode) => {
  nodeSequence.clockMoved(dayMs);
  return node.passTime("tomorrow");
};
/** The node after a kill is the one that dies next. */
const nodeAfter = (killPoint: KilledRenewal): Promise<SpawnedNode> =>
  nodeSequence.nodeFor(killPoints[killPoints.indexOf(killPoint) + 1] ?? undisturbedRenewal, killPoint.downMs);

describe("killed by SIGKILL while a saved card pays what is owed: charged once, nothing is owed anymore", () => {
  test.each(cardsSaved)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (killPoint) => {
      const nodeToKill = await nodeSequence.nodeFor(killPoint);
      expect(await saveCard(nodeToKill, killPoint, killPoint.key)).toBeNull();
      expect(await nodeToKill.exited).toBe("SIGKILL");
      const node = await nodeAfter(killPoint);
      if (killPoint.recovery === "nobody comes back") await node.passTime("minute");
      else if (killPoint.recovery === "the patient saves it again")
        expect((await saveCard(node, killPoint, newId()))?.status).toBe(200);
      else
        await vi.waitFor(
          async () => expect(await saveCard(node, killPoint, killPoint.key)).toEqual({ status: 200, outcome: "paid" }),
          waitOptions,
        );
      await expectRenewedOnce(node, killPoint);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last",
    async () => {
      const node = await nodeSequence.nodeFor(undisturbedCardSave);
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
  test.each(renewals)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (killPoint) => {
      const nodeToKill = await nodeSequence.nodeFor(killPoint);
      expect(await runBillingTomorrow(nodeToKill)).toBeNull();
      expect(await nodeToKill.exited).toBe("SIGKILL");
      const node = await nodeAfter(killPoint);
      await node.passTime("minute");
      await expectRenewedOnce(node, killPoint);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last, and later kills and days changed nothing",
    async () => {
      const node = await nodeSequence.nodeFor(undisturbedRenewal);
      expect(await runBillingTomorrow(node)).toBe(200);
      for (const killPoint of killPoints) await expectRenewedOnce(node, killPoint);
    },
    timeoutMs,
  );
});

// The embedded database allows one process at a time.
if (onServer)
  test(
    "sound checkout 11: two nodes whose engines run at the same time renew each subscription once",
    async () => {
      const one = await nodeSequence.nodeFor(noKillPoint);
      const other = await startNode(nodeSequence.env(), noKillPoint);
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
