import { expect, test } from "vitest";
import type { GatewayMovement, Payout } from "./port.ts";
import { openDispute } from "./sandbox/emulator/disputes.ts";
import { payOut, payOutByHand, payOutWhatIsDue, returnPayout } from "./sandbox/emulator/payouts.ts";
import { refundInDashboard } from "./sandbox/emulator/refunds.ts";
import { onEachGateway } from "./testing/gateway-setup.ts";

const dayMs = 24 * 3600_000;

onEachGateway("payment gateway, payouts to the practice's bank", (setup) => {
  const charge = (amount: number) => setup.authorizedIntent({ amount, capture: "automatic" });
  /** Nothing waits, and a new day begins. */
  async function freshDay(): Promise<Date> {
    setup.clock.advance(5 * dayMs);
    await payOut(setup.emulator);
    setup.clock.advance(dayMs - (setup.clock.now().getTime() % dayMs));
    return setup.clock.now();
  }
  const since = async (from: Date) =>
    (
      await setup.gateway.listPayouts({
        ...{ from, to: new Date(setup.clock.now().getTime() + 1000), after: null, limit: 100 },
      })
    ).items;
  const movementsOf = async (payoutId: string, limit = 100): Promise<readonly GatewayMovement[]> => {
    const items: GatewayMovement[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof setup.gateway.movementsOfPayout>> = await setup.gateway.movementsOfPayout({
        ...{ payoutId, after, limit },
      });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      after = page.next;
    } while (after !== null);
    return items;
  };
  const sum = (movements: readonly GatewayMovement[]) => movements.reduce((all, { net }) => all + net, 0);
  const day = (at: Date) => at.toISOString().slice(0, 10);

  test("a payout has what became available, less fees, to the cent, with the day it arrives; what isn't available waits", async () => {
    const from = await freshDay();
    const { id: intentId } = await charge(10_000);
    await refundInDashboard(setup.emulator, intentId, 700);
    setup.clock.advance(2 * dayMs);
    await charge(5_000);
    const id = (await payOut(setup.emulator))!;
    const made = setup.clock.now();
    const [payout, ...others] = await since(from);
    expect(others).toEqual([]);
    expect(payout).toEqual({
      ...{ id, amount: 10_000 - 320 - 700, status: "in_transit", itemized: "yes" },
      createdAt: payout!.createdAt,
      arrivesOn: day(new Date(made.getTime() + 2 * dayMs)),
    } satisfies Payout);
    // Stripe counts in seconds.
    expect(Math.abs(payout!.createdAt.getTime() - made.getTime())).toBeLessThan(1500);
    const movements = await movementsOf(payout!.id);
    expect(movements.map(({ kind, amount, fee, net, availableOn }) => [kind, amount, fee, net, availableOn])).toEqual([
      ["refund", 700, 0, -700, day(from)],
      ["capture", 10_000, 320, 9_680, day(new Date(from.getTime() + 2 * dayMs))],
    ]);
    expect(sum(movements)).toBe(payout!.amount);
    setup.clock.advance(3 * dayMs);
    expect((await since(from)).map(({ status }) => status)).toEqual(["paid"]);
  });

  test.each(["failed", "canceled"] as const)(
    "one that %s is a movement of the next one, which says whose it is; neither is among its own",
    async (ended) => {
      const from = await freshDay();
      await charge(10_000);
      setup.clock.advance(2 * dayMs);
      const first = (await payOut(setup.emulator))!;
      await returnPayout(setup.emulator, first, ended);
      await charge(6_000);
      setup.clock.advance(2 * dayMs);
      const second = (await payOut(setup.emulator))!;
      expect((await since(from)).map(({ id, amount, status }) => [id, amount, status])).toEqual([
        [second, 9_680 + 5_796, "in_transit"],
        [first, 9_680, ended],
      ]);
      expect((await movementsOf(second)).map(({ kind, net, payoutId }) => [kind, net, payoutId])).toEqual([
        ["capture", 5_796, null],
        ["payout_reversal", 9_680, first],
      ]);
      expect((await movementsOf(first)).map(({ kind, payoutId }) => [kind, payoutId])).toEqual([["capture", null]]);
    },
  );

  test("more that was given back than taken is taken from the bank, and listed with its sign", async () => {
    const from = await freshDay();
    const { id: intentId } = await charge(10_000);
    setup.clock.advance(2 * dayMs);
    await payOut(setup.emulator);
    await openDispute(setup.emulator, intentId, { amount: 10_000 });
    const id = (await payOut(setup.emulator))!;
    const [payout] = await since(from);
    expect([payout?.id, payout?.amount, sum(await movementsOf(id))]).toEqual([id, -11_500, -11_500]);
    const period = { from, to: new Date(setup.clock.now().getTime() + 1000), after: null, limit: 100 };
    const { items } = await setup.gateway.listMovements(period);
    expect(items.filter(({ kind }) => kind === "payout").map(({ amount, net }) => [amount, net])).toEqual([
      [11_500, 11_500],
      [9_680, -9_680],
    ]);
  });

  test("one by hand isn't itemized, and lessens the next one by schedule", async () => {
    const from = await freshDay();
    await charge(10_000);
    setup.clock.advance(2 * dayMs);
    const byHand = await payOutByHand(setup.emulator, 4_000);
    const next = (await payOut(setup.emulator))!;
    expect((await since(from)).map(({ id, amount, itemized }) => [id, amount, itemized])).toEqual([
      [next, 5_680, "yes"],
      [byHand, 4_000, "no"],
    ]);
    expect((await movementsOf(next)).map(({ kind, net, payoutId }) => [kind, net, payoutId])).toEqual([
      ["payout", -4_000, byHand],
      ["capture", 9_680, null],
    ]);
  });

  test("pages join without a gap, of payouts and of what is in one", async () => {
    const from = await freshDay();
    const ids: string[] = [];
    for (const amounts of [[1_000, 2_000, 3_000], [4_000], [5_000]]) {
      for (const amount of amounts) await charge(amount);
      setup.clock.advance(2 * dayMs);
      ids.unshift((await payOut(setup.emulator))!);
    }
    const period = { from, to: new Date(setup.clock.now().getTime() + 1000), limit: 2 };
    const first = await setup.gateway.listPayouts({ ...period, after: null });
    const second = await setup.gateway.listPayouts({ ...period, after: first.next });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await movementsOf(ids[2]!, 1)).map(({ amount }) => amount)).toEqual([3_000, 2_000, 1_000]);
  });

  test("a lost answer is an unknown outcome", async () => {
    const from = await freshDay();
    await charge(1_000);
    setup.clock.advance(2 * dayMs);
    const id = (await payOut(setup.emulator))!;
    setup.faults.add("listPayouts", "before");
    await expect(since(from)).rejects.toMatchObject({ name: "GatewayUnknownOutcome" });
    setup.faults.add("movementsOfPayout", "before");
    await expect(movementsOf(id)).rejects.toMatchObject({ name: "GatewayUnknownOutcome" });
    expect([(await since(from)).length, (await movementsOf(id)).length]).toEqual([1, 1]);
  });
});

