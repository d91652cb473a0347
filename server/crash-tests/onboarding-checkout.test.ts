import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";
import { createNodeSequence, type Kill, killDuring, killGroupByGroup, killGroups } from "./testing/node-sequence.ts";
import { preparePatientsAtStep7, payStep7, type PatientAtStep7 } from "./testing/onboarding-checkout.ts";
import type { SpawnedNode } from "./testing/spawn-node.ts";
import { recoveryVariants, selectWritePoints, type WritePoint, writePointNumber } from "./testing/write-points.ts";

/** A mail job whose worker was killed is retried after missing its heartbeat. */
const waitOptions = { interval: 100, timeout: 120_000 };
/** Two such waits and two starts of a node, in milliseconds. */
const timeoutMs = 480_000;

type Recovery = "the same request again" | "the patient presses again" | "nobody comes back";
interface Payment extends Kill, PatientAtStep7 {
  readonly recovery: Recovery;
}

/** For two points with other recoveries, and one payment without a kill. */
const extraPatients = recoveryVariants(Array.from({ length: 2 })).length + 1;
const crashDatabase = await prepareCrashTestDatabase(
  preparePatientsAtStep7((points) => selectWritePoints(points).length + extraPatients),
);
const { points, shoppers } = crashDatabase.preparedData;
const killedPayment = (before: WritePoint | undefined, recovery: Recovery): Payment => {
  const shopper = shoppers.pop();
  if (!shopper) throw new Error("No patient is left");
  return {
    writePoint: writePointNumber(points, before),
    nextWrite: before?.name ?? "nothing",
    recovery,
    key: newId(),
    ...shopper,
  };
};
/** The order exists; the gateway was not asked. */
const afterOrderInsert = points.find(({ name }) => name === "insert into sandbox.idempotency");
/** The amount is authorized; the shop does not know yet. */
const afterAuthorization = points.findLast(({ name }) => name === "update payment_intent");
const groups = killGroups([
  ...selectWritePoints(points).map((point) => killedPayment(point, "the same request again")),
  ...recoveryVariants([afterOrderInsert, afterAuthorization]).map(({ point, recovery }) =>
    killedPayment(point, recovery),
  ),
]);
const payments = groups.flat();
const undisturbedPayment = killedPayment(undefined, "the same request again");
const undisturbed = [undisturbedPayment];

const nodes = createNodeSequence(crashDatabase.env);
const nodeAfter = killGroupByGroup({
  nodes,
  groups,
  async kill(node, group) {
    const answers = await killDuring(node, group, (payment) => payStep7(node, payment, payment.key));
    expect(answers).toEqual(group.map(() => null));
  },
  recover: (node, group) => group.map((payment) => recover(node, payment)),
  then: undisturbed,
});
afterAll(async () => {
  await nodes.close();
  crashDatabase.dispose();
});

/** What the patient does once the server is back. */
async function recover(node: SpawnedNode, payment: Payment): Promise<void> {
  if (payment.recovery === "nobody comes back") return;
  await vi.waitFor(async () => {
    const same = payment.recovery === "the same request again";
    const answer = await payStep7(node, payment, same ? payment.key : newId());
    // A new request may come after a job has finished the visit.
    const done = !same && answer?.code === "step_completed" ? { status: 200 } : answer;
    expect(done).toEqual({ status: 200 });
  }, waitOptions);
}

/** Expects one order, one charge authorizing its amount, one case and one mail; nothing is posted before the capture. */
async function expectPaidOnce(node: SpawnedNode, { patient, totalamount }: Payment): Promise<string> {
  const confirmations = ({ subjects }: Awaited<ReturnType<SpawnedNode["patientState"]>>) =>
    subjects.filter((subject) => subject.startsWith("We have your order"));
  await vi.waitFor(async () => expect(confirmations(await node.patientState(patient))).toHaveLength(1), waitOptions);
  const state = await node.patientState(patient);
  const [order, charge] = [state.orders[0], state.charges[0]];
  const cents = Math.round(totalamount * 100);
  expect(state).toMatchObject({
    visit: "DONE",
    orders: [{ status: "authorized", total_cents: cents, charge: charge?.id, charge_status: "requires_capture" }],
    charges: [{ status: "requires_capture", amount: cents, amount_captured: 0, order_id: order?.id }],
    ledger: [],
    cases: [order?.id],
    // In the log once, with one id.
    events: [{ type: "visit.submitted" }],
  });
  expect(confirmations(state)).toEqual([`We have your order ${order?.number}`]);
  expect(order?.number).toMatch(/^\d+$/);
  return order?.number ?? "";
}

describe("killed by SIGKILL in step 7: nothing acknowledged is lost, no charge without an order, no second charge", () => {
  test.each(payments)(
    "killed at write point $writePoint, before $nextWrite: $recovery",
    async (payment) => {
      const node = await nodeAfter(payment);
      await expectPaidOnce(node, payment);
    },
    timeoutMs,
  );

  test(
    "there is no write point after the last, and later kills changed nothing",
    async () => {
      const node = await nodes.nodeFor(undisturbed);
      expect(await payStep7(node, undisturbedPayment, undisturbedPayment.key)).toEqual({ status: 200 });
      const numbers: string[] = [];
      for (const payment of [...payments, undisturbedPayment]) numbers.push(await expectPaidOnce(node, payment));
      expect(new Set(numbers).size).toBe(payments.length + 1);
    },
    timeoutMs,
  );
});
