import { beforeAll, describe, expect, test } from "vitest";
import { refusal, withGateway } from "#server/orders/testing/shop.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import {
  GatewayRefused,
  GatewayUnknownOutcome,
  type Intent,
  type PaymentGateway,
  type Refund,
  type RefusedCode,
} from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { addCharge, addRefund, minute, type Payer, twoPayers } from "../testing/payment-rows.ts";
import { applyRefunds, executeRefund, type RefundCommand, requestRefund } from "./refunds.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
beforeAll(async () => {
  [rosa, other] = await twoPayers(server);
});

/** A charge of 100 cents, captured. */
const charge = (values: Parameters<typeof addCharge>[2] = {}) =>
  addCharge(server, rosa, { status: "succeeded", amount_cents: 100, captured_cents: 100, ...values });
const rowOf = (id: string) =>
  server.services.db.selectFrom("refund").selectAll().where("id", "=", id).executeTakeFirst();

describe("a refund that is requested", () => {
  const request = (command: Partial<RefundCommand> & Pick<RefundCommand, "paymentIntentId">) =>
    inTransaction(server.services, ({ db }) => {
      const given = { refundId: newId(), amountCents: 100, reason: "broken", ...command };
      return requestRefund(
        db,
        { ...server.services, refuse: (code: string) => new Refusal(code as never) } as never,
        given,
      );
    });

  test("is recorded as it was asked for, and one with its id is the same", async () => {
    const command = { refundId: newId(), paymentIntentId: await charge(), amountCents: 40, reason: "broken" };
    await request(command);
    const row = await rowOf(command.refundId);
    expect(row).toMatchObject({
      ...{ payment_intent_id: command.paymentIntentId, amount_cents: 40, status: "created", reason: "broken" },
      gateway_refund_id: null,
    });
    await request(command);
    expect(await rowOf(command.refundId)).toEqual(row);
    expect(await refusal(request({ ...command, amountCents: 39 }))).toBe("wrong_state");
    expect(await refusal(request({ ...command, paymentIntentId: await charge() }))).toBe("wrong_state");
  });

  test.each([
    [0, false],
    [1, true],
    [60, true],
    [61, false],
  ])("may be of what is left: %i of 60 cents: %s", async (amountCents, isGiven) => {
    const paymentIntentId = await charge();
    await addRefund(server, paymentIntentId, { amount_cents: 40 });
    await addRefund(server, other.charge.id, { amount_cents: 1 });
    const asked = request({ paymentIntentId, amountCents });
    await (isGiven ? expect(asked).resolves.toBeUndefined() : expect(refusal(asked)).resolves.toBe("wrong_state"));
  });

  test("is refused of a charge that isn't captured, or isn't there", async () => {
    const paymentIntentId = await charge({ status: "requires_capture" });
    expect(await refusal(request({ paymentIntentId, amountCents: 1 }))).toBe("wrong_state");
    expect(await refusal(request({ paymentIntentId: newId(), amountCents: 1 }))).toBe("wrong_state");
  });
});

