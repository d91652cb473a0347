import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { runBilling } from "../billing/run-billing.ts";
import { releasePrescriptionOrders } from "../prescription-orders/apply-prescription-decision.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, newestChange, changeTreatment, refuseChange, stronger, weaker } from "../testing/changes.ts";
import {
  deliver,
  deliverPaid,
  home,
  inCare,
  type InCare,
  passDays,
  putCard,
  declineCard,
  mailSubjects,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";

const server = serverAtNoon();

const patch = { weak: "estradiol_patch_0_025", usual: "estradiol_patch_0_05", strong: "estradiol_patch_0_1" };
const conversation = async (rosa: InCare): Promise<string[]> => {
  const token = await tokenOf(server, rosa);
  const { ok } = await server.call(messages.conversations, {}, { token });
  const id = ok.items.find(({ kind }) => kind === "doctor")?.id ?? "";
  const page = await server.call(messages.messages, { params: { id }, query: {} }, { token });
  return page.ok.items.map(({ message }) => message);
};

describe("a treatment change that costs no more than the patient agreed to", () => {
  test("applies to the next prescription order: it is charged and shipped as the new product, and the patient is notified, with the doctor's note", async () => {
    const rosa = await inCare(server);
    const before = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
    const { status, ok } = await changeTreatment(server, rosa, {
      pricingid: weaker,
      note: "Let us try a little less.",
    });
    expect([status, ok.status, ok.price, ok.before]).toEqual([201, "agreed", 59, 59]);
    expect(ok.subscription.item).toMatchObject({ productid: patch.weak, dosage: "0.025 mg/day" });
    const now = await home(server, rosa);
    expect(now.changes).toMatchObject([
      { status: "agreed", chargeon: before.chargeon, note: "Let us try a little less." },
    ]);
    expect(now.plan.items.map(({ productid }) => productid)).toEqual([patch.weak, "progesterone_capsule_100"]);
    expect(now.nextstep.kind).not.toBe("change_to_agree");
    expect(await mailSubjects(server, rosa)).toContain("Your next order is changing");
    expect(await conversation(rosa)).toContain("Let us try a little less.");
    const fresh = async () => (await home(server, rosa)).plan.items.map(({ fromnextorder }) => fromnextorder);
    expect(await fresh()).toEqual([true, false]);
    await passDays(server, 35);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    const [order] = (await home(server, rosa)).orders;
    expect(order?.detail.map(({ dosage }) => dosage)).toContain("0.025 mg/day");
    expect(await fresh(), "the patient has the old product until the new one has left").toEqual([true, false]);
    await deliver(server, order?.id ?? "");
    expect(await fresh()).toEqual([false, false]);
    expect((await subscriptionOf(server, rosa, patch.weak)).refillsleft).toBeGreaterThan(0);
  });

  test("after the reminder the patient is notified again, five days ahead", async () => {
    const rosa = await inCare(server);
    await passDays(server, 18);
    const mails = (await mailSubjects(server, rosa)).filter((each) => each === "Your next order is coming up").length;
    await changeTreatment(server, rosa, { pricingid: weaker });
    await passDays(server, 1);
    expect((await mailSubjects(server, rosa)).filter((each) => each === "Your next order is coming up")).toHaveLength(
      mails + 1,
    );
    await passDays(server, 4);
    const charged = (await home(server, rosa)).orders[0]?.detail.map(({ dosage }) => dosage) ?? [];
    expect(charged).not.toContain("0.025 mg/day");
    await passDays(server, 2);
    expect((await home(server, rosa)).orders[0]?.detail.map(({ dosage }) => dosage)).toContain("0.025 mg/day");
  });

  test("what is paid and in progress stays as it is, and can still be shipped and cancelled", async () => {
    const rosa = await inCare(server, { delivered: false });
    await changeTreatment(server, rosa, { pricingid: weaker });
    const { orders } = await home(server, rosa);
    expect(orders[0]?.detail.map(({ dosage }) => dosage)).toContain("0.05 mg/day");
    const prescriptionOrder = prescriptionOrderIn(await subscriptionOf(server, rosa, patch.weak), "processing");
    const { ok } = await server.call(
      treatment.cancelPrescriptionOrder,
      { params: { id: prescriptionOrder.id } },
      { token: await tokenOf(server, rosa) },
    );
    expect(ok.prescriptionorder.status).toBe("cancelled");
    await server.jobs.drain();
    const parcel = { carrier: "Meadow Post", trackingnumber: "MP-2" };
    const sent = await server.call(
      care.shipOrder,
      { params: { id: rosa.orderId }, body: parcel },
      { apiKey: testApiKey },
    );
    expect(sent.status).toBe(200);
    expect((await home(server, rosa)).orders[0]?.refunded).toBe(59);
  });

  test("a shipment paid before the change leaves the pharmacy", async () => {
    const rosa = await inCare(server, { delivered: false });
    await changeTreatment(server, rosa, { pricingid: stronger });
    await deliver(server, rosa.orderId);
    expect((await home(server, rosa)).orders[0]?.status).toBe("delivered");
  });

  test("a change settles the open renewal request of the prescription", async () => {
    const rosa = await inCare(server);
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", patch.usual)
      .execute();
    await passDays(server, 32);
    expect((await home(server, rosa)).actionitems.map(({ kind }) => kind)).toContain("renew_prescription");
    await changeTreatment(server, rosa, { pricingid: weaker });
    expect((await home(server, rosa)).actionitems.map(({ kind }) => kind)).not.toContain("renew_prescription");
    const open = await server.call(care.prescriptionRenewals, { query: {} }, { apiKey: testApiKey });
    expect(open.ok.items.filter(({ patient }) => patient.id === rosa.id)).toEqual([]);
    await passDays(server, 8);
    expect((await home(server, rosa)).orders[0]?.detail.map(({ dosage }) => dosage)).toContain("0.025 mg/day");
  });

  test("what is past due stays past due, at the new price, which is no higher", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 34);
    expect((await subscriptionOf(server, rosa)).status).toBe("past_due");
    await changeTreatment(server, rosa, { pricingid: "estradiol_tablet_1_1m" });
    expect(await subscriptionOf(server, rosa, "estradiol_tablet_1")).toMatchObject({ status: "past_due", price: 29 });
    const { retried } = await putCard(server, rosa);
    expect(retried).toMatchObject({ outcome: "paid", amount: 29 + 35 });
  });
});

