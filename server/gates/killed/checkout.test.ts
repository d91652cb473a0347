import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { prepareGround } from "./ground.ts";
import type { WritePoint } from "./write-points.ts";
import { type Death, type Node, type Shopper, startNode } from "./spawn.ts";

/** A mail whose worker was killed is taken up again after its heartbeat is missed. */
const patience = { interval: 100, timeout: 60_000 };
/** Two such waits and two starts of a node, in milliseconds. */
const within = 240_000;

type ComesBack = "the same request again" | "she presses again" | "nobody comes back";
interface Payment extends Death, Shopper {
  /** What is about to be written when the server is killed. */
  readonly before: string;
  readonly then: ComesBack;
}

/**
 * Points within a transaction leave what its commit leaves: they are tried when asked for, by KILL_POINTS=all. KILL_POINTS=few
 * takes every third of the others, for the second of two databases in one run.
 */
const wanted = process.env["KILL_POINTS"];
const tried = (points: readonly WritePoint[]) =>
  wanted === "all" ? points : points.filter(({ within }) => !within).filter((_, n) => wanted !== "few" || n % 3 === 0);

const ground = await prepareGround((points) => tried(points).length + 5);
const at = (before: WritePoint | undefined, then: ComesBack): Payment => ({
  at: before ? ground.points.indexOf(before) + 1 : ground.points.length + 1,
  before: before?.name ?? "nothing",
  then,
  key: newId(),
  ...ground.shopper(),
});
const firstTo = (name: string) => ground.points.find((point) => point.name === name);
/** The order is there, and the gateway was not asked. */
const ordered = firstTo("insert into sandbox.idempotency");
/** The money is held, and the shop does not know. */
const held = firstTo("update payment_intent");
const payments = [
  ...tried(ground.points).map((point) => at(point, "the same request again")),
  ...[ordered, held].flatMap((point) => [at(point, "she presses again"), at(point, "nobody comes back")]),
];
const answered = at(undefined, "the same request again");

let starts = 0;
let running: { readonly node: Node; readonly doomed: Payment } | null = null;
afterAll(async () => {
  await running?.node.kill();
  await ground.remove();
});

/** The node that dies in this payment: the one that runs, or the next, a minute later by its clock. */
async function nodeOf(doomed: Payment): Promise<Node> {
  if (running?.doomed !== doomed) {
    await running?.node.kill();
    starts += 1;
    running = { doomed, node: await startNode({ ...ground.env, CLOCK_AHEAD_MS: String(starts * 60_000) }, doomed) };
  }
  return running.node;
}

/** What the patient does when the server is there again. */
async function comeBack(node: Node, payment: Payment): Promise<void> {
  if (payment.then === "nobody comes back") return;
  await vi.waitFor(async () => {
    const same = payment.then === "the same request again";
    const answer = await node.pay(payment, same ? payment.key : newId());
    // Another press may come after a job has finished her visit.
    const done = !same && answer?.code === "step_completed" ? { status: 200 } : answer;
    expect(done).toEqual({ status: 200 });
  }, patience);
}

/** One order, one charge that holds its amount, one case, one mail; nothing is booked before the money is taken. */
async function expectPaidOnce(node: Node, { patient, totalamount }: Payment): Promise<string> {
  await vi.waitFor(async () => expect((await node.books(patient)).confirmations).toHaveLength(1), patience);
  const books = await node.books(patient);
  const [order, charge] = [books.orders[0], books.charges[0]];
  const cents = Math.round(totalamount * 100);
  expect(books).toMatchObject({
    visit: "DONE",
    orders: [{ status: "authorized", total_cents: cents, charge: charge?.id, charge_status: "requires_capture" }],
    charges: [{ status: "requires_capture", amount: cents, amount_captured: 0, order_id: order?.id }],
    ledger: 0,
    cases: [order?.id],
  });
  expect(order?.number).toMatch(/^\d+$/);
  return order?.number ?? "";
}

describe("killed by SIGKILL in step 7: nothing acknowledged is lost, no charge without an order, no second charge", () => {
  test.each(payments)(
    "killed at write point $at, before $before: $then",
    async (payment) => {
      const mortal = await nodeOf(payment);
      expect(await mortal.pay(payment, payment.key)).toBeNull();
      expect(await mortal.ended).toBe("SIGKILL");
      const node = await nodeOf(payments[payments.indexOf(payment) + 1] ?? answered);
      await comeBack(node, payment);
      await expectPaidOnce(node, payment);
    },
    within,
  );

  test(
    "there is no write point beyond, and later deaths changed nothing",
    async () => {
      const node = await nodeOf(answered);
      expect(await node.pay(answered, answered.key)).toEqual({ status: 200 });
      const numbers: string[] = [];
      for (const payment of [...payments, answered]) numbers.push(await expectPaidOnce(node, payment));
      expect(new Set(numbers).size).toBe(payments.length + 1);
    },
    within,
  );
});
