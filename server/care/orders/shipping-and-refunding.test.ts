import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";
import { sandboxCharges } from "../testing/sandbox-charges.ts";
import type { Submitted } from "../testing/submitted-visit.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const apiKey = testApiKey;
const parcel = {
  carrier: "Meadow Post",
  trackingnumber: "MP-1",
  trackingurl: "https://post.example/MP-1",
  estimateddelivery: "2030-05-08",
};
const ship = (id: string, body: object = {}) =>
  server.call(care.shipOrder, { params: { id }, body: { ...parcel, ...body } }, { apiKey });
const deliver = (id: string) => server.call(care.deliverOrder, { params: { id }, body: {} }, { apiKey });
const refund = (id: string, body: { amount?: number } = {}, key = newId()) =>
  server.call(care.refundOrder, { params: { id }, body: { ...body, reason: "Damaged on the way" } }, { apiKey, key });

async function patientWithPaidOrder(): Promise<Submitted> {
  const rosa = await handedOver(server);
  await server.call(care.accept, { params: { id: rosa.id }, body: {} }, { apiKey });
  await server.call(care.approvePlan, { params: { id: rosa.id }, body: {} }, { apiKey });
  await server.jobs.drain();
  return rosa;
}

describe("an order is shipped and delivered", () => {
  test("with carrier and tracking on its timeline and its prescription order; the patient is notified once", async () => {
    const rosa = await patientWithPaidOrder();
    const { status, ok } = await ship(rosa.orderId);
    expect([status, ok.order.status]).toEqual([200, "shipped"]);
    await ship(rosa.orderId, { trackingnumber: "MP-2" });
    await server.jobs.drain();
    const { token } = rosa;
    const order = (await server.call(treatment.order, { params: { id: rosa.orderId } }, { token })).ok;
    expect(order.timeline.find(({ event }) => event === "shipped")?.detail).toBe("Meadow Post MP-2");
    const full = (await server.call(treatment.overview, {}, { token })).ok;
    expect(full.nextstep).toMatchObject({
      title: "Your package is on its way",
      text: "Meadow Post is bringing it to you. It should be there by Wednesday, May 8.",
      action: { label: "Track with Meadow Post", href: "https://post.example/MP-1", external: true },
    });
    const prescriptionOrder = full.subscriptions[0]?.prescriptionorders.find(({ orderid }) => orderid === rosa.orderId);
    expect(prescriptionOrder).toMatchObject({
      status: "shipped",
      shipment: { trackingnumber: "MP-2", deliveredat: null },
    });
    const shipment = await server.call(treatment.shipment, { params: { id: prescriptionOrder?.id ?? "" } }, { token });
    expect(shipment.ok.shipment).toMatchObject({ carrier: "Meadow Post", trackingurl: "https://post.example/MP-1" });
    const mails = await server.mailbox.list(rosa.email);
    expect(mails.filter(({ subject }) => subject.endsWith("is on its way"))).toHaveLength(1);

    expect((await deliver(rosa.orderId)).ok.order.status).toBe("delivered");
    expect((await deliver(rosa.orderId)).status).toBe(200);
    expect((await ship(rosa.orderId)).problem.code).toBe("wrong_state");
  });

  test("it cannot be shipped before it is paid, nor delivered before it is shipped", async () => {
    const rosa = await handedOver(server);
    expect((await ship(rosa.orderId)).problem.code).toBe("prescription_needed");
    const ana = await patientWithPaidOrder();
    expect((await deliver(ana.orderId)).problem.code).toBe("wrong_state");
  });

  test("an unknown order is not found, an invalid tracking URL is refused", async () => {
    expect((await ship(newId())).status).toBe(404);
    expect((await deliver(newId())).status).toBe(404);
    expect((await ship(newId(), { trackingurl: "javascript:alert(1)" })).status).toBe(400);
  });
});

describe("an order is refunded", () => {
  test("in part, then the rest; the gateway refunds no more than was paid", async () => {
    const rosa = await patientWithPaidOrder();
    const key = newId();
    expect((await refund(rosa.orderId, { amount: 10.5 }, key)).status).toBe(200);
    expect((await refund(rosa.orderId, { amount: 10.5 }, key)).status).toBe(200);
    await server.jobs.drain();
    expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ amount_refunded: 1050 }]);
    const mails = (await server.mailbox.list(rosa.email)).filter(({ subject }) =>
      subject.startsWith("Your refund for"),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("we're refunding $10.50 for order");
    const { problem } = await refund(rosa.orderId, { amount: 5000 });
    expect(problem.code).toBe("wrong_state");
    expect(problem.message).toMatch(/^At most \$\d+\.\d\d can be refunded\.$/);
    await refund(rosa.orderId);
    await server.jobs.drain();
    const [charge] = await sandboxCharges(server, rosa.orderId);
    expect(charge?.amount_refunded).toBe(charge?.amount);
    const { ok } = await server.call(treatment.overview, {}, { token: rosa.token });
    expect(ok.orders[0]?.status).toBe("refunded");
    expect(ok.nextstep.text).toContain("refunded");
  });

  test("in part, the order keeps its coupon", async () => {
    const rosa = await handedOver(server, "IA", "FSASTORE30");
    await server.call(care.accept, { params: { id: rosa.id }, body: {} }, { apiKey });
    await server.call(care.approvePlan, { params: { id: rosa.id }, body: {} }, { apiKey });
    await server.jobs.drain();
    const uses = () =>
      server.services.db.selectFrom("coupon_use").selectAll().where("order_id", "=", rosa.orderId).execute();
    const before = await uses();
    expect(before).toHaveLength(1);
    expect((await refund(rosa.orderId, { amount: 1 })).status).toBe(200);
    expect(await uses()).toEqual(before);
  });

  test("not while the payment is only authorized, and not for an unknown order", async () => {
    const rosa = await handedOver(server);
    expect((await refund(rosa.orderId, { amount: 1 })).problem.code).toBe("wrong_state");
    expect((await refund(newId())).status).toBe(404);
  });
});

test("each call names the patient in the audit", async () => {
  const rosa = await patientWithPaidOrder();
  await ship(rosa.orderId);
  await deliver(rosa.orderId);
  await refund(rosa.orderId, { amount: 1 });
  const rows = await server.services.db
    .selectFrom("audit_event")
    .select("call")
    .where("patient_id", "=", rosa.id)
    .where("actor", "like", "key:%")
    .orderBy("at")
    .orderBy("id")
    .execute();
  expect(rows.map(({ call }) => call)).toEqual([
    "care.accept",
    "care.approvePlan",
    "care.shipOrder",
    "care.deliverOrder",
    "care.refundOrder",
  ]);
});