test("a treatment change of several packs prescribes and charges all of them", async () => {
  const rosa = await inCare(server);
  await server.services.db
    .updateTable("subscription")
    .set({ quantity: 2, days_supply: 56, price_cents: 11_800 })
    .where("patient_id", "=", rosa.id)
    .where("product_id", "=", patch.usual)
    .execute();
  expect((await changeTreatment(server, rosa, { pricingid: weaker })).ok.status).toBe("agreed");
  const { days_supply } = await server.services.db
    .selectFrom("prescription")
    .select("days_supply")
    .where("patient_id", "=", rosa.id)
    .where("product_id", "=", patch.weak)
    .executeTakeFirstOrThrow();
  expect(days_supply).toBe(56);
  expect((await subscriptionOf(server, rosa, patch.weak)).price).toBe(118);
  await passDays(server, 35);
  expect((await home(server, rosa)).orders[0]?.detail).toContainEqual(
    expect.objectContaining({ productid: patch.weak, quantity: 2 }),
  );
});

test("what a doctor stopped until the patient agrees to another isn't charged because it can be filled again", async () => {
  const rosa = await inCare(server);
  await changeTreatment(server, rosa, { pricingid: stronger, until: "stop" });
  const heldBack = () =>
    server.services.db
      .selectFrom("prescription_order")
      .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
      .select("held_back_from")
      .where("subscription.patient_id", "=", rosa.id)
      .where("subscription.product_id", "=", patch.usual)
      .where("prescription_order.status", "=", "scheduled")
      .executeTakeFirstOrThrow();
  const before = await heldBack();
  expect(before.held_back_from).not.toBeNull();
  await inTransaction(server.services, (tx) => releasePrescriptionOrders(tx, rosa.id, patch.usual));
  expect(await heldBack()).toEqual(before);
});

