import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import type { SpawnedNode } from "./testing/spawn-node.ts";
import { acceptUpsellOn, prepareUpsells, type OfferedUpsell } from "./testing/upsells.ts";
import { recoveryVariants, selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** A job whose worker was killed is retried after missing its heartbeat. */
const waitOptions = { interval: 100, timeout: 120_000 };
/** Two such waits and two starts of a node, in milliseconds. */
const timeoutMs = 480_000;

type Recovery = "the same request again" | "the patient presses again" | "nobody comes back";
interface Acceptance extends Kill, OfferedUpsell {
  readonly recovery: Recovery;
}

/** For three points with other recoveries, and one acceptance without a kill. */
const extraPatients = recoveryVariants(Array.from({ length: 3 })).length + 1;
const crashDatabase = await prepareCrashTestDatabase(
  prepareUpsells((points) => selectWritePoints(points).length + extraPatients),
);
const { points, upsells } = crashDatabase.preparedData;
const killedAcceptance = (before: WritePoint | undefined, recovery: Recovery): Acceptance => {
  const upsell = upsells.pop();
  if (!upsell) throw new Error("No upsell is left");
  return {
    writePoint: writePointNumber(points, before),
    nextWrite: before?.name ?? "nothing",
    recovery,
    key: newId(),
    ...upsell,
  };
};
/** The order exists; the gateway was not asked. */
const afterOrderInsert = points.find(({ name }) => name === "insert into sandbox.idempotency");
/** The amount is authorized; the shop does not know yet. */
const afterAuthorization = points.findLast(({ name }) => name === "update payment_intent");
/** The shop knows; the doctor does not yet. */
const beforeUpsellRequest = points.find(({ name }) => name === "insert into upsell_request");
const groups = killGroups([
  ...selectWritePoints(points).map((point) => killedAcceptance(point, "the same request again")),
  ...recoveryVariants([afterOrderInsert, afterAuthorization, beforeUpsellRequest]).map(({ point, recovery }) =>
    killedAcceptance(point, recovery),
  ),
]);
const acceptances = groups.flat();
const undisturbedAcceptance = killedAcceptance(undefined, "the same request again");
const undisturbed = [undisturbedAcceptance];

const nodes = createNodeSequence(crashDatabase.env);
const nodeAfter = killGroupByGroup({
  nodes,
  groups,
  async kill(node, group) {
    const answers = await killDuring(node, group, (acceptance) => acceptUpsellOn(node, acceptance, acceptance.key));
    expect(answers).toEqual(group.map(() => null));
  },
  recover: (node, group) => group.map((acceptance) => recover(node, acceptance)),
  then: undisturbed,
});
afterAll(async () => {
  await nodes.close();
  crashDatabase.dispose();
});

/** What the patient does once the server is back. */
async function recover(node: SpawnedNode, acceptance: Acceptance): Promise<void> {
  if (acceptance.recovery === "nobody comes back") return;
  await vi.waitFor(async () => {
    const same = acceptance.recovery === "the same request again";
    const answer = await acceptUpsellOn(node, acceptance, same ? acceptance.key : newId());
    // A new request is told that it was accepted already.
    expect(answer).toEqual(same ? { status: 200 } : { status: 409, code: "wrong_state" });
  }, waitOptions);
}

/** Expects one order, one charge authorizing its amount, one upsell request and one mail; nothing is captured before the doctor decides. */
async function expectUpsellRequestedOnce(node: SpawnedNode, { patient, total }: Acceptance): Promise<void> {
  const isUpsellOrder = ({ kind }: Awaited<ReturnType<SpawnedNode["patientState"]>>["orders"][number]) =>
    kind === "upsell";
  const confirmations = ({ orders, subjects }: Awaited<ReturnType<SpawnedNode["patientState"]>>) =>
    subjects.filter((subject) =>
      orders.some((order) => isUpsellOrder(order) && subject === `We have your order ${order.number}`),
    );
  await vi.waitFor(async () => expect(confirmations(await node.patientState(patient))).toHaveLength(1), waitOptions);
  const state = await node.patientState(patient);
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
  expect(state.upsellRequests).toEqual([{ order_id: order?.id, status: "open" }]);
  expect(state.ledger.filter(({ order_id }) => order_id === order?.id)).toEqual([]);
}

describe("spec §7 upsell accept: killed by SIGKILL while the patient accepts an upsell, it is ordered, authorized and handed to the doctor once", () => {
  test.each(acceptances)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (acceptance) => {
      const node = await nodeAfter(acceptance);
      await expectUpsellRequestedOnce(node, acceptance);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last, and later kills changed nothing",
    async () => {
      const node = await nodes.nodeFor(undisturbed);
      expect(await acceptUpsellOn(node, undisturbedAcceptance, undisturbedAcceptance.key)).toEqual({ status: 200 });
      for (const acceptance of [...acceptances, undisturbedAcceptance])
        await expectUpsellRequestedOnce(node, acceptance);
    },
    timeoutMs,
  );
});
