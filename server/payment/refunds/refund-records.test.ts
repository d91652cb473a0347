import { beforeEach, expect, test } from "vitest";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { addRefund, type Payer, twoPayers } from "../testing/payment-rows.ts";
import { type GatewayRefund, recordRefunds, type RefundRow } from "./refund-records.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
beforeEach(async () => {
  [rosa, other] = await twoPayers(server);
});

const atGateway = (refundId: string | null, status: GatewayRefund["status"], amount: number) =>
  ({ id: `re_${refundId ?? "dashboard"}_${rosa.orderId}`, refundId, status, amount }) as GatewayRefund;
const record = (...refunds: readonly GatewayRefund[]) => recordRefunds(server.services, rosa.charge, refunds);
const statusOf = async (id: string) =>
  (await server.services.db.selectFrom("refund").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;
/** What the ledger says of the order's refunds, by the account of the gateway. */
const ledger = ({ orderId }: Payer) =>
  server.services.db
    .selectFrom("ledger_entry")
    .select(["reason", "amount_cents"])
    .where("order_id", "=", orderId)
    .where("account", "=", "gateway")
    .where("reason", "!=", "capture")
    .orderBy("at")
    .execute();

test.each<
  [RefundRow["status"], GatewayRefund["status"], RefundRow["status"], { reason: string; amount_cents: number }[]]
>([
  ["created", "pending", "unknown", []],
  ["created", "succeeded", "succeeded", [{ reason: "refund", amount_cents: -70 }]],
  ["unknown", "succeeded", "succeeded", [{ reason: "refund", amount_cents: -70 }]],
  ["unknown", "failed", "failed", []],
  ["succeeded", "failed", "failed", [{ reason: "refund_reversal", amount_cents: 70 }]],
  ["succeeded", "succeeded", "succeeded", []],
  ["succeeded", "pending", "succeeded", []],
  ["failed", "succeeded", "failed", []],
])("a refund that is %s here and %s at the gateway is %s", async (before, status, after, entries) => {
  const id = await addRefund(server, rosa.charge.id, { status: before, amount_cents: 70 });
  const others = await addRefund(server, other.charge.id, { status: "created" });
  expect(await record(atGateway(id, status, 70))).toBeNull();
  expect([await statusOf(id), await statusOf(others)]).toEqual([after, "created"]);
  expect([await ledger(rosa), await ledger(other)]).toEqual([entries, []]);
});

test("a refund that fails is mailed to the practice, with the order's number and what it is about", async () => {
  const { supportemail } = server.services.content.brand;
  const id = await addRefund(server, rosa.charge.id, { status: "unknown", amount_cents: 7000 });
  await record(atGateway(id, "failed", 7000));
  await record(atGateway(id, "failed", 7000));
  await server.jobs.drain();
  const { number } = await server.services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", rosa.orderId)
    .executeTakeFirstOrThrow();
  const mails = (await server.mailbox.list(supportemail)).filter((mail) =>
    JSON.stringify(mail).includes(number ?? "?"),
  );
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails)).toContain("$70.00");
  expect(JSON.stringify(mails)).toContain(`Payment at the gateway: ${rosa.charge.gateway_intent_id}`);
  expect(server.logged()).toContain(`"refund":"${id}","order":"${rosa.orderId}"`);
  const unnamed = await addRefund(server, other.charge.id, { status: "unknown" });
  await recordRefunds(server.services, { ...other.charge, gateway_intent_id: null }, [
    atGateway(unnamed, "failed", 100),
  ]);
  await server.jobs.drain();
  expect((await server.mailbox.list(supportemail)).some(({ text }) => text.includes("at the gateway: none"))).toBe(
    true,
  );
});

test("one made in the gateway's dashboard is recorded once, and not where it failed", async () => {
  expect(await record(atGateway(null, "failed", 30))).toBeNull();
  for (let time = 0; time < 2; time += 1) await record(atGateway(null, "succeeded", 30));
  const refunds = server.services.db.selectFrom("refund").selectAll().where("payment_intent_id", "=", rosa.charge.id);
  expect(await refunds.execute()).toMatchObject([
    { amount_cents: 30, status: "succeeded", gateway_refund_id: atGateway(null, "succeeded", 30).id },
  ]);
  expect(await ledger(rosa)).toEqual([{ reason: "refund", amount_cents: -30 }]);
});

test("an order whose whole charge was refunded is said", async () => {
  const cents = rosa.charge.captured_cents;
  const one = await addRefund(server, rosa.charge.id, { status: "created", amount_cents: cents - 1 });
  expect(await record(atGateway(one, "succeeded", cents - 1))).toBeNull();
  const two = await addRefund(server, rosa.charge.id, { status: "created", amount_cents: 1 });
  expect(await record(atGateway(two, "succeeded", 1))).toBe(rosa.orderId);
});

test("each refund that went back has the next number of its order, across its charges and whoever made it; one that failed has none", async () => {
  const notes = async (payer: Payer) =>
    (
      await server.services.db
        .selectFrom("refund")
        .innerJoin("payment_intent", "payment_intent.id", "refund.payment_intent_id")
        .select(["refund.amount_cents", "refund.credit_note"])
        .where("payment_intent.order_id", "=", payer.orderId)
        .orderBy("refund.amount_cents")
        .execute()
    ).map(({ amount_cents, credit_note }) => [amount_cents, credit_note]);
  const numberOf = async ({ orderId }: Payer) =>
    (
      await server.services.db
        .selectFrom("customer_order")
        .select("number")
        .where("id", "=", orderId)
        .executeTakeFirstOrThrow()
    ).number;
  const [one, two, failed] = [
    await addRefund(server, rosa.charge.id, { status: "created", amount_cents: 11 }),
    await addRefund(server, rosa.charge.id, { status: "unknown", amount_cents: 12 }),
    await addRefund(server, rosa.charge.id, { status: "unknown", amount_cents: 13 }),
  ];
  const others = await addRefund(server, other.charge.id, { status: "created", amount_cents: 14 });
  await record(atGateway(two, "succeeded", 12));
  await record(atGateway(failed, "failed", 13), atGateway(one, "pending", 11));
  await recordRefunds(server.services, other.charge, [{ ...atGateway(others, "succeeded", 14), id: "re_other" }]);
  await record(atGateway(two, "failed", 12), atGateway(one, "succeeded", 11));
  for (let time = 0; time < 2; time += 1) await record(atGateway(null, "succeeded", 15));
  expect(await notes(rosa)).toEqual([
    [11, `CN-${await numberOf(rosa)}-2`],
    [12, `CN-${await numberOf(rosa)}-1`],
    [13, null],
    [15, `CN-${await numberOf(rosa)}-3`],
  ]);
  expect(await notes(other)).toEqual([[14, `CN-${await numberOf(other)}-1`]]);
});

test.each([
  [70, true],
  [69, false],
])(
  "what went back is all of it where it's what was captured, whatever was authorized: %i of 70",
  async (cents, isAll) => {
    const id = await addRefund(server, rosa.charge.id, { status: "created", amount_cents: cents });
    const charge = { ...rosa.charge, amount_cents: 69, captured_cents: 70 };
    const whole = await recordRefunds(server.services, charge, [atGateway(id, "succeeded", cents)]);
    expect(whole).toBe(isAll ? rosa.orderId : null);
  },
);