describe("a treatment change that costs more", () => {
  test("with the old one stopped: awaits the patient, with an action item and both prices; nothing is charged for either until then", async () => {
    const rosa = await inCare(server);
    const { ok } = await changeTreatment(server, rosa, { pricingid: stronger, until: "stop", note: "For the nights." });
    expect(ok).toMatchObject({ status: "waiting", price: 62, before: 59 });
    expect(ok.subscription).toMatchObject({ item: { productid: patch.usual }, nextchargeon: null });
    const now = await home(server, rosa);
    expect(now.changes).toMatchObject([
      { status: "waiting", from: { price: 59 }, to: { price: 62, dayssupply: 28 }, note: "For the nights." },
    ]);
    expect(now.changes[0]?.chargeon).not.toBeNull();
    expect(now.changes[0]?.title).toBe(`${now.changes[0]?.doctor?.name} changed your treatment`);
    expect(now.nextstep).toMatchObject({
      kind: "change_to_agree",
      title: "We need your answer",
      text: expect.stringContaining("You won't be charged for it before then."),
      needspatient: true,
    });
    expect(await mailSubjects(server, rosa)).toContain("We need your answer about your next order");
    const planned = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
    expect([planned.actions, planned.waitsfor, planned.getnextfrom]).toEqual([["cancel"], "both", null]);
    await passDays(server, 40);
    const orders = (await home(server, rosa)).orders.slice(0, -1);
    expect(orders.flatMap(({ detail }) => detail.map(({ productid }) => productid))).toEqual([
      "progesterone_capsule_100",
    ]);
    const { problem } = await server.call(
      treatment.getNext,
      { params: { id: planned.id } },
      { token: await tokenOf(server, rosa) },
    );
    expect([problem.code, problem.message]).toEqual([
      "wrong_state",
      expect.stringContaining("Your doctor changed this"),
    ]);
  });

  test("§7 with the tax of the state it ships to", async () => {
    const rosa = await inCare(server, { state: "IL" });
    await changeTreatment(server, rosa, { pricingid: stronger });
    expect(await newestChange(server, rosa)).toMatchObject({ from: { price: 59.59 }, to: { price: 62.62 } });
  });

  test("agreed: from the next prescription order on, notified five days ahead, charged at that price", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, refills: 2, directions: "Twice a week." });
    const change = await newestChange(server, rosa);
    const { status, ok } = await agreeToChange(server, rosa, change);
    expect([status, ok.change.status, ok.change.chargeon]).toEqual([200, "agreed", change.chargeon]);
    expect(ok.message).toContain("You'll get it with your next order on");
    expect(await subscriptionOf(server, rosa, patch.strong)).toMatchObject({
      price: 62,
      refillsleft: 3,
      item: { directions: "Twice a week." },
    });
    await passDays(server, 35);
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([6200 + 3500]);
    expect((await agreeToChange(server, rosa, change)).status).toBe(200);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("agreed after another that began at once: it's said when this one comes, also where its charge can't be made yet", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: weaker, begins: "now" });
    expect((await agreeToChange(server, rosa, await newestChange(server, rosa))).ok.message).toContain("It's paid");
    await server.jobs.drain();
    await deliverPaid(server, rosa);
    const product = "estradiol_patch_0_025";
    await changeTreatment(server, rosa, { product, pricingid: stronger });
    const next = "You'll get it with your next order on";
    expect((await agreeToChange(server, rosa, await newestChange(server, rosa))).ok.message).toContain(next);
    await changeTreatment(server, rosa, { product: patch.strong, pricingid: weaker, begins: "now" });
    const { db } = server.services;
    await db.updateTable("shipping_address").set({ is_default: false }).where("patient_id", "=", rosa.id).execute();
    expect((await agreeToChange(server, rosa, await newestChange(server, rosa))).ok.message).toContain(next);
  });

  test("if the price differs from the one shown, the patient is asked again", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger });
    const change = await newestChange(server, rosa);
    const { problem } = await agreeToChange(server, rosa, change, 61);
    expect([problem.code, problem.message]).toEqual(["price_changed", expect.stringContaining("$62.00")]);
    expect((await newestChange(server, rosa)).status).toBe("waiting");
  });

  test("refused after a stop: nothing is charged for either, the doctor gets a message and may change it again", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, until: "stop" });
    const change = await newestChange(server, rosa);
    const { ok } = await refuseChange(server, rosa, change);
    expect(ok.change).toMatchObject({ status: "refused", chargeon: null });
    expect((await refuseChange(server, rosa, change)).status).toBe(200);
    expect((await agreeToChange(server, rosa, change)).problem.code).toBe("wrong_state");
    expect((await home(server, rosa)).nextstep.kind).toBe("changed_by_doctor");
    const patientMessages = (await conversation(rosa)).filter((text) => text === change.refusal);
    expect(patientMessages).toHaveLength(1);
    await passDays(server, 40);
    expect((await home(server, rosa)).orders[0]?.detail.map(({ productid }) => productid)).toEqual([
      "progesterone_capsule_100",
    ]);
    expect((await home(server, rosa)).nextstep.kind).not.toBe("change_to_agree");
    const restored = await changeTreatment(server, rosa, { pricingid: "estradiol_patch_0_05_1m" });
    expect(restored.ok.status).toBe("agreed");
    await passDays(server, 7);
    expect((await home(server, rosa)).orders[0]?.detail.map(({ productid }) => productid)).toContain(patch.usual);
  });

  test("decisions §20 agreed to after all, knowingly, and the doctor reads it; not once the doctor changed it again, also where they withdrew that", async () => {
    const [rosa, ana, mia] = [await inCare(server), await inCare(server), await inCare(server)];
    const agree = async (patient: InCare, { id, to }: TreatmentChange) =>
      server.call(
        treatment.agreeToChange,
        { params: { id }, body: { price: to.price, afterall: true } },
        { token: await tokenOf(server, patient) },
      );
    for (const patient of [rosa, ana, mia]) {
      await changeTreatment(server, patient, { pricingid: stronger });
      await refuseChange(server, patient, await newestChange(server, patient));
    }
    const [change, others] = [await newestChange(server, rosa), await newestChange(server, ana)];
    expect([change.agreeable, others.agreeable]).toEqual([true, true]);
    expect((await agree(rosa, change)).status).toBe(200);
    expect(await newestChange(server, rosa)).toMatchObject({ id: change.id, status: "agreed", agreeable: false });
    expect((await conversation(rosa)).some((text) => text.includes("changed my mind"))).toBe(true);
    await changeTreatment(server, ana, { pricingid: weaker });
    expect((await agree(ana, others)).problem.code).toBe("wrong_state");
    const refused = await newestChange(server, mia);
    await changeTreatment(server, mia, { pricingid: stronger });
    const params = { id: refused.subscriptionid };
    const withdrawn = await server.call(
      care.withdrawChange,
      { params, body: { note: "Let's wait." } },
      { apiKey: testApiKey },
    );
    expect(withdrawn.status).toBe(200);
    expect(await newestChange(server, mia)).toMatchObject({ id: refused.id, status: "refused", agreeable: false });
    expect((await agree(mia, refused)).problem.code).toBe("wrong_state");
    // A repeat changes nothing.
    expect((await agree(rosa, change)).status).toBe(200);
  });

  test("an open change is replaced by the next one", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger });
    const first = await newestChange(server, rosa);
    await changeTreatment(server, rosa, { pricingid: weaker });
    expect((await home(server, rosa)).changes).toMatchObject([{ status: "agreed", to: { dosage: "0.025 mg/day" } }]);
    expect((await agreeToChange(server, rosa, first)).problem.message).toContain("Your doctor has changed this again");
  });

  test("changed twice before anything shipped: the previous item is what the patient was sent", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger });
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    await changeTreatment(server, rosa, { product: patch.strong, pricingid: weaker });
    expect(await newestChange(server, rosa)).toMatchObject({
      status: "agreed",
      from: { dosage: "0.05 mg/day", price: 59 },
      to: { dosage: "0.025 mg/day" },
    });
  });

  test("withdrawn when the subscription is cancelled", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger });
    const change = await newestChange(server, rosa);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token: await tokenOf(server, rosa) });
    expect((await home(server, rosa)).changes).toEqual([]);
    expect((await agreeToChange(server, rosa, change)).problem.code).toBe("wrong_state");
  });

  test("past due before and stopped: no retry while it is open, and once agreed the patient is notified again", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 32);
    await changeTreatment(server, rosa, { pricingid: stronger, until: "stop" });
    const { retried } = await putCard(server, rosa);
    expect(retried).toMatchObject({ outcome: "paid", amount: 35 });
    await passDays(server, 10);
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([3500]);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect(await subscriptionOf(server, rosa, patch.strong)).toMatchObject({ status: "active" });
    await passDays(server, 6);
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([3500, 6200]);
  });

  test("agreed, refused and charged at once: one of them wins", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: stronger, until: "stop" });
    const change = await newestChange(server, rosa);
    await passDays(server, 35);
    const answers = await Promise.all([
      agreeToChange(server, rosa, change),
      refuseChange(server, rosa, change),
      agreeToChange(server, rosa, change),
      runBilling(server.services),
    ]);
    const { status } = await newestChange(server, rosa);
    const outcomes = answers.slice(0, 3).map((answer) => (answer as { status: number }).status);
    expect(outcomes.toSorted((a, b) => a - b)).toEqual(status === "agreed" ? [200, 200, 409] : [200, 409, 409]);
    await passDays(server, 12);
    expect(await capturedCents(server, rosa)).toHaveLength(status === "agreed" ? 3 : 2);
  });
});

