import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

describe("§7 prescriptionOrder/full", () => {
  test("a new patient is asked to finish the visit", async () => {
    const { token } = await server.newPatient();
    const { ok } = await server.call(treatment.overview, {}, { token });
    expect(ok).toMatchObject({
      doctor: null,
      plan: { status: "none", items: [], note: null },
      orders: [],
      subscriptions: [],
    });
    expect(ok.nextstep).toMatchObject({ kind: "begin_visit", action: { href: "/redirect/" } });
    expect(ok.actionitems.map(({ kind }) => kind)).toEqual(["verify_email"]);
  });

  test("declined: nothing of it is offered again, and the doctor's note comes first", async () => {
    const { id, token, orderId } = await handedOver(server);
    const params = { id };
    await server.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    await server.call(
      care.declinePlan,
      { params, body: { reason: "Please see a doctor first." } },
      { apiKey: testApiKey },
    );
    await server.jobs.drain();
    const { ok } = await server.call(treatment.overview, {}, { token });
    expect(ok.nextstep).toMatchObject({ kind: "declined", action: { href: "/messages/doctor" }, orderid: orderId });
    expect(ok.nextstep.text).toContain("You won't be charged for it.");
    expect(ok.plan).toMatchObject({ label: "Not approved", note: "Please see a doctor first." });
    expect(ok.subscriptions, "nothing to order again").toEqual([]);
    expect(ok.charges).toEqual([]);
  });

  test("in review: the doctor, what was requested, the authorized amount and when it is decided", async () => {
    const { token, orderId } = await handedOver(server);
    const { ok } = await server.call(treatment.overview, {}, { token });
    expect(ok.doctor?.name).toMatch(/^Dr\. /);
    expect(ok.plan).toMatchObject({
      status: "in_review",
      statustext: "Your doctor is looking at your plan",
      note: null,
    });
    expect(ok.nextstep).toMatchObject({
      kind: "doctor_review",
      title: `${ok.doctor?.name} is reviewing your visit`,
      text: expect.stringContaining("Your doctor will read your answers and decide by "),
    });
    expect(ok.plan.items.length).toBeGreaterThan(0);
    expect(ok.orders).toMatchObject([{ id: orderId, status: "authorized" }]);
    expect(ok.subscriptions[0]).toMatchObject({ status: "pending", nextchargeon: null, actions: [] });
    expect(ok.subscriptions[0]?.prescriptionorders).toMatchObject([
      { orderid: orderId, status: "processing", shipment: null },
    ]);
  });

  test("without a token the patient is asked to log in", async () => {
    expect((await server.call(treatment.overview, {})).problem.code).toBe("need_auth");
  });
});

describe("§7 order and shipment", () => {
  test("the patient's own are shown with dates; before the parcel has left there is no shipment", async () => {
    const { token, orderId } = await handedOver(server);
    const order = await server.call(treatment.order, { params: { id: orderId } }, { token });
    expect(order.ok.timeline.map(({ event }) => event)).toContain("authorized");
    const { ok } = await server.call(treatment.overview, {}, { token });
    const id = ok.subscriptions[0]?.prescriptionorders[0]?.id ?? "";
    const shipment = await server.call(treatment.shipment, { params: { id } }, { token });
    expect(shipment.ok).toEqual({ prescriptionorderid: id, shipment: null });
  });

  test("another patient's and unknown ones are not found", async () => {
    const rosa = await handedOver(server);
    const { token } = await server.newPatient();
    const { ok } = await server.call(treatment.overview, {}, { token: rosa.token });
    const prescriptionOrderId = ok.subscriptions[0]?.prescriptionorders[0]?.id ?? "";
    for (const id of [rosa.orderId, newId()])
      expect((await server.call(treatment.order, { params: { id } }, { token })).status).toBe(404);
    for (const id of [prescriptionOrderId, newId()])
      expect((await server.call(treatment.shipment, { params: { id } }, { token })).status).toBe(404);
  });
});
