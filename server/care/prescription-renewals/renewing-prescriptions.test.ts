import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  bill,
  home,
  inCare,
  type InCare,
  passDays,
  mailSubjects,
  subscriptionOf,
  capturedCents,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { putPrescriptionsOnHold } from "../decisions/hold-prescriptions.ts";

const server = serverAtNoon();

const apiKey = testApiKey;
const waiting = async (patient: InCare) =>
  (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey })).ok.items.filter(
    (each) => each.patient.id === patient.id,
  );

/** A patient whose next prescription order waits for a renewal of both prescriptions. */
async function withoutRefillsLeft(): Promise<InCare> {
  const rosa = await inCare(server);
  await server.services.db
    .updateTable("prescription")
    .set({ refills_left: 0 })
    .where("patient_id", "=", rosa.id)
    .execute();
  await passDays(server, 28);
  return rosa;
}

describe("decisions §9, §11 no fills left: the doctor renews", () => {
  test("approved: a new number, new fills; the patient is notified, then reminded, then charged five days later", async () => {
    const rosa = await withoutRefillsLeft();
    const requests = await waiting(rosa);
    expect(requests.map(({ item }) => item.productid).toSorted()).toEqual([
      "estradiol_patch_0_05",
      "progesterone_capsule_100",
    ]);
    for (const { id } of requests) {
      const { status, ok } = await server.call(
        care.approvePrescriptionRenewal,
        { params: { id }, body: { refills: 2 } },
        { apiKey },
      );
      expect([status, ok.id]).toEqual([200, rosa.id]);
    }
    expect(await waiting(rosa)).toEqual([]);
    expect(await mailSubjects(server, rosa)).toContain("Your subscription continues");
    await runBilling(server.services);
    expect(await mailSubjects(server, rosa)).toContain("Your next order is coming up");
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 5);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    expect((await subscriptionOf(server, rosa)).refillsleft).toBe(2);
    const numbers = await server.services.db
      .selectFrom("prescription")
      .select(["rx_number", "status"])
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", "estradiol_patch_0_05")
      .execute();
    expect(numbers.map(({ status }) => status).toSorted()).toEqual(["active", "ended"]);
    expect(new Set(numbers.map(({ rx_number }) => rx_number)).size).toBe(2);
  });

  test("declined: its subscription ends, nothing more is charged, and the patient reads why", async () => {
    const rosa = await withoutRefillsLeft();
    for (const { id } of await waiting(rosa)) {
      const body = { reason: "Please see me in person first." };
      expect((await server.call(care.declinePrescriptionRenewal, { params: { id }, body }, { apiKey })).status).toBe(
        200,
      );
    }
    const now = await home(server, rosa);
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(now.plan.note).toBe("Please see me in person first.");
    expect(now.actionitems.map(({ kind }) => kind)).not.toContain("renew_prescription");
    expect(await mailSubjects(server, rosa)).toContain("An update on your subscription");
    await passDays(server, 20);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });

  test("declined while what was bought without a subscription is paid and still at the pharmacy: it's refunded", async () => {
    const rosa = await inCare(server, { delivered: false });
    const { db } = server.services;
    await db.transaction().execute((tx) =>
      withoutTriggers(tx, async () => {
        await tx.updateTable("customer_order").set({ kind: "cart" }).where("id", "=", rosa.orderId).execute();
        await tx.deleteFrom("prescription_order").where("order_id", "=", rosa.orderId).execute();
      }),
    );
    const prescribed = await db.selectFrom("prescription").select("id").where("patient_id", "=", rosa.id).execute();
    for (const { id } of prescribed)
      await inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, rosa.id, id));
    for (const { id } of await waiting(rosa))
      await server.call(
        care.declinePrescriptionRenewal,
        { params: { id }, body: { reason: "Please see me in person first." } },
        { apiKey },
      );
    await server.jobs.drain();
    expect((await home(server, rosa)).orders.map(({ status }) => status)).toEqual(["refunded"]);
  });

  test("with other directions, which the new prescription has; without them it has those of the old one", async () => {
    const rosa = await withoutRefillsLeft();
    const { secrets, db } = server.services;
    const directionsSealed = async (productId: string) => {
      const { id, directions_sealed } = await db
        .selectFrom("prescription")
        .select(["id", "directions_sealed"])
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", productId)
        .where("status", "=", "active")
        .executeTakeFirstOrThrow();
      return openText(secrets, directions_sealed, sealed("prescription.directions_sealed")(id));
    };
    const before = new Map<string, string | null>();
    const requests = await waiting(rosa);
    for (const { item } of requests) before.set(item.productid, await directionsSealed(item.productid));
    for (const [index, { id }] of requests.entries()) {
      const body = index === 0 ? { directions: "Once a week" } : {};
      await server.call(care.approvePrescriptionRenewal, { params: { id }, body }, { apiKey });
    }
    const [changed = "", kept = ""] = requests.map(({ item }) => item.productid);
    expect([await directionsSealed(changed), before.get(changed) === "Once a week"]).toEqual(["Once a week", false]);
    expect(await directionsSealed(kept)).toBe(before.get(kept) ?? "");
  });

  test("a note is read by the patient as the doctor's message, once", async () => {
    const rosa = await withoutRefillsLeft();
    const [request] = await waiting(rosa);
    const input = { params: { id: request?.id ?? "" }, body: { note: "Have your blood pressure taken, please." } };
    const key = newId();
    for (let press = 0; press < 2; press += 1)
      expect((await server.call(care.approvePrescriptionRenewal, input, { apiKey, key })).status).toBe(200);
    const asPatient = { token: await tokenOf(server, rosa) };
    const { items } = (await server.call(messages.conversations, {}, asPatient)).ok;
    const id = items.find(({ kind }) => kind === "doctor")?.id ?? "";
    const thread = (await server.call(messages.messages, { params: { id }, query: {} }, asPatient)).ok.items;
    expect(thread.filter(({ message }) => message === input.body.note)).toMatchObject([{ sender: { role: "doctor" } }]);
  });

  test("decided once: a second decision is refused with a sentence", async () => {
    const [request] = await waiting(await withoutRefillsLeft());
    const params = { id: request?.id ?? "" };
    await server.call(care.approvePrescriptionRenewal, { params, body: {} }, { apiKey });
    const again = await server.call(care.declinePrescriptionRenewal, { params, body: { reason: "No." } }, { apiKey });
    expect([again.status, again.problem.message]).toEqual([409, "This renewal has already been decided."]);
  });

  test("refused: without an idempotency key, for an unknown id, without a reason, by a doctor without a license there", async () => {
    const [request] = await waiting(await withoutRefillsLeft());
    const params = { id: request?.id ?? "" };
    expect((await server.call(care.prescriptionRenewals, { query: {} })).problem.code).toBe("api_key_required");
    expect((await server.call(care.approvePrescriptionRenewal, { params, body: {} })).problem.code).toBe(
      "api_key_required",
    );
    expect(
      (await server.call(care.approvePrescriptionRenewal, { params: { id: newId() }, body: {} }, { apiKey })).status,
    ).toBe(404);
    const nothing = await server.call(care.declinePrescriptionRenewal, { params, body: { reason: " " } }, { apiKey });
    expect([nothing.status, nothing.problem.details?.fields?.[0]?.path]).toEqual([400, "reason"]);
    const nobody = await server.call(
      care.approvePrescriptionRenewal,
      { params, body: { doctorid: "nobody" } },
      { apiKey },
    );
    expect(nobody.problem.details?.fields?.[0]?.path).toBe("doctorid");
  });

  test("what the patient's answers speak against is renewed only with despitewarning", async () => {
    const rosa = await inCare(server);
    await inTransaction(server.services, (tx) =>
      putPrescriptionsOnHold(tx, rosa.id, (product) => product.startsWith("estradiol")),
    );
    await server.jobs.handleSchedules();
    await server.jobs.drain();
    const [request] = await waiting(rosa);
    expect(request).toMatchObject({ onhold: true, item: { productid: "estradiol_patch_0_05" } });
    const params = { id: request?.id ?? "" };
    const { status, problem } = await server.call(care.approvePrescriptionRenewal, { params, body: {} }, { apiKey });
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toContain("A newer answer speaks against this one.");
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBeNull();
    const body = { despitewarning: true };
    expect((await server.call(care.approvePrescriptionRenewal, { params, body }, { apiKey })).status).toBe(200);
    expect((await subscriptionOf(server, rosa)).nextchargeon).not.toBeNull();
  });

  test("one mail a day, however many prescriptions it is about", async () => {
    const rosa = await withoutRefillsLeft();
    for (const { id } of await waiting(rosa))
      await server.call(care.approvePrescriptionRenewal, { params: { id }, body: {} }, { apiKey });
    const got = await mailSubjects(server, rosa);
    for (const subject of ["Your next order needs a quick check", "Your subscription continues"])
      expect(got.filter((each) => each === subject)).toHaveLength(1);
  });

  test("an order that the patient cancelled completely is not shipped", async () => {
    const rosa = await inCare(server, { delivered: false });
    for (const { prescriptionorders } of (await home(server, rosa)).subscriptions)
      await server.call(
        treatment.cancelPrescriptionOrder,
        { params: { id: prescriptionorders.find(({ status }) => status === "processing")?.id ?? "" } },
        { token: rosa.token },
      );
    const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    const { status, problem } = await server.call(care.shipOrder, { params: { id: rosa.orderId }, body }, { apiKey });
    expect([status, problem.message]).toEqual([409, "The patient canceled this order. It is refunded or voided."]);
    await bill(server);
    expect((await home(server, rosa)).orders[0]?.status).toBe("refunded");
  });
});
