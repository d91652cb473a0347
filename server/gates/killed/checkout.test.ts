import { afterAll, describe, expect, test, vi } from "vitest";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { prepareGround } from "./ground.ts";
import { type Death, type Node, type Shopper, startNode } from "./spawn.ts";

const ground = await prepareGround((points) => points + 8);
const points = ground.points.map((point, index) => ({ at: index + 1, point }));
/** Killed here the money is held at the gateway, and the shop does not know it yet. */
const held = ground.points.indexOf("commit", ground.points.indexOf("insert into sandbox.intent")) + 2;

let node: Node | null = null;
let starts = 0;
afterAll(async () => {
  await node?.kill();
  await ground.remove();
});

/** Starts the next node, a minute later by its clock: what the one before it had begun is over. */
async function restart(death: Death | null): Promise<Node> {
  await node?.kill();
  starts += 1;
  node = await startNode({ ...ground.env, CLOCK_AHEAD_MS: String(starts * 60_000) }, death);
  return node;
}

/** Kills the server at a write point of her payment, and starts it again. */
async function killedAt(shopper: Shopper, death: Death): Promise<Node> {
  const mortal = await restart(death);
  expect(await mortal.pay(shopper, death.key)).toBeNull();
  expect(await mortal.ended).toBe("SIGKILL");
  return restart(null);
}

/** Repeats her payment until it is answered for good. */
const payAgain = (to: Node, shopper: Shopper, key: string) =>
  vi.waitFor(async () => expect(await to.pay(shopper, key)).toEqual({ status: 200 }), {
    interval: 100,
    timeout: 20_000,
  });

/** One order, one charge that holds its amount, one case, one mail; nothing booked before the money is taken. */
async function expectPaidOnce(by: Node, { patient, totalamount }: Shopper) {
  await vi.waitFor(async () => expect((await by.books(patient)).confirmations).toHaveLength(1), {
    interval: 100,
    timeout: 20_000,
  });
  const books = await by.books(patient);
  const [order, charge] = [books.orders[0], books.charges[0]];
  const cents = Math.round(totalamount * 100);
  expect(books).toMatchObject({
    visit: "DONE",
    orders: [{ status: "authorized", total_cents: cents, charge: charge?.id, charge_status: "requires_capture" }],
    charges: [{ status: "requires_capture", amount: cents, amount_captured: 0, order_id: order?.id }],
    ledger: 0,
    cases: [order?.id],
  });
  expect([books.orders.length, books.charges.length]).toEqual([1, 1]);
  expect(order?.number).toMatch(/^\d+$/);
  paid.push({ patient, number: order?.number ?? "" });
}
const paid: { patient: TestPatient; number: string }[] = [];

describe("killed by SIGKILL in step 7, the same request again", () => {
  test.each(points)("killed at write point $at, before $point: one order, one charge", async ({ at }) => {
    const shopper = ground.shopper();
    const key = newId();
    const next = await killedAt(shopper, { at, key });
    await payAgain(next, shopper, key);
    await expectPaidOnce(next, shopper);
  });

  test("beyond the last write point she is answered", async () => {
    const [shopper, key] = [ground.shopper(), newId()];
    const survivor = await restart({ at: points.length + 1, key });
    expect(await survivor.pay(shopper, key)).toEqual({ status: 200 });
    await expectPaidOnce(survivor, shopper);
  });
});
