import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { prepareCrashTestDatabase } from "./ground.ts";
import { accept, prepareUpsells, type OfferedUpsell } from "./offers.ts";
import { createNodeSequence } from "./relay.ts";
import type { KillPoint, SpawnedNode } from "./spawn.ts";
import { writePointNumber, recoveryVariants, writePointsToTest } from "./tried.ts";
import type { WritePoint } from "./write-points.ts";

/** A job whose worker was killed is taken up again after its heartbeat is missed. */
const waitOptions = { interval: 100, timeout: 120_000 };
/** Two such waits and two starts of a node, in milliseconds. */
const timeoutMs = 480_000;

type Recovery = "the same request again" | "she presses again" | "nobody comes back";
interface Acceptance extends KillPoint, OfferedUpsell {
  readonly key: string;
  /** What is about to be written when the server is killed. */
  readonly before: string;
  readonly then: Recovery;
}

/** At three points the patient also comes back in other ways, and one acceptance goes through. */
const extraPatients = recoveryVariants(Array.from({ length: 3 })).length + 1;
const crashDatabase = await prepareCrashTestDatabase(
  prepareUpsells((points) => writePointsToTest(points).length + extraPatients),
);
const { points, offers: upsells } = crashDatabase.prepared;
const killedAcceptance = (before: WritePoint | undefined, recovery: Recovery): Acceptance => {
  const upsell = upsells.pop();
  if (!upsell) throw new Error("No offer is left");
  return {
    at: writePointNumber(points, before),
    before: before?.name ?? "nothing",
    then: recovery,
    key: newId(),
    ...upsell,
  };
};
/** The order is there, and the gateway was not asked. */
const afterOrderInsert = points.find(({ name }) => name === "insert into sandbox.idempotency");
/** The money is held, and the shop does not know. */
const afterAuthorization = points.findLast(({ name }) => name === "update payment_intent");
/** The shop knows, and her doctor does not. */
const beforeUpsellRequest = points.find(({ name }) => name === "insert into addition");
const acceptances = [
  ...writePointsToTest(points).map((point) => killedAcceptance(point, "the same request again")),
  ...recoveryVariants([afterOrderInsert, afterAuthorization, beforeUpsellRequest]).map(({ point, then: recovery }) =>
    killedAcceptance(point, recovery),
  ),
];
const undisturbedAcceptance = killedAcceptance(undefined, "the same request again");

const nodeSequence = createNodeSequence(crashDatabase.env);
afterAll(async () => {
  await nodeSequence.close();
  await crashDatabase.remove();
});

/** What the patient does when the server is there again. */
async function recover(node: SpawnedNode, acceptance: Acceptance): Promise<void> {
  if (acceptance.then === "nobody comes back") return;
  await vi.waitFor(async () => {
    const same = acceptance.then === "the same request again";
    const answer = await accept(node, acceptance, same ? acceptance.key : newId());
    // Another press is told that it is there already.
    expect(answer).toEqual(same ? { status: 200 } : { status: 409, code: "wrong_state" });
  }, waitOptions);
}

/** One order, one charge that holds its amount, one addition, one mail; nothing is taken before her doctor decides. */
async function expectUpsellRequestedOnce(node: SpawnedNode, { patient, total }: Acceptance): Promise<void> {
  const isUpsellOrder = ({ kind }: Awaited<ReturnType<SpawnedNode["books"]>>["orders"][number]) => kind === "upsell";
  const confirmations = ({ orders, subjects }: Awaited<ReturnType<SpawnedNode["books"]>>) =>
    subjects.filter((subject) =>
      orders.some((order) => isUpsellOrder(order) && subject === `We have your order ${order.number}`),
    );
  await vi.waitFor(async () => expect(confirmations(await node.books(patient))).toHaveLength(1), waitOptions);
  const state = await node.books(patient);
  const orders = state.orders.filter(isUpsellOrder);
  const [order] = orders;
  expect(orders).toMatchObject([
    { status: "authorized", total_cents: Math.round(total * 100), charge_status: "requires_capture" },
  ]);
  expect(state.charges.filter(({ status }) => status !== "succeeded")).toMatchObject([
    {
      id: order?.charge,
      status: "requires_capture",
      amount: order?.total_cents,
      amount_captured: 0,
      order_id: order?.id,
    },
  ]);
  expect(state.additions).toEqual([{ order_id: order?.id, status: "open" }]);
  expect(state.ledger.filter(({ order_id }) => order_id === order?.id)).toEqual([]);
}

describe("spec §7 upsell accept: killed by SIGKILL while she accepts an offer, it is ordered, held and handed to her doctor once", () => {
  test.each(acceptances)(
    "killed at write point $at, before $before: $then",
    async (acceptance) => {
      const nodeToKill = await nodeSequence.nodeOf(acceptance);
      expect(await accept(nodeToKill, acceptance, acceptance.key)).toBeNull();
      expect(await nodeToKill.ended).toBe("SIGKILL");
      const node = await nodeSequence.nodeOf(acceptances[acceptances.indexOf(acceptance) + 1] ?? undisturbedAcceptance);
      await recover(node, acceptance);
      await expectUpsellRequestedOnce(node, acceptance);
    },
    timeoutMs,
  );

  test(
    "there is no write point beyond, and later deaths changed nothing",
    async () => {
      const node = await nodeSequence.nodeOf(undisturbedAcceptance);
      expect(await accept(node, undisturbedAcceptance, undisturbedAcceptance.key)).toEqual({ status: 200 });
      for (const acceptance of [...acceptances, undisturbedAcceptance])
        await expectUpsellRequestedOnce(node, acceptance);
    },
    timeoutMs,
  );
});
