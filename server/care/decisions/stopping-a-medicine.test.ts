import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { insertAnswers } from "#server/onboarding/flow/visit-queries.ts";
import type { GivenAnswers } from "#server/onboarding/rules/answers.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { changeTreatment, weaker } from "#server/treatment/testing/changes.ts";
import {
  home,
  inCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";

const apiKey = testApiKey;
const patch = "estradiol_patch_0_05";
const capsule = "progesterone_capsule_100";
const words = { reason: "DVT found on ultrasound", message: "Please stop the patch today. Call me with any question." };

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const prescriptionOf = async ({ id }: { readonly id: string }, productId = patch) =>
  server.services.db
    .selectFrom("prescription")
    .selectAll()
    .where("patient_id", "=", id)
    .where("product_id", "=", productId)
    .orderBy("approved_at", "desc")
    .executeTakeFirstOrThrow();

const act = async (
  call: "stopPrescription" | "holdPrescription" | "releasePrescription",
  patient: { readonly id: string },
  productId = patch,
  more: { readonly despitewarning?: boolean; readonly doctorid?: string; readonly wrongpatient?: boolean } = {},
) => {
  const { id } = await prescriptionOf(patient, productId);
  return server.call(care[call], { params: { id }, body: { ...words, ...more } }, { apiKey });
};

describe("decisions §11 stopping a medicine", () => {
  it("a change that led to it isn't to be begun any more", async () => {
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: weaker });
    const then = async () => (await home(server, rosa)).changes[0]?.then;
    expect(await then()).toContain("Start Estradiol patch, 0.025 mg/day");
    await act("stopPrescription", rosa, "estradiol_patch_0_025");
    expect(await then()).toBeNull();
  });

  it("ends its subscription and what is planned; nothing of it is charged in the next two months", async () => {
    const rosa = await inCare(server);
    const { ok } = await act("stopPrescription", rosa);
    expect(ok).toMatchObject({ productid: patch, status: "stopped" });
    await server.jobs.drain();
    const subscription = await subscriptionOf(server, rosa);
    expect(subscription.status).toBe("cancelled");
    // A box that lasts would invite the patient to use it up.
    expect(subscription.onhanduntil).toBeNull();
    expect(subscription.prescriptionorders.filter(({ status }) => status === "scheduled")).toEqual([]);
    const charged = await server.services.db
      .selectFrom("order_line")
      .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
      .select("customer_order.id")
      .where("customer_order.patient_id", "=", rosa.id)
      .where("order_line.product_id", "=", patch)
      .execute();
    await passDays(server, 60);
    await server.jobs.drain();
    const later = await server.services.db
      .selectFrom("order_line")
      .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
      .select("customer_order.id")
      .where("customer_order.patient_id", "=", rosa.id)
      .where("order_line.product_id", "=", patch)
      .execute();
    expect(later).toEqual(charged);
  });

  it("tells the patient at once: a message with what to do at home, a mail without a word of health, and the notice above every page", async () => {
    const rosa = await inCare(server);
    await act("stopPrescription", rosa);
    await server.jobs.drain();
    const token = await tokenOf(server, rosa);
    const { nextstep } = await home(server, rosa);
    expect(nextstep).toMatchObject({ kind: "stop", action: { href: "/messages/doctor" } });
    expect(nextstep.title).toContain("Please stop using");
    expect(nextstep.safety?.athome[0]?.text).toContain("Take the patch off now");
    const mails = (await server.mailbox.list(rosa.email)).filter(
      ({ subject }) => subject === "Please read your message today",
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toMatch(/patch|estradiol|medicine|DVT|menopause/i);
    const { ok: conversations } = await server.call(messages.conversations, {}, { token });
    const doctor = conversations.items.find(({ kind }) => kind === "doctor");
    const { ok: thread } = await server.call(
      messages.messagePages,
      { params: { id: doctor?.id ?? "" }, query: {} },
      { token },
    );
    const text = JSON.stringify(thread);
    expect(text).toContain(words.message);
    expect(text).toContain("Take the patch off now");
    expect(text).not.toContain(words.reason);
  });

  it("what was paid and has not left the pharmacy is refunded and cannot be sent", async () => {
    const rosa = await inCare(server, { delivered: false });
    await act("stopPrescription", rosa);
    await act("stopPrescription", rosa, capsule);
    await server.jobs.drain();
    const shipped = await server.call(
      care.shipOrder,
      { params: { id: rosa.orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
      { apiKey },
    );
    expect([shipped.status, shipped.problem.code]).toEqual([409, "wrong_state"]);
    const order = (await home(server, rosa)).orders.find(({ id }) => id === rosa.orderId);
    expect(order?.status).toBe("refunded");
  });

  it("a medicine that was meant for another patient: they read it in plain words, it's refunded, and neither sent nor printed; the record says so", async () => {
    const rosa = await inCare(server, { delivered: false });
    await act("stopPrescription", rosa, patch, { wrongpatient: true });
    await act("stopPrescription", rosa, capsule);
    await server.jobs.drain();
    const record = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    const statuses = Object.fromEntries(
      (record.prescriptions ?? []).map(({ productid, status }) => [productid, status]),
    );
    expect(statuses).toEqual({ [patch]: "wrong_patient", [capsule]: "stopped" });
    const { ok: thread } = await server.call(care.messages, { params: { id: rosa.id }, query: {} }, { apiKey });
    const told = thread.items.filter(({ message }) => message.includes("by mistake"));
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain("Estradiol patch was prescribed to you by mistake");
    expect((await home(server, rosa)).orders.find(({ id }) => id === rosa.orderId)?.status).toBe("refunded");
    for (const call of [
      await server.call(
        care.shipOrder,
        { params: { id: rosa.orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
        { apiKey },
      ),
      await server.call(care.printOrders, { body: { orderids: [rosa.orderId], what: "labels" } }, { apiKey }),
    ])
      expect(call.status).toBeGreaterThanOrEqual(400);
    expect((await act("stopPrescription", rosa, patch, { wrongpatient: true })).problem.code).toBe("wrong_state");
  });

  it("estrogen that may not be taken without the stopped progestogen goes on hold, and both are named", async () => {
    const rosa = await inCare(server);
    const { ok } = await act("stopPrescription", rosa, capsule);
    expect(ok.partners).toMatchObject([{ productid: patch, onhold: true, sameparcel: true }]);
    expect((await prescriptionOf(rosa)).on_hold_at).not.toBeNull();
  });

  it("a stop while the plan's payment is being captured: what is captured is refunded", async () => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    await server.call(care.approvePlan, { params, body: {} }, { apiKey });
    await act("stopPrescription", rosa);
    await act("stopPrescription", rosa, capsule);
    await server.jobs.drain();
    const order = (await home(server, rosa)).orders.find(({ id }) => id === rosa.orderId);
    expect(["refunded", "voided", "cancelled"]).toContain(order?.status);
  });

  it("is refused for a prescription that has ended, and unknown ones are not found", async () => {
    const rosa = await inCare(server);
    await act("stopPrescription", rosa);
    const again = await act("stopPrescription", rosa);
    expect([again.status, again.problem.code]).toEqual([409, "wrong_state"]);
    const unknown = await server.call(care.stopPrescription, { params: { id: rosa.id }, body: words }, { apiKey });
    expect(unknown.status).toBe(404);
    const badDoctor = await act("stopPrescription", rosa, capsule, { doctorid: "nobody" });
    expect([badDoctor.status, badDoctor.problem.code]).toEqual([400, "bad_request"]);
  });
});

describe("decisions §11 resting a medicine", () => {
  it("nothing of it is charged or sent until it is released; then it is planned again", async () => {
    const rosa = await inCare(server);
    expect((await act("holdPrescription", rosa)).ok).toMatchObject({ status: "on_hold" });
    const { nextstep } = await home(server, rosa);
    expect(nextstep.title).toContain("Please don't use");
    await server.jobs.drain();
    const urgent = async () =>
      (await server.mailbox.list(rosa.email)).filter(({ subject }) => subject === "Please read your message today");
    expect(await urgent()).toHaveLength(1);
    const refused = await act("releasePrescription", rosa, capsule);
    expect([refused.status, refused.problem.code]).toEqual([409, "wrong_state"]);
    await passDays(server, 40);
    await server.jobs.drain();
    const waiting = await subscriptionOf(server, rosa);
    expect(waiting.prescriptionorders.filter(({ status }) => status === "processing")).toEqual([]);
    expect((await act("releasePrescription", rosa, patch, { despitewarning: true })).ok).toMatchObject({
      status: "active",
    });
    await server.jobs.drain();
    expect((await home(server, rosa)).nextstep.safety ?? null).toBeNull();
    expect(await urgent()).toHaveLength(1);
    prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
  });

  it("a rule that stops it refuses the release; one that warns wants despitewarning", async () => {
    const rosa = await answeredPatientInCare(server);
    const { db, secrets, clock, content } = server.services;
    const prescribed = await db
      .selectFrom("prescription")
      .select(["id", "product_id"])
      .where("patient_id", "=", rosa.id)
      .execute();
    const idOf = (product: string) => prescribed.find(({ product_id }) => product_id.startsWith(product))?.id ?? "";
    const [estrogen, progestogen] = [idOf("estradiol"), idOf("progesterone")];
    const answer = (answers: GivenAnswers) =>
      inTransaction({ db }, ({ db: tx }) =>
        insertAnswers(
          tx,
          secrets,
          { patientId: rosa.id, contentVersion: content.questionnaire.version, now: clock.now() },
          answers,
        ),
      );
    const release = (id: string, despitewarning: boolean) =>
      server.call(care.releasePrescription, { params: { id }, body: { ...words, despitewarning } }, { apiKey });
    const { ok } = await server.call(care.holdPrescription, { params: { id: progestogen }, body: words }, { apiKey });
    expect(ok.partners).toMatchObject([{ id: estrogen, onhold: true }]);
    await answer({ allergies: { value: ["estrogen"], others: null } });
    const forbidden = await release(estrogen, true);
    expect([forbidden.status, forbidden.problem.message]).toEqual([409, expect.stringContaining("Estrogen allergy")]);
    await answer({ allergies: { value: ["none"], others: null }, smoking: { value: "yes", others: null } });
    const warned = await release(progestogen, false);
    expect([warned.status, warned.problem.message]).toEqual([409, expect.stringContaining("despitewarning")]);
    const quoted = (id: string) =>
      server.call(care.stepQuote, { params: { id }, query: { step: "release" } }, { apiKey });
    const { obstacle, warnings } = (await quoted(progestogen)).ok;
    expect([obstacle, warnings.filter((text) => warned.problem.message.includes(text))]).toEqual([null, warnings]);
    expect(warnings.length).toBeGreaterThan(0);
    expect((await release(progestogen, true)).ok.status).toBe("active");
    expect((await release(estrogen, false)).ok.status).toBe("active");
  });
});