describe("a change is refused, and nothing happens", () => {
  test.each([
    ["an unknown product", { productid: "estradiol_patch_9", pricingid: weaker }, "bad_request"],
    ["a pricing of another product", { productid: patch.weak, pricingid: stronger }, "bad_request"],
    ["a product that needs no prescription", { pricingid: "magnesium_1m" }, "bad_request"],
    ["what the patient gets already", { pricingid: "estradiol_patch_0_05_1m" }, "wrong_state"],
    [
      "a second of the same hormone",
      { product: "progesterone_capsule_100", pricingid: "estradiol_tablet_1_1m" },
      "wrong_state",
    ],
    [
      "another patient's follow-up",
      { pricingid: weaker, followupid: "0190a1b2-0000-7000-8000-000000000000" },
      "bad_request",
    ],
    ["an unknown doctor", { pricingid: weaker, doctorid: "nobody" }, "bad_request"],
  ])("%s", async (_, body, code) => {
    const rosa = await inCare(server);
    const before = await subscriptionOf(server, rosa);
    const { problem } = await changeTreatment(server, rosa, body);
    expect(problem.code).toBe(code);
    expect(await subscriptionOf(server, rosa)).toEqual(before);
    expect((await home(server, rosa)).changes).toEqual([]);
  });

  test("an unknown subscription is not found", async () => {
    const { status } = await server.call(
      care.changeTreatment,
      { params: { id: "0190a1b2-0000-7000-8000-000000000000" }, body: { productid: patch.weak, pricingid: weaker } },
      { apiKey: testApiKey },
    );
    expect(status).toBe(404);
  });

  test("another patient's change is not found", async () => {
    const [rosa, other] = [await inCare(server), await inCare(server)];
    await changeTreatment(server, rosa, { pricingid: stronger });
    const change = await newestChange(server, rosa);
    expect((await agreeToChange(server, other, change)).status).toBe(404);
    expect((await refuseChange(server, other, change)).status).toBe(404);
  });
});