onEachGateway("the sandbox pays out by itself", (setup) => {
  test("once a day what is due; the very first one comes back, and goes with the next; a repeat does nothing", async () => {
    const from = setup.clock.now();
    for (const amount of [10_000, 20_000, 30_000]) {
      await setup.authorizedIntent({ amount, capture: "automatic" });
      setup.clock.advance(dayMs);
    }
    setup.clock.advance(3 * dayMs);
    await Promise.all([payOutWhatIsDue(setup.emulator), payOutWhatIsDue(setup.emulator)]);
    await payOutWhatIsDue(setup.emulator);
    const to = new Date(setup.clock.now().getTime() + 1000);
    const { items } = await setup.gateway.listPayouts({ from, to, after: null, limit: 100 });
    const [one, two, three] = [10_000, 20_000, 30_000].map((amount) => amount - Math.round(amount * 0.029) - 30);
    expect(items.map(({ amount, status }) => [amount, status === "failed"])).toEqual([
      [three, false],
      [one! + two!, false],
      [one, true],
    ]);
    for (const { id, amount } of items) {
      const { items: movements } = await setup.gateway.movementsOfPayout({ payoutId: id, after: null, limit: 100 });
      expect(movements.reduce((all, { net }) => all + net, 0)).toBe(amount);
    }
  });
});