describe("a refund that is made", () => {
  /** Makes the refund of a new row at a gateway that answers so; what it is asked, how it ends, and the row after. */
  async function make(
    values: Parameters<typeof addRefund>[2],
    changes: Partial<PaymentGateway> & { readonly made?: readonly Refund[] } = {},
    ofCharge: Parameters<typeof charge>[0] = {},
  ) {
    const id = await addRefund(server, await charge(ofCharge), { amount_cents: 40, ...values });
    const asked: unknown[] = [];
    const { made = [], ...own } = changes;
    const gateway: Partial<PaymentGateway> = {
      refundsOf: () => Promise.resolve(made),
      refund: ({ refundId, amount }) =>
        Promise.resolve({ id: `re_${refundId}`, refundId, amount, status: "succeeded" }),
      ...own,
    };
    const refund: PaymentGateway["refund"] = (input) => {
      asked.push(input);
      return gateway.refund?.(input) ?? Promise.reject(new Error("none"));
    };
    const end = await executeRefund(withGateway(server.services, { ...gateway, refund }), id).catch(
      (error: unknown) => error,
    );
    const row = await rowOf(id);
    return { id, end, asked, status: row?.status, gatewayId: row?.gateway_refund_id };
  }

  test("is asked for once, and says the order whose whole charge it was", async () => {
    const part = await make({ status: "created" });
    expect(part).toMatchObject({ end: null, status: "succeeded", gatewayId: `re_${part.id}` });
    expect(part.asked).toEqual([
      {
        ...{ intentId: expect.stringMatching(/^pi_/), refundId: part.id, amount: 40 },
        idempotencyKey: `${part.id}:refund`,
      },
    ]);
    expect(await make({ status: "created", amount_cents: 100 })).toMatchObject({ end: rosa.orderId });
    expect(await make({ status: "succeeded", amount_cents: 100 })).toMatchObject({ end: rosa.orderId, asked: [] });
  });

  test("is none where it failed, or where there is nothing to refund", async () => {
    expect(await make({ status: "failed" })).toMatchObject({ end: null, asked: [], status: "failed" });
    const unmade = await make({ status: "created" }, {}, { gateway_intent_id: null });
    expect(unmade).toMatchObject({ end: null, asked: [], status: "created" });
  });

  test("that the gateway has named is looked up", async () => {
    const id = `re_${newId()}`;
    const made = [{ id, refundId: null, amount: 40, status: "failed" }] as const;
    expect(await make({ status: "unknown", gateway_refund_id: id }, { made })).toMatchObject({
      ...{ asked: [], status: "failed", gatewayId: id },
    });
  });

  test("was made before where a lost row of ours asked for the same, and is asked for in every other case", async () => {
    const lost = (values: Partial<Refund> = {}): Refund => ({
      ...{ id: `re_${newId()}`, refundId: newId(), amount: 40, status: "succeeded" },
      ...values,
    });
    const adopted = lost();
    const found = await make({ status: "created" }, { made: [lost({ amount: 39 }), adopted, lost()] });
    expect(found).toMatchObject({ asked: [], status: "succeeded", gatewayId: adopted.id });
    expect(server.logged()).toContain(`"refund":"${found.id}","gatewayRefund":"${adopted.id}"`);
    const known = await addRefund(server, other.charge.id, { gateway_refund_id: `re_${newId()}` });
    const gatewayId = (await rowOf(known))?.gateway_refund_id ?? "";
    const others = [
      lost({ amount: 39 }),
      lost({ status: "failed" }),
      lost({ refundId: null }),
      lost({ refundId: "of another shop" }),
      lost({ refundId: known }),
      lost({ id: gatewayId }),
    ];
    for (const other of others)
      expect((await make({ status: "created" }, { made: [other] })).asked, JSON.stringify(other)).toHaveLength(1);
    expect((await make({ status: "unknown" }, { made: [lost()] })).asked).toHaveLength(1);
  });

  test.each<[RefusedCode, number, "failed" | "created"]>([
    ["already_refunded", 0, "failed"],
    ["disputed", 0, "failed"],
    ["wrong_amount", 61, "failed"],
    ["wrong_amount", 60, "created"],
    ["not_found", 0, "created"],
  ])("and refused with %s, of a charge with %i cents refunded, is %s", async (code, amountRefunded, status) => {
    const refused = new GatewayRefused(code, "No");
    const retrieve = () => Promise.resolve({ amountCaptured: 100, amountRefunded } as Intent);
    const ended = await make({ status: "created" }, { refund: () => Promise.reject(refused), retrieve });
    expect(ended).toMatchObject({ status, end: status === "failed" ? null : refused });
  });

  test("is tried again where the gateway doesn't answer", async () => {
    const lost = new GatewayUnknownOutcome("refund");
    expect(await make({ status: "created" }, { refund: () => Promise.reject(lost) })).toMatchObject({
      ...{ status: "created", end: lost },
    });
  });
});

describe("what the gateway refunded", () => {
  /** Posts it of a new charge; whether the gateway was asked for all refunds, and the order that was refunded in full. */
  async function apply(
    refunded: number,
    { row, ofCharge }: { row?: Parameters<typeof addRefund>[2]; ofCharge?: Parameters<typeof charge>[0] } = {},
  ) {
    const id = await charge(ofCharge);
    if (row) await addRefund(server, id, row);
    await addRefund(server, other.charge.id, { created_at: minute(1) });
    let asked = false;
    const refundsOf = () => {
      asked = true;
      const all = [{ id: `re_${id}`, refundId: null, amount: refunded, status: "succeeded" as const }];
      return Promise.resolve(refunded === 0 ? [] : all);
    };
    const services = withGateway(server.services, { refundsOf });
    const end = await applyRefunds(services, { id: `pi_${id}`, amountRefunded: refunded } as Intent);
    return { asked, end };
  }

  test("is posted where either side knows of any", async () => {
    expect(await apply(0)).toEqual({ asked: false, end: null });
    expect(await apply(30)).toEqual({ asked: true, end: null });
    expect(await apply(100)).toEqual({ asked: true, end: rosa.orderId });
    for (const status of ["unknown", "succeeded"] as const)
      expect(await apply(0, { row: { status } }), status).toMatchObject({ asked: true });
  });

  test("isn't where nothing is captured, or the charge isn't ours", async () => {
    expect(await apply(100, { ofCharge: { status: "canceled" } })).toEqual({ asked: false, end: null });
    const unknown = { id: "pi_of_nobody", amountRefunded: 100 } as Intent;
    expect(await applyRefunds(server.services, unknown)).toBeNull();
  });
});
