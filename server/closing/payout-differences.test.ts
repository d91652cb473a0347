import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { PaymentGateway, Payout } from "#server/platform/gateway/port.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { differenceStep, lookAtPayouts } from "./payout-differences.ts";

describe("what a look at a payout changes", () => {
  const open = { differenceCents: -1, isOpen: true };
  const noted = { differenceCents: -1, isOpen: false };
  test.each([
    ["it adds up", 0, undefined, null],
    ["it differs", -1, undefined, "open"],
    ["it differs as it did", -1, open, null],
    ["it differs as a person noted why", -1, noted, null],
    ["it differs by another amount", 3, open, "correct"],
    ["it differs by another amount than a person noted", 3, noted, "open"],
    ["it agrees by now", 0, open, "end"],
    ["it agrees by now, after a person noted why it didn't", 0, noted, "end"],
    ["the gateway doesn't say", null, open, null],
  ] as const)("%s", (_, cents, known, step) => expect(differenceStep(cents, known)).toBe(step));
});

describe("decisions §11 Money: a payout that differs from its days waits for finance", () => {
  let server: TestServer;
  let finance: StaffPerson;
  beforeAll(async () => {
    server = await sharedTestServer();
    finance = await signedInStaff(server, ["finance"]);
  });

  /** A gateway with two payouts, of which the first comes to so many cents more than what is in it, or doesn't answer. */
  function withPayouts(ids: readonly [string, string], missingCents: number | null, at = server.clock.now()): Services {
    const payouts = ids.map((id, index): Payout => ({
      ...{ id, amount: 1_000 * (index + 1), status: "paid", itemized: "yes", createdAt: at },
      arrivesOn: at.toISOString().slice(0, 10),
    }));
    const gateway: Partial<PaymentGateway> = {
      listMovements: () => Promise.resolve({ items: [], next: null }),
      listPayouts: ({ from, to }) =>
        missingCents === null
          ? Promise.reject(new GatewayUnknownOutcome("listPayouts"))
          : Promise.resolve({ items: from <= at && at < to ? payouts : [], next: null }),
      movementsOfPayout: ({ payoutId }) => {
        const index = payouts.findIndex(({ id }) => id === payoutId);
        const net = (payouts[index]?.amount ?? 0) - (index === 0 ? (missingCents ?? 0) : 0);
        const movement = { ...{ id: `m_${payoutId}`, kind: "capture", amount: net, fee: 0, net, intentId: null } };
        const rest = { customer: null, payoutId: null, at, availableOn: at.toISOString().slice(0, 10) };
        return Promise.resolve({ items: [{ ...movement, ...rest } as never], next: null });
      },
    };
    return { ...server.services, gateway: gateway as PaymentGateway };
  }
  const waiting = async (payoutId: string) => {
    const { ok } = await finance.browser.call(care.inbox, { query: { kind: "task" } });
    const tasks = await Promise.all(
      ok.items.flatMap((item) =>
        item.kind === "task" ? [finance.browser.call(care.task, { params: { id: item.id } })] : [],
      ),
    );
    return tasks.map((each) => each.ok).filter(({ log }) => log?.fields.some(({ value }) => value === payoutId));
  };

  test("with one sentence, once for an amount, until it agrees or a person notes why", async () => {
    const ids = [`po_${newId()}`, `po_${newId()}`] as const;
    const look = (missing: number | null) => lookAtPayouts(withPayouts(ids, missing));
    await Promise.all([look(7), look(7)]);
    await look(7);
    const [task, ...more] = await waiting(ids[0]);
    expect([more, await waiting(ids[1])]).toEqual([[], []]);
    expect(task?.words).toMatch(
      /^The payout of .+ is \$10\.00, and what the gateway says is in it comes to \$9\.93\.$/u,
    );
    await look(null);
    expect((await waiting(ids[0])).map(({ id }) => id)).toEqual([task?.id]);
    // Another amount is another task.
    await look(-5);
    const [other] = await waiting(ids[0]);
    expect([other?.id === task?.id, other?.words.slice(-7, -1)]).toEqual([false, "$10.05"]);
    await look(0);
    expect(await waiting(ids[0])).toEqual([]);
    const outcomeOf = async (id = "") => {
      const { ended, log } = (await finance.browser.call(care.task, { params: { id } })).ok;
      return [ended?.outcome, log?.outcome?.id];
    };
    expect([await outcomeOf(task?.id), await outcomeOf(other?.id)]).toEqual([
      ["dropped", undefined],
      ["settled", "agrees"],
    ]);

    await look(7);
    const [again] = await waiting(ids[0]);
    const end = (note?: string) =>
      finance.browser.call(care.endTask, {
        params: { id: again?.id ?? "" },
        body: { outcome: "settled", logoutcome: "explained", ...(note !== undefined && { note }) },
      });
    expect((await end()).status).toBe(400);
    expect((await end("A reserve that the gateway keeps.")).status).toBe(200);
    await look(7);
    expect(await waiting(ids[0])).toEqual([]);
  });

  test("made longer ago than each look goes back, it's corrected and ends while its task waits, and isn't asked about after", async () => {
    const ids = [`po_${newId()}`, `po_${newId()}`] as const;
    const madeAt = server.clock.now();
    const look = (missing: number) => lookAtPayouts(withPayouts(ids, missing, madeAt));
    await look(7);
    const [task] = await waiting(ids[0]);
    server.clock.advance(400 * 86_400_000);
    finance = await signedInStaff(server, ["finance"]);
    await look(9);
    const [corrected, ...more] = await waiting(ids[0]);
    expect([corrected?.id === task?.id, corrected?.words.slice(-6, -1), more]).toEqual([false, "$9.91", []]);
    await look(0);
    expect(await waiting(ids[0])).toEqual([]);
    await look(7);
    expect(await waiting(ids[0])).toEqual([]);
  });
});
