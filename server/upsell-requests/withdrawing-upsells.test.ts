import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { overchargeOrder, sandboxCharges } from "#server/care/testing/sandbox-charges.ts";
import {
  acceptedUpsellOrder,
  upsellAtClinic,
  answeredPatientInCare,
  dashboardUpsell,
} from "#server/growth/testing/upsells.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { home, mailSubjects, subscriptionOf, capturedCents } from "#server/treatment/testing/in-care.ts";

const apiKey = testApiKey;
const serum = "minoxidil_serum";
const server = serverAtNoon();

const requestIdOf = async (patient: TestPatient) =>
  (await upsellAtClinic(server, patient))?.id ?? expect.fail("No upsell of the patient waits");
const approve = (id: string, body = {}) =>
  server.call(care.approveUpsell, { params: { id }, body }, { apiKey, key: newId() });
const decline = (id: string) =>
  server.call(care.declineUpsell, { params: { id }, body: { reason: "Let us wait." } }, { apiKey });
const resolve = (id: string, outcome: "accept" | "release") =>
  server.call(care.resolvePayment, { params: { id }, body: { outcome } }, { apiKey, key: newId() });
const withdraw = ({ token }: TestPatient, id: string) =>
  server.call(growth.withdrawUpsell, { params: { id }, body: {} }, { token });
const cancel = ({ id, token }: TestPatient, body = {}) =>
  server.call(treatment.cancel, { params: { id }, body }, { token });
const orderStatus = async (id: string) =>
  (await server.services.db.selectFrom("customer_order").select("status").where("id", "=", id).executeTakeFirst())
    ?.status;
const runningSubscriptions = async (patient: TestPatient) =>
  (await home(server, patient)).subscriptions.filter(({ status }) => status !== "cancelled");

describe("the patient withdraws an upsell request", () => {
  test("the authorization is voided, it leaves the clinic's list, the patient is notified, and it is not offered again unasked", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    const { status, ok } = await withdraw(rosa, orderId);
    expect([status, ok.message]).toEqual([200, "Removed. You weren't charged, and your treatment stays the same."]);
    expect((await withdraw(rosa, orderId)).status).toBe(200);
    expect(await upsellAtClinic(server, rosa)).toBeUndefined();
    expect((await approve(id)).problem.message).toBe(
      "This was withdrawn, by the patient or because of something she told us since.",
    );
    expect(await mailSubjects(server, rosa)).toContainEqual(expect.stringMatching(/^Order \d+ is withdrawn$/));
    expect(await sandboxCharges(server, orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    expect((await home(server, rosa)).upsellrequests).toEqual([]);
    const order = (await server.call(treatment.order, { params: { id: orderId } }, { token: rosa.token })).ok;
    expect(order.timeline.map(({ event }) => event)).toEqual(["authorized", "voided"]);
    const { ok: offers } = await server.call(growth.dashboardUpsells, {}, { token: rosa.token });
    expect(offers.items.map(({ name }) => name)).toEqual(["cream"]);
    const asked = { params: { id: "UPSELL51" }, body: {} };
    expect((await server.call(growth.addUpsellToPatient, asked, { token: rosa.token })).ok.status).toBe("open");
    expect(await acceptedUpsellOrder(server, rosa)).not.toBe(orderId);
  });

  test("is refused once the doctor has decided, and for another patient's request", async () => {
    const [rosa, other] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    const orderId = await acceptedUpsellOrder(server, rosa);
    expect((await withdraw(other, orderId)).status).toBe(404);
    expect((await withdraw(rosa, newId())).status).toBe(404);
    await approve(await requestIdOf(rosa));
    expect((await withdraw(rosa, orderId)).problem).toMatchObject({
      code: "wrong_state",
      message: "Your doctor already approved this. You can cancel it with your treatment.",
    });
    await server.jobs.drain();
    expect(await orderStatus(orderId)).toBe("paid");
  });

  test("approved and withdrawn at the same time, one of them wins, and the card agrees with it", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    const [yes, no] = await Promise.all([approve(id), withdraw(rosa, orderId)]);
    await server.jobs.drain();
    expect(new Set([yes.status, no.status])).toEqual(new Set([200, 409]));
    expect(await orderStatus(orderId)).toBe(yes.status === 200 ? "paid" : "voided");
  });

  test("a mismatched payment that was accepted is refunded; one that is undecided is released", async () => {
    const rosa = await answeredPatientInCare(server);
    const paid = await acceptedUpsellOrder(server, rosa);
    await overchargeOrder(server, paid);
    await resolve(paid, "accept");
    expect((await withdraw(rosa, paid)).status).toBe(200);
    await server.jobs.drain();
    expect(await orderStatus(paid)).toBe("refunded");
    const ines = await answeredPatientInCare(server);
    const differs = await acceptedUpsellOrder(server, ines);
    await overchargeOrder(server, differs);
    expect((await withdraw(ines, differs)).status).toBe(200);
    expect(await orderStatus(differs)).toBe("voided");
  });
});

