import { afterAll, describe, expect, test, vi } from "vitest";
import { payment } from "#contract/payment.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { expectRenewedOnce, waitOptions, type Renewal } from "./testing/expect-renewed-once.ts";
import { dayMs } from "./testing/node-controls.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import { prepareRenewals, type RenewalWritePoints } from "./testing/renewals.ts";
import { type SpawnedNode, startNode } from "./testing/spawn-node.ts";
import { sample, selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** Two waits for a lost worker and two starts of a node, in milliseconds. */
const timeoutMs = 480_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Recovery =
  | "the same request again"
  | "the patient saves it again"
  | "nobody comes back"
  | "the engine goes on"
  | "the server is away for an hour";
/** What the server is killed in, and what happens then. */
interface Killed {
  readonly work: "card" | "renewal";
  readonly recovery: Recovery;
}
interface KilledRenewal extends Kill, Renewal, Killed {}

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
interface KillToPrepare extends Killed, Pick<Kill, "nextWrite"> {
  readonly before: WritePoint | undefined;
}
const killToPrepare = (work: Killed["work"], before: WritePoint | undefined, recovery: Recovery): KillToPrepare => ({
  work,
  before,
  nextWrite: before?.name ?? "nothing",
  recovery,
});
const cardKills = (points: readonly WritePoint[]) => [
  ...selectWritePoints(points).map((point) => killToPrepare("card", point, "the same request again")),
  killToPrepare("card", afterLease(points), "the patient saves it again"),
  killToPrepare("card", afterCharge(points), "nobody comes back"),
];
/** Kills in groups; those after which the server is away for long come later. */
const groupsToPrepare = ({ card, round }: RenewalWritePoints) => ({
  // Apart: a card that pays goes on within minutes, before the next day's renewals.
  soon: [
    ...killGroups(cardKills(card)),
    ...killGroups(selectWritePoints(round).map((point) => killToPrepare("renewal", point, "the engine goes on"))),
  ],
  late: killGroups(
    longOutagePoints(round).map((point) => killToPrepare("renewal", point, "the server is away for an hour")),
  ),
});
const isRenewal = ({ work }: Pick<Killed, "work">) => work === "renewal";
const togetherCount = testDatabaseUrl() === null ? 0 : 6;

const crashDatabase = await prepareCrashTestDatabase(
  prepareRenewals({
    owingCount: ({ card }) => cardKills(card).length + 1,
    dueInDays(points) {
      const { soon, late } = groupsToPrepare(points);
      const renewing = [...soon, ...late].filter((group) => group.every(isRenewal));
      // Each group on a day of its own.
      const days = [...renewing, ["undisturbed"], Array.from({ length: togetherCount })];
      return days.flatMap((group, index) => group.map(() => index + 1));
    },
  }),
);
const { card: cardWritePoints, round: roundWritePoints, cents } = crashDatabase.preparedData;
const next = (patients: TestPatient[]): TestPatient => {
  const patient = patients.shift();
  if (!patient) throw new Error("No patient is left");
  return patient;
};

const killed = ({ before, ...kill }: KillToPrepare): KilledRenewal => {
  const [patients, points, declinedCount] = isRenewal(kill)
    ? [crashDatabase.preparedData.due, roundWritePoints, 0]
    : [crashDatabase.preparedData.owing, cardWritePoints, 1];
  const patient = next(patients);
  const key = isRenewal(kill) ? patient.id : newId();
  return { ...kill, patient, totalCents: cents, declinedCount, key, writePoint: writePointNumber(points, before) };
};

const { soon, late } = groupsToPrepare({ card: cardWritePoints, round: roundWritePoints });
const soonGroups = soon.map((group) => group.map(killed));
const lateGroups = late.map((group) => group.map(killed));
const undisturbedCardSave = killed(killToPrepare("card", undefined, "the same request again"));
const undisturbedRenewal = { ...killed(killToPrepare("renewal", undefined, "the engine goes on")), key: "billing 1" };
const together = crashDatabase.preparedData.due;
const [killedSoon, renewalsLate] = [soonGroups.flat(), lateGroups.flat()];
const [cardsSaved, renewalsSoon] = [killedSoon.filter((kill) => !isRenewal(kill)), killedSoon.filter(isRenewal)];

const undisturbedRenewals = [undisturbedRenewal];
const afterSoon = lateGroups[0] ?? undisturbedRenewals;
const afterCards = soonGroups.find((group) => group.every(isRenewal)) ?? afterSoon;

const nodes = createNodeSequence(crashDatabase.env, crashDatabase.preparedData.aheadMs, [undisturbedCardSave]);
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

async function recoverCardSave(node: SpawnedNode, cardSaved: KilledRenewal): Promise<unknown> {
  if (cardSaved.recovery === "the patient saves it again")
    return expect((await saveCard(node, cardSaved, newId()))?.status).toBe(200);
  return vi.waitFor(
    async () => expect(await saveCard(node, cardSaved, cardSaved.key)).toEqual({ status: 200, outcome: "paid" }),
    waitOptions,
  );
}

/** Cards that pay, or the next day's renewals, are killed, and the next node's engine goes on. */
const series = {
  nodes,
  async kill(node: SpawnedNode, group: readonly KilledRenewal[]) {
    const aheadMs = nodes.clockMoved(group.every(isRenewal) ? dayMs : 0);
    const answers = await killDuring(node, group, (kill) =>
      isRenewal(kill) ? node.charge(kill.patient, aheadMs) : saveCard(node, kill, kill.key),
    );
    expect(answers).toEqual(group.map(() => null));
  },
  recover(node: SpawnedNode, group: readonly KilledRenewal[]) {
    const minute = node.passTime("minute");
    return group.map((kill) =>
      isRenewal(kill) || kill.recovery === "nobody comes back" ? minute : recoverCardSave(node, kill),
    );
  },
};
const nodeAfterSoon = killGroupByGroup({ ...series, groups: soonGroups, then: afterSoon });
const nodeAfterLate = killGroupByGroup({ ...series, groups: lateGroups, then: undisturbedRenewals, downMs: hourMs });

describe("killed by SIGKILL while a saved card pays what is owed: charged once, nothing is owed anymore", () => {
  test.each(cardsSaved)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (cardSaved) => expectRenewedOnce(await nodeAfterSoon(cardSaved), cardSaved),
    timeoutMs,
  );

  test(
    "there is no write point after the last",
    async () => {
      const node = await nodes.nodeFor(afterCards);
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
    ...renewalsSoon.map((kill) => ({ ...kill, node: () => nodeAfterSoon(kill) })),
    ...renewalsLate.map((kill) => ({ ...kill, node: () => nodeAfterLate(kill) })),
  ])(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async ({ node, ...kill }) => expectRenewedOnce(await node(), kill),
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
      const one = await nodes.nodeFor(undisturbedRenewals);
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
