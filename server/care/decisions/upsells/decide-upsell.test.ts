import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import {
  acceptedUpsellOrder,
  upsellAtClinic,
  answeredPatientInCare,
  dashboardUpsell,
} from "#server/growth/testing/upsells.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { bill, deliver, home, passDays, mailSubjects, subscriptionOf } from "#server/treatment/testing/in-care.ts";
import { sandboxCharges } from "../../testing/sandbox-charges.ts";
import { settlementSweepQueue } from "../settlement-jobs.ts";

const apiKey = testApiKey;
const serum = "minoxidil_serum";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const requestIdOf = async (patient: TestPatient): Promise<string> =>
  (await upsellAtClinic(server, patient))?.id ?? expect.fail("No upsell of the patient waits");
const approve = (id: string, body = {}, key = newId()) =>
  server.call(care.approveUpsell, { params: { id }, body }, { apiKey, key });
const decline = (id: string, reason = "Let us wait with this one.") =>
  server.call(care.declineUpsell, { params: { id }, body: { reason } }, { apiKey });
const prescriptions = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("prescription")
    .select(["product_id", "order_id", "status", "refills_left"])
    .where("patient_id", "=", id)
    .where("product_id", "=", serum)
    .execute();
const lastMessage = async ({ token }: TestPatient) => {
  const { items } = (await server.call(messages.conversations, {}, { token })).ok;
  return items.find(({ kind }) => kind === "doctor")?.lastmessage;
};

describe("upsell requests: what the clinic sees", () => {
  test("the requested products, with the order and what the rules say of them, longest wait first", async () => {
    const rosa = await answeredPatientInCare(server, { answers: { heart_and_clots: ["heart_disease"] } });
    const orderId = await acceptedUpsellOrder(server, rosa);
    expect(await upsellAtClinic(server, rosa)).toMatchObject({
      patient: { id: rosa.id, planstatus: "approved" },
      order: { id: orderId, status: "authorized" },
      items: [{ productid: serum, prescription: true, directions: null }],
      status: "open",
      flags: expect.arrayContaining([expect.objectContaining({ ruleid: "minoxidil_heart", level: "clinician" })]),
    });
    expect((await server.call(care.upsells, { query: { nextpage: "x" } }, { apiKey })).status).toBe(400);
  });
});

describe("§7 Upsell, charged and shipped like any order: approve", () => {
  test("prescribes it, captures once, and its subscription runs beside the others", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    const key = newId();
    const body = { note: "Use it at night.", directions: { [serum]: "Half a dropper at night." } };
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(id, body, key)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await approve(id)).problem).toMatchObject({ code: "wrong_state" });
    await server.jobs.drain();
    expect(await sandboxCharges(server, orderId)).toMatchObject([{ status: "succeeded", amount_captured: 3900 }]);
    expect(await prescriptions(rosa)).toMatchObject([{ order_id: orderId, status: "active", refills_left: 11 }]);
    const now = await home(server, rosa);
    expect(now.upsellrequests).toEqual([]);
    expect(now.plan.status).toBe("approved");
    expect(now.plan.items.find(({ productid }) => productid === serum)?.directions).toBe("Half a dropper at night.");
    expect(await subscriptionOf(server, rosa, serum)).toMatchObject({
      status: "active",
      item: { directions: "Half a dropper at night." },
      refillsleft: 11,
    });
    expect(now.subscriptions.filter(({ status }) => status === "active").length).toBeGreaterThan(1);
    expect(now.orders.find((order) => order.id === orderId)?.status).toBe("paid");
    expect((await lastMessage(rosa))?.message).toBe("Use it at night.");
    expect(await mailSubjects(server, rosa)).toContainEqual(expect.stringMatching(/^Good news about order/));
  });

  test("it has no renewal before the approval, and renews after", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    expect((await home(server, rosa)).charges.flatMap(({ items }) => items.map(({ name }) => name))).not.toContain(
      "Minoxidil hair serum",
    );
    await approve(await requestIdOf(rosa));
    await server.jobs.drain();
    await deliver(server, orderId);
    await passDays(server, 35);
    await bill(server);
    const prescriptionOrders = (await subscriptionOf(server, rosa, serum)).prescriptionorders;
    expect(prescriptionOrders.filter(({ orderid }) => orderid !== null)).toHaveLength(2);
  });

  test("it cannot be shipped before a doctor approved it, and can be after", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const ship = () =>
      server.call(
        care.shipOrder,
        { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
        { apiKey },
      );
    expect((await ship()).problem.code).toBe("prescription_needed");
    await approve(await requestIdOf(rosa));
    await server.jobs.drain();
    expect((await ship()).ok.order.status).toBe("shipped");
  });

  test("a warning has to be overridden explicitly; a STOP cannot be", async () => {
    const warned = await answeredPatientInCare(server, { answers: { heart_and_clots: ["heart_disease"] } });
    await acceptedUpsellOrder(server, warned);
    const id = await requestIdOf(warned);
    const refused = await approve(id);
    expect(refused.problem.message).toContain("despitewarning: true");
    expect((await approve(id, { despitewarning: true })).ok.status).toBe("approved");

    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa);
    const other = await requestIdOf(rosa);
    await answer(rosa, "allergies", ["minoxidil"]);
    expect((await approve(other, { despitewarning: true })).problem.message).toContain("A rule forbids this one");
  });

  test("refuses directions for a product that was not requested, and an unknown request", async () => {
    const rosa = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, rosa);
    const { problem } = await approve(await requestIdOf(rosa), { directions: { magnesium: "One a day." } });
    expect(problem.details?.fields).toEqual([
      { path: "directions.magnesium", message: "The patient didn't add this product." },
    ]);
    expect((await approve(newId())).status).toBe(404);
    expect((await decline(newId())).status).toBe(404);
  });

  test("the card fails when it is charged: the order is past due and the patient is asked for another card, as with a plan", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    await approve(await requestIdOf(rosa));
    await expireAuthorization();
    expect((await sandboxCharges(server, orderId))[0]?.status).toBe("canceled");
    expect((await subscriptionOf(server, rosa, serum)).status).toBe("past_due");
    expect((await home(server, rosa)).nextstep.kind).toBe("payment_failed");
  });
});