describe("cancelling everything", () => {
  test("withdraws what waits for the doctor: it can no longer be approved or charged", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    const before = await capturedCents(server, rosa);
    expect((await cancel(rosa)).ok.message).toBe(
      "Canceled. You won't be charged again. What you've already paid for will still come.",
    );
    expect((await approve(id)).problem.code).toBe("wrong_state");
    await server.jobs.drain();
    expect(await orderStatus(orderId)).toBe("voided");
    expect(await capturedCents(server, rosa)).toEqual(before);
    expect(await runningSubscriptions(rosa)).toEqual([]);
  });

  test("cancelling one subscription keeps it, and the mail says that it waits without naming it", async () => {
    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa);
    const [first] = await runningSubscriptions(rosa);
    const { ok } = await cancel(rosa, { subscriptionid: first?.id });
    expect(ok.message).toContain("Your doctor is still looking at what you added.");
    expect(await upsellAtClinic(server, rosa)).toBeDefined();
    await server.jobs.drain();
    const [mail] = (await server.mailbox.list(rosa.email)).filter(({ text }) => text.includes("was canceled on"));
    expect(mail?.text).toContain("still looking at what you added");
    expect(mail?.text).not.toMatch(/minoxidil|serum|hair/i);
  });

  test("an upsell that is approved and not paid yet is cancelled, too: its money is refunded, nothing is sent", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    await approve(await requestIdOf(rosa));
    expect((await subscriptionOf(server, rosa, serum)).actions).toContain("cancel");
    expect((await cancel(rosa)).ok.message).toContain("we'll refund that");
    await server.jobs.drain();
    expect(await runningSubscriptions(rosa)).toEqual([]);
    expect(await orderStatus(orderId)).toBe("refunded");
    expect((await home(server, rosa)).charges).toEqual([]);
    const parcel = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    const ship = await server.call(care.shipOrder, { params: { id: orderId }, body: parcel }, { apiKey });
    expect(ship.problem.code).toBe("wrong_state");
  });
});

describe("a mismatched payment", () => {
  test("is resolved before the upsell request can be approved or declined; accepted, then declined, all of it is refunded", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    await overchargeOrder(server, orderId);
    for (const { problem } of [await approve(id), await decline(id)])
      expect(problem.message).toBe("The payment doesn't match the order. Please accept or release it first.");
    expect((await resolve(orderId, "accept")).status).toBe(200);
    expect((await decline(id)).ok.status).toBe("declined");
    await server.jobs.drain();
    expect(await sandboxCharges(server, orderId)).toMatchObject([{ amount_captured: 4400, amount_refunded: 4400 }]);
    expect(await orderStatus(orderId)).toBe("refunded");
    const order = (await server.call(treatment.order, { params: { id: orderId } }, { token: rosa.token })).ok;
    expect(order.timeline.map(({ event }) => event)).toContain("declined");
    expect((await runningSubscriptions(rosa)).map(({ item }) => item.productid)).not.toContain(serum);
  });

  test("of an order that was already declined can only be released", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    await decline(await requestIdOf(rosa));
    await overchargeOrder(server, orderId);
    expect((await resolve(orderId, "accept")).problem.message).toBe(
      "This order was declined or withdrawn, so its payment can only be released.",
    );
    expect((await resolve(orderId, "release")).status).toBe(200);
    await server.jobs.drain();
    expect(await sandboxCharges(server, orderId)).toMatchObject([{ amount_refunded: 4400 }]);
  });
});

describe("current and pending products are one list", () => {
  test("a treatment change to a product is refused while an upsell request for it waits", async () => {
    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa, "cream");
    const [subscription] = await runningSubscriptions(rosa);
    const body = { productid: "estriol_cream", pricingid: "estriol_cream_1m", despitewarning: true };
    const change = await server.call(
      care.changeTreatment,
      { params: { id: subscription?.id ?? "" }, body },
      { apiKey },
    );
    expect(change.problem.message).toBe(
      "The patient already gets this product, or added it and is waiting for a decision.",
    );
  });

  test("the product of a pending treatment change is neither offered nor approved as an upsell", async () => {
    const rosa = await answeredPatientInCare(server);
    const id = (await acceptedUpsellOrder(server, rosa, "cream")) && (await requestIdOf(rosa));
    const [subscription] = await runningSubscriptions(rosa);
    const { db, clock } = server.services;
    await db
      .insertInto("treatment_change")
      .values({
        ...{ id: newId(), patient_id: rosa.id, subscription_id: subscription?.id ?? "", doctor_id: await doctor() },
        ...{ status: "waiting", from_product_id: subscription?.item.productid ?? "", from_pricing_id: "x" },
        ...{ from_price_cents: 1, to_product_id: "estriol_cream", to_pricing_id: "estriol_cream_1m" },
        ...{ to_price_cents: 5900, refills: 1, overridden_rules: "", created_at: clock.now() },
      })
      .execute();
    expect((await approve(id, { despitewarning: true })).problem.message).toBe(
      "The patient already gets this product, or a doctor has changed another one to it.",
    );
    await decline(id);
    const asked = { params: { id: "ESTRIOL51" }, body: {} };
    expect((await server.call(growth.addUpsellToPatient, asked, { token: rosa.token })).problem.code).toBe(
      "wrong_state",
    );
    expect((await dashboardUpsell(server, rosa, "minoxidil")).status).toBe("open");
  });
});

const doctor = async () =>
  (await server.services.db.selectFrom("doctor").select("id").limit(1).executeTakeFirstOrThrow()).id;
