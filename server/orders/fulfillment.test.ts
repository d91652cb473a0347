import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { confirmCartOrder, confirmOrder } from "./fulfillment.ts";
import { orderStatuses } from "./order-status.ts";
import { orderById, type OrderKind } from "./orders.ts";
import { addLine, addOrder, minute } from "./testing/order-rows.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const withRefusals = <S extends Pick<Services, "clock">>(services: S) =>
  ({
    ...services,
    clock: { ...services.clock, now: () => minute(9) },
    refuse: (code: string) => new Refusal(code as never),
  }) as S & { refuse: never };
const eventsOf = async (id: string) =>
  (
    await server.services.db
      .selectFrom("order_event")
      .select("event")
      .where("order_id", "=", id)
      .orderBy("event")
      .execute()
  ).map(({ event }) => event);
const number = () => `N${newId()}`;
/** The texts of the mails about this order. */
const mailsAbout = async ({ email }: TestPatient, orderNumber: string) => {
  await server.jobs.drain();
  return (await server.mailbox.list(email)).filter(({ subject, text }) => `${subject} ${text}`.includes(orderNumber));
};

test.each(orderStatuses)(
  "a cart that is %s is confirmed where it was placed and something of it is to be sent",
  async (status) => {
    const { id: rosa } = await server.newPatient();
    const order = async (kind: OrderKind, cancelled: readonly boolean[]) => {
      const { id } = await addOrder(server, rosa, 1, { status, kind, number: number() });
      for (const [index, each] of cancelled.entries())
        await addLine(server, id, index + 1, {
          ...(index > 0 && { unit_price_cents: 0, discount_cents: 0, tax_cents: 0 }),
          cancelled_at: each ? minute(2) : null,
        });
      await confirmCartOrder(withRefusals(server.services), { orderId: id, patientId: rosa, kind });
      return eventsOf(id);
    };
    const isPlaced = ["authorized", "paid", "shipped", "delivered", "refunded"].includes(status);
    const confirmed = status === "paid" ? ["confirmed", "pharmacy"] : isPlaced ? ["confirmed"] : [];
    expect(await order("cart", [false])).toEqual(confirmed);
    expect(await order("cart", [true, false])).toEqual(confirmed);
    expect(await order("cart", [true, true])).toEqual([]);
    expect(await order("upsell", [false])).toEqual([]);
    await expect(
      confirmCartOrder(withRefusals(server.services), { orderId: newId(), patientId: rosa, kind: "cart" }),
    ).resolves.toBeUndefined();
  },
);

const [placed, receipt, charged] = [
  ["Thank you for order", "we're packing it now"],
  ["Receipt for order", "This email is your receipt"],
  ["Receipt for order", "we're getting it ready to ship"],
];
test.each<[OrderKind, number, readonly (readonly string[])[]]>([
  ["cart", 700, [receipt, placed]],
  ["onboarding", 700, [receipt, placed]],
  ["upsell", 0, [placed]],
  ["renewal", 700, [charged]],
])("%s over %d cents: its patient reads of it once", async (kind, total_cents, mails) => {
  const [rosa, other] = [await server.newPatient(), await server.newPatient()];
  const own = number();
  const free = { subtotal_cents: 500, tax_cents: 0, shipping_cents: 0 };
  const { id } = await addOrder(server, rosa.id, 1, { kind, number: own, total_cents, ...(total_cents === 0 && free) });
  for (let time = 0; time < 2; time += 1)
    await inTransaction(server.services, async (tx) => {
      const order = await orderById(tx.db, id);
      if (order) await confirmOrder(withRefusals(tx), order);
    });
  expect(await eventsOf(id)).toEqual(["confirmed", "pharmacy"]);
  const sent = (await mailsAbout(rosa, own)).map(({ subject, text }) => `${subject}\n${text}`).toSorted();
  expect(sent).toHaveLength(mails.length);
  for (const [index, text] of sent.entries())
    for (const part of [...(mails[index] ?? []), own, "Hello Rosa", `$${total_cents / 100}.00`, `/order/${id}`])
      expect(text).toContain(part);
  expect(await mailsAbout(other, own)).toEqual([]);
});
