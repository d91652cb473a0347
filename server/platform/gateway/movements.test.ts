import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import type { GatewayMovement } from "./port.ts";
import { openDispute, updateDispute } from "./sandbox/emulator/disputes.ts";
import { failRefund, refundInDashboard } from "./sandbox/emulator/refunds.ts";
import { onEachGateway } from "./testing/gateway-setup.ts";

const dayMs = 24 * 3600_000;
const wholeDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

onEachGateway("payment gateway, the movements of a day", (setup) => {
  /** Noon of another day, on which nothing has moved yet. */
  function nextDay(): { from: Date; to: Date } {
    const from = new Date(wholeDay(setup.clock.now()).getTime() + dayMs);
    setup.clock.advance(from.getTime() + dayMs / 2 - setup.clock.now().getTime());
    return { from, to: new Date(from.getTime() + dayMs) };
  }
  async function listAll(day: { from: Date; to: Date }, limit = 100): Promise<readonly GatewayMovement[]> {
    const items: GatewayMovement[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof setup.gateway.listMovements>> = await setup.gateway.listMovements({
        ...day,
        after,
        limit,
      });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      after = page.next;
    } while (after !== null);
    return items;
  }

  test("a capture, a refund, one a bank sent back and a dispute are each one movement, newest first, with the fee", async () => {
    const day = nextDay();
    const { id: intentId } = await setup.authorizedIntent({ amount: 10_000 });
    await setup.gateway.capture({ intentId, amount: 9_000, idempotencyKey: newId() });
    const refund = await setup.gateway.refund({
      ...{ intentId, refundId: newId(), amount: 500, idempotencyKey: newId() },
    });
    await failRefund(setup.emulator, refund.id);
    const dispute = await openDispute(setup.emulator, intentId, { amount: 9_000 });
    await updateDispute(setup.emulator, dispute, "under_review");
    await updateDispute(setup.emulator, dispute, "won");
    const listed = await listAll(day);
    expect(listed.map(({ kind, amount, fee, intentId: of }) => [kind, amount, fee, of])).toEqual([
      ["dispute_reversal", 9_000, 0, intentId],
      ["dispute", 9_000, 1500, intentId],
      ["refund_reversal", 500, 0, intentId],
      ["refund", 500, 0, intentId],
      ["capture", 9_000, 291, intentId],
    ]);
    for (const { at } of listed) expect(at >= day.from && at < day.to).toBe(true);
  });

  test("what moves no money isn't listed: an authorization, a void, a decline, a bank's question", async () => {
    const day = nextDay();
    const { id: intentId } = await setup.authorizedIntent();
    await setup.gateway.cancel({ intentId, idempotencyKey: newId() });
    await setup.authorizedIntent();
    const charged = await setup.authorizedIntent({ capture: "automatic" });
    await openDispute(setup.emulator, charged.id, { status: "inquiry" });
    expect((await listAll(day)).map(({ kind }) => kind)).toEqual(["capture"]);
  });

  test("an authorization of yesterday that is captured today counts today", async () => {
    const yesterday = nextDay();
    const { id: intentId } = await setup.authorizedIntent();
    const today = nextDay();
    await setup.gateway.capture({ intentId, amount: 12_345, idempotencyKey: newId() });
    expect([await listAll(yesterday), (await listAll(today)).length]).toEqual([[], 1]);
  });

  test("a day has its first moment, and not the one after its last", async () => {
    nextDay();
    // Stripe's moments are whole seconds.
    setup.clock.setOffset(setup.clock.offset - (setup.clock.now().getTime() % 1000));
    await setup.authorizedIntent({ capture: "automatic" });
    const { at } = (
      await listAll({ from: wholeDay(setup.clock.now()), to: new Date(Date.now() + setup.clock.offset + dayMs) })
    )[0]!;
    const inSeconds = (seconds: number) => new Date(at.getTime() + seconds * 1000);
    expect((await listAll({ from: at, to: inSeconds(1) })).length).toBe(1);
    expect(await listAll({ from: inSeconds(-1), to: at })).toEqual([]);
  });

  test("pages join without a gap and without a repeat, also while something is added", async () => {
    const day = nextDay();
    const { id: intentId } = await setup.authorizedIntent({ capture: "automatic" });
    for (const cents of [101, 102, 103, 104]) await refundInDashboard(setup.emulator, intentId, cents);
    const first = await setup.gateway.listMovements({ ...day, after: null, limit: 2 });
    await refundInDashboard(setup.emulator, intentId, 105);
    const second = await setup.gateway.listMovements({ ...day, after: first.next, limit: 2 });
    const third = await setup.gateway.listMovements({ ...day, after: second.next, limit: 2 });
    expect([...first.items, ...second.items, ...third.items].map(({ amount }) => amount)).toEqual([
      104, 103, 102, 101, 12_345,
    ]);
    expect(third.next).toBeNull();
    expect((await listAll(day, 1)).length).toBe(6);
  });

  test("a lost answer is an unknown outcome, and asking again answers it", async () => {
    const day = nextDay();
    await setup.authorizedIntent({ capture: "automatic" });
    setup.faults.add("listMovements", "before");
    await expect(listAll(day)).rejects.toMatchObject({ name: "GatewayUnknownOutcome" });
    expect(await listAll(day)).toHaveLength(1);
  });
});
