import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { prepareGround } from "./ground.ts";
import { relayOn } from "./relay.ts";
import type { Death, Node } from "./spawn.ts";
import { atStep7, payStep7, type Shopper } from "./step-7.ts";
import { numberOf, otherWays, tried } from "./tried.ts";
import type { WritePoint } from "./write-points.ts";

/** A mail whose worker was killed is taken up again after its heartbeat is missed. */
const patience = { interval: 100, timeout: 120_000 };
/** Two such waits and two starts of a node, in milliseconds. */
const within = 480_000;

type ComesBack = "the same request again" | "she presses again" | "nobody comes back";
interface Payment extends Death, Shopper {
  readonly key: string;
  /** What is about to be written when the server is killed. */
  readonly before: string;
  readonly then: ComesBack;
}

/** At two points the patient also comes back in other ways, and one payment goes through. */
const more = otherWays(Array.from({ length: 2 })).length + 1;
const ground = await prepareGround(atStep7((points) => tried(points).length + more));
const { points, shoppers } = ground.prepared;
const at = (before: WritePoint | undefined, then: ComesBack): Payment => {
  const shopper = shoppers.pop();
  if (!shopper) throw new Error("No patient is left");
  return { at: numberOf(points, before), before: before?.name ?? "nothing", then, key: newId(), ...shopper };
};
/** The order is there, and the gateway was not asked. */
const ordered = points.find(({ name }) => name === "insert into sandbox.idempotency");
/** The money is held, and the shop does not know. */
const held = points.findLast(({ name }) => name === "update payment_intent");
const payments = [
  ...tried(points).map((point) => at(point, "the same request again")),
  ...otherWays([ordered, held]).map(({ point, then }) => at(point, then)),
];
const answered = at(undefined, "the same request again");

const relay = relayOn(ground.env);
afterAll(async () => {
  await relay.close();
  await ground.remove();
});

/** What the patient does when the server is there again. */
async function comeBack(node: Node, payment: Payment): Promise<void> {
  if (payment.then === "nobody comes back") return;
  await vi.waitFor(async () => {
    const same = payment.then === "the same request again";
    const answer = await payStep7(node, payment, same ? payment.key : newId());
    // Another press may come after a job has finished her visit.
    const done = !same && answer?.code === "step_completed" ? { status: 200 } : answer;
    expect(done).toEqual({ status: 200 });
  }, patience);
}

/** One order, one charge that holds its amount, one case, one mail; nothing is booked before the money is taken. */
async function expectPaidOnce(node: Node, { patient, totalamount }: Payment): Promise<string> {
  const confirmations = ({ subjects }: Awaited<ReturnType<Node["books"]>>) =>
    subjects.filter((subject) => subject.startsWith("We have your order"));
  await vi.waitFor(async () => expect(confirmations(await node.books(patient))).toHaveLength(1), patience);
  const books = await node.books(patient);
  const [order, charge] = [books.orders[0], books.charges[0]];
  const cents = Math.round(totalamount * 100);
  expect(books).toMatchObject({
    visit: "DONE",
    orders: [{ status: "authorized", total_cents: cents, charge: charge?.id, charge_status: "requires_capture" }],
    charges: [{ status: "requires_capture", amount: cents, amount_captured: 0, order_id: order?.id }],
    ledger: [],
    cases: [order?.id],
  });
  expect(confirmations(books)).toEqual([`We have your order ${order?.number}`]);
  expect(order?.number).toMatch(/^\d+$/);
  return order?.number ?? "";
}

describe("killed by SIGKILL in step 7: nothing acknowledged is lost, no charge without an order, no second charge", () => {
  test.each(payments)(
    "killed at write point $at, before $before: $then",
    async (payment) => {
      const mortal = await relay.nodeOf(payment);
      expect(await payStep7(mortal, payment, payment.key)).toBeNull();
      expect(await mortal.ended).toBe("SIGKILL");
      const node = await relay.nodeOf(payments[payments.indexOf(payment) + 1] ?? answered);
      await comeBack(node, payment);
      await expectPaidOnce(node, payment);
    },
    within,
  );

  test(
    "there is no write point beyond, and later deaths changed nothing",
    async () => {
      const node = await relay.nodeOf(answered);
      expect(await payStep7(node, answered, answered.key)).toEqual({ status: 200 });
      const numbers: string[] = [];
      for (const payment of [...payments, answered]) numbers.push(await expectPaidOnce(node, payment));
      expect(new Set(numbers).size).toBe(payments.length + 1);
    },
    within,
  );
});