describe("§7 Upsell, charged and shipped like any order: decline", () => {
  test("the authorization is voided, the mail has no clinical word, the doctor's message gives the reason, and it is not offered again", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    expect((await decline(id)).ok.status).toBe("declined");
    expect((await decline(id)).problem.code).toBe("wrong_state");
    expect((await approve(id)).problem.message).toBe("This has already been declined.");
    await server.jobs.drain();
    expect(await sandboxCharges(server, orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    expect((await lastMessage(rosa))?.message).toBe("Let us wait with this one.");
    const [mail] = (await server.mailbox.list(rosa.email)).filter(({ text }) => text.includes("/messages/doctor"));
    expect(mail?.text).not.toMatch(/minoxidil|serum|hair|Let us wait/i);
    const order = (await server.call(treatment.order, { params: { id: orderId } }, { token: rosa.token })).ok;
    expect(order.timeline.map(({ label }) => label)).toContain("Your doctor didn't approve it");
    const now = await home(server, rosa);
    expect([now.plan.status, now.upsellrequests]).toEqual(["approved", []]);
    expect(await prescriptions(rosa)).toEqual([]);
    const { ok } = await server.call(growth.dashboardUpsells, {}, { token: rosa.token });
    expect(ok.items.map(({ name }) => name)).toEqual(["cream"]);
  });
});

describe("upsell requests: the authorization expires before anybody decides", () => {
  test("it can no longer be approved; the patient is asked to order again, and can", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const id = await requestIdOf(rosa);
    await expireAuthorization();
    expect((await approve(id)).problem.message).toContain("no longer held on the card");
    expect(await upsellAtClinic(server, rosa)).toBeUndefined();
    expect(await mailSubjects(server, rosa)).toContainEqual(expect.stringMatching(/^Please confirm order \d+ again$/));
    const again = await dashboardUpsell(server, rosa, "minoxidil");
    expect(again.status).toBe("open");
    expect(await acceptedUpsellOrder(server, rosa)).not.toBe(orderId);
    expect(await upsellAtClinic(server, rosa)).toBeDefined();
  });
});

describe("upsell requests: the sweep does what a lost job left", () => {
  test("approved and paid", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    await approve(await requestIdOf(rosa));
    const { db } = server.services;
    await server.jobs.drain();
    await db.updateTable("upsell_request").set({ completed_at: null }).where("order_id", "=", orderId).execute();
    await db.updateTable("subscription").set({ status: "pending" }).where("order_id", "=", orderId).execute();
    server.clock.advance(120_000);
    await server.jobs.enqueue(db, settlementSweepQueue, {});
    await server.jobs.drain();
    expect(
      (await db.selectFrom("subscription").select("status").where("order_id", "=", orderId).execute())[0]?.status,
    ).toBe("active");
  });
});

/** A week later: the bank releases the authorization, and the shop learns of it. */
async function expireAuthorization(): Promise<void> {
  const { db } = server.services;
  server.clock.advance(8 * 86_400_000);
  await expireAuthorizations({ db, clock: server.clock });
  await server.jobs.enqueue(db, paymentQueues.reconcile, {});
  await server.jobs.drain();
  server.clock.setOffset(0);
}

async function answer({ id }: TestPatient, questionId: string, value: readonly string[]): Promise<void> {
  const { db, secrets, clock } = server.services;
  const rowId = newId();
  await db
    .insertInto("health_answer")
    .values({
      id: rowId,
      patient_id: id,
      question_id: questionId,
      value_sealed: secrets.seal({ value, others: null }, sealed("health_answer.value_sealed")(rowId)),
      content_version: "test",
      answered_at: new Date(clock.now().getTime() + 1),
    })
    .execute();
}
