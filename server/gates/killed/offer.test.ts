import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { prepareGround } from "./ground.ts";
import { accept, beforeAccepting, type Offered } from "./offers.ts";
import { relayOn } from "./relay.ts";
import type { Death, Node } from "./spawn.ts";
import { numberOf, otherWays, tried } from "./tried.ts";
import type { WritePoint } from "./write-points.ts";

/** A job whose worker was killed is taken up again after its heartbeat is missed. */
const patience = { interval: 100, timeout: 120_000 };
/** Two such waits and two starts of a node, in milliseconds. */
const within = 480_000;

type ComesBack = "the same request again" | "she presses again" | "nobody comes back";
interface Acceptance extends Death, Offered {
  readonly key: string;
  /** What is about to be written when the server is killed. */
  readonly before: string;
  readonly then: ComesBack;
}

/** At three points the patient also comes back in other ways, and one acceptance goes through. */
const more = otherWays(Array.from({ length: 3 })).length + 1;
const ground = await prepareGround(beforeAccepting((points) => tried(points).length + more));
const { points, offers } = ground.prepared;
const at = (before: WritePoint | undefined, then: ComesBack): Acceptance => {
  const offer = offers.pop();
  if (!offer) throw new Error("No offer is left");
  return { at: numberOf(points, before), before: before?.name ?? "nothing", then, key: newId(), ...offer };
};
/** The order is there, and the gateway was not asked. */
const ordered = points.find(({ name }) => name === "insert into sandbox.idempotency");
/** The money is held, and the shop does not know. */
const held = points.findLast(({ name }) => name === "update payment_intent");
/** The shop knows, and her doctor does not. */
const known = points.find(({ name }) => name === "insert into addition");
const acceptances = [
  ...tried(points).map((point) => at(point, "the same request again")),
  ...otherWays([ordered, held, known]).map(({ point, then }) => at(point, then)),
];
const answered = at(undefined, "the same request again");

const relay = relayOn(ground.env);
afterAll(async () => {
  await relay.close();
  await ground.remove();
});

/** What the patient does when the server is there again. */
async function comeBack(node: Node, acceptance: Acceptance): Promise<void> {
  if (acceptance.then === "nobody comes back") return;
  await vi.waitFor(async () => {
    const same = acceptance.then === "the same request again";
    const answer = await accept(node, acceptance, same ? acceptance.key : newId());
    // Another press is told that it is there already.
    expect(answer).toEqual(same ? { status: 200 } : { status: 409, code: "wrong_state" });
  }, patience);
}

/** One order, one charge that holds its amount, one addition, one mail; nothing is taken before her doctor decides. */
async function expectAddedOnce(node: Node, { patient, total }: Acceptance): Promise<void> {
  const isAdded = ({ kind }: Awaited<ReturnType<Node["books"]>>["orders"][number]) => kind === "upsell";
  const confirmations = ({ orders, subjects }: Awaited<ReturnType<Node["books"]>>) =>
    subjects.filter((subject) =>
      orders.some((order) => isAdded(order) && subject === `We have your order ${order.number}`),
    );
  await vi.waitFor(async () => expect(confirmations(await node.books(patient))).toHaveLength(1), patience);
  const books = await node.books(patient);
  const orders = books.orders.filter(isAdded);
  const [order] = orders;
  expect(orders).toMatchObject([
    { status: "authorized", total_cents: Math.round(total * 100), charge_status: "requires_capture" },
  ]);
  expect(books.charges.filter(({ status }) => status !== "succeeded")).toMatchObject([
    {
      id: order?.charge,
      status: "requires_capture",
      amount: order?.total_cents,
      amount_captured: 0,
      order_id: order?.id,
    },
  ]);
  expect(books.additions).toEqual([{ order_id: order?.id, status: "open" }]);
  expect(books.ledger.filter(({ order_id }) => order_id === order?.id)).toEqual([]);
}

describe("spec §7 upsell accept: killed by SIGKILL while she accepts an offer, it is ordered, held and handed to her doctor once", () => {
  test.each(acceptances)(
    "killed at write point $at, before $before: $then",
    async (acceptance) => {
      const mortal = await relay.nodeOf(acceptance);
      expect(await accept(mortal, acceptance, acceptance.key)).toBeNull();
      expect(await mortal.ended).toBe("SIGKILL");
      const node = await relay.nodeOf(acceptances[acceptances.indexOf(acceptance) + 1] ?? answered);
      await comeBack(node, acceptance);
      await expectAddedOnce(node, acceptance);
    },
    within,
  );

  test(
    "there is no write point beyond, and later deaths changed nothing",
    async () => {
      const node = await relay.nodeOf(answered);
      expect(await accept(node, answered, answered.key)).toEqual({ status: 200 });
      for (const acceptance of [...acceptances, answered]) await expectAddedOnce(node, acceptance);
    },
    within,
  );
});
