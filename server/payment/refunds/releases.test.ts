import { beforeAll, describe, expect, test } from "vitest";
import { withGateway } from "#server/orders/testing/shop.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Intent, PaymentGateway, Refund } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { minute, type Payer, twoPayers } from "../testing/payment-rows.ts";
import { executeRelease, requeueRelease, requestRelease, unfinishedReleases } from "./releases.ts";

const server = serverAtNoon();
let rosa: Payer;
beforeAll(async () => {
  [rosa] = await twoPayers(server);
});

type Funds = Pick<Intent, "status" | "amountCaptured" | "amountRefunded">;
const rowOf = (id: string) =>
  server.services.db.selectFrom("payment_release").selectAll().where("gateway_intent_id", "=", id).executeTakeFirst();
const add = (id: string, at: number, completed_at: Date | null = null) =>
  server.services.db
    .insertInto("payment_release")
    .values({
      ...{ gateway_intent_id: id, gateway: "sandbox", order_id: rosa.orderId, reason: "late", completed_at },
      ...{ requested_at: minute(0), last_attempt_at: minute(at) },
    })
    .execute();
const request = (id: string, funds: Partial<Funds>) => {
  const intent = { id, status: "succeeded" as const, amountCaptured: 10, amountRefunded: 0, ...funds };
  return inTransaction(server.services, ({ db }) =>
    requestRelease(db, { ...server.services }, { intent, orderId: rosa.orderId, reason: "late" }),
  );
};

describe("money to give back", () => {
  test.each<[boolean, Partial<Funds>]>([
    [true, { status: "requires_capture", amountCaptured: 0 }],
    [true, { amountRefunded: 9 }],
    [false, { amountRefunded: 10 }],
    [false, { status: "canceled", amountCaptured: 0 }],
    [false, { status: "canceled" }],
    [false, { status: "processing", amountCaptured: 0 }],
  ])("is recorded where there is some: %s for %j", async (isRecorded, funds) => {
    const id = `pi_${newId()}`;
    await request(id, funds);
    const recorded = {
      order_id: rosa.orderId,
      reason: "late",
      gateway: server.services.gateway.name,
      completed_at: null,
    };
    await (isRecorded
      ? expect(rowOf(id)).resolves.toMatchObject(recorded)
      : expect(rowOf(id)).resolves.toBeUndefined());
    expect(server.logged().includes(`"intent":"${id}","reason":"late"`)).toBe(isRecorded);
  });

  test("is given back again where it returned, and once where it is under way", async () => {
    const [done, open] = [`pi_${newId()}`, `pi_${newId()}`];
    await add(done, 1, minute(2));
    await add(open, 1);
    for (const id of [done, open]) await request(id, {});
    expect(await rowOf(done)).toMatchObject({ completed_at: null, requested_at: minute(0) });
    expect((await rowOf(done))?.last_attempt_at).not.toEqual(minute(1));
    expect(await rowOf(open)).toMatchObject({ completed_at: null, last_attempt_at: minute(1) });
    expect(server.logged()).not.toContain(`"intent":"${open}"`);
  });
});

describe("giving it back", () => {
  /** Of an intent that stands so, at a gateway that answers so: what is asked of it, and whether it is done. */
  async function release(
    funds: Funds,
    answer: Intent["status"] | Refund["status"] = "canceled",
    ...refunds: readonly Refund["status"][]
  ) {
    const [id, other] = [`pi_${newId()}`, `pi_${newId()}`];
    await add(id, 1);
    await add(other, 1);
    const asked: unknown[] = [];
    const write = (input: { intentId: string }) => {
      asked.push(input);
      return Promise.resolve({ status: answer } as never);
    };
    const gateway: Partial<PaymentGateway> = {
      retrieve: () => Promise.resolve(funds as Intent),
      cancel: write,
      refund: write,
      refundsOf: () => Promise.resolve(refunds.map((status) => ({ status }) as Refund)),
    };
    const error = await executeRelease(withGateway(server.services, gateway), id).then(() => null, String);
    const [own, others] = [await rowOf(id), await rowOf(other)];
    expect(others?.completed_at).toBeNull();
    expect(own?.completed_at === null).toBe(error !== null);
    if (error !== null) expect(error).toContain(`${id} is not given back yet`);
    return {
      isDone: error === null,
      asked: asked.map((each) => JSON.parse(JSON.stringify(each).replaceAll(id, "ID")) as object),
    };
  }
  const captured = (amountCaptured: number, amountRefunded: number): Funds => ({
    ...{ status: "succeeded", amountCaptured, amountRefunded },
  });
  const idempotencyKey = "ID:release";
  const cancel = [{ intentId: "ID", idempotencyKey }];
  const refund = (amount: number) => [{ intentId: "ID", refundId: "release-ID", amount, idempotencyKey }];

  test.each<[string, Parameters<typeof release>, { isDone: boolean; asked: readonly object[] }]>([
    [
      "an authorization is voided",
      [{ ...captured(0, 0), status: "requires_capture" }],
      { isDone: true, asked: cancel },
    ],
    [
      "and tried again where it is captured meanwhile",
      [{ ...captured(0, 0), status: "requires_capture" }, "succeeded"],
      { isDone: false, asked: cancel },
    ],
    ["a charge not decided is waited for", [{ ...captured(0, 0), status: "processing" }], { isDone: false, asked: [] }],
    ["what is left is refunded", [captured(10, 3), "succeeded"], { isDone: true, asked: refund(7) }],
    ["and waited for", [captured(10, 9), "pending"], { isDone: false, asked: refund(1) }],
    ["nothing captured is nothing to refund", [captured(0, 0)], { isDone: true, asked: [] }],
    ["refunds were made", [captured(10, 10), "canceled", "succeeded", "failed"], { isDone: true, asked: [] }],
    ["one is under way", [captured(10, 10), "canceled", "pending", "succeeded"], { isDone: false, asked: [] }],
    ["the last is under way", [captured(10, 10), "canceled", "succeeded", "pending"], { isDone: false, asked: [] }],
  ])("%s", async (_, given, expected) => expect(await release(...given)).toEqual(expected));

  test("keeps when it was done first", async () => {
    const id = `pi_${newId()}`;
    await add(id, 1, minute(3));
    const retrieve = () => Promise.resolve(captured(0, 0) as Intent);
    await executeRelease(withGateway(server.services, { retrieve }), id);
    expect((await rowOf(id))?.completed_at).toEqual(minute(3));
  });

  test("is tried again, the longest ago first, a hundred at a time", async () => {
    const { db } = server.services;
    await db.deleteFrom("payment_release").execute();
    for (const [id, at] of [
      ["second", 2],
      ["first", 1],
      ["just now", 10],
    ] as const)
      await add(id, at);
    await add("done", 0, minute(1));
    const ids = async () =>
      (await withoutIndexes(server, (tx) => unfinishedReleases(tx, minute(10)))).map(({ id }) => id);
    expect(await ids()).toEqual(["first", "second"]);
    await requeueRelease(db, "first", minute(3));
    expect(await ids()).toEqual(["second", "first"]);
    for (let count = 0; count < 100; count += 1) await add(`${count}`, 5);
    expect(await ids()).toHaveLength(100);
  });
});
