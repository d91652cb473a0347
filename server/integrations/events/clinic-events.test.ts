import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { type ClinicEventType, eventTypes } from "#contract/integrations/events.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { goThrough, patientWithFollowup, save } from "#server/followup/testing/followups.ts";
import { acceptedUpsellOrder, answeredPatientInCare, upsellAtClinic } from "#server/growth/testing/upsells.ts";
import { linked, mergeAccounts } from "#server/merging/testing/two-accounts.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { zipCodeInState } from "#server/testing/zip-codes.ts";
import {
  askedByPhone,
  bill,
  declineCard,
  inCare,
  passDays,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { reportExpiringAuthorizations } from "./clinic-events.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const read = async (query: { after?: string; type?: ClinicEventType; limit?: number } = {}) =>
  (await server.call(integrations.events, { query: { limit: 1000, ...query } }, { apiKey })).ok;
const eventsOf = async ({ id }: TestPatient) => (await read()).items.filter(({ patientid }) => patientid === id);
const typesOf = async (patient: TestPatient) => (await eventsOf(patient)).map(({ type }) => type);
const objectOf = async (patient: TestPatient, type: ClinicEventType) =>
  (await eventsOf(patient)).filter((event) => event.type === type).map(({ object }) => object);

describe("decisions §11 what happens is in the log, once, with the id it is read by", () => {
  it("a visit on its way: submitted, decided, paid, shipped", async () => {
    const patient = await inCare(server);
    expect(await typesOf(patient)).toEqual(["visit.submitted", "plan.decided", "order.paid", "order.shipped"]);
    expect(await objectOf(patient, "order.paid")).toEqual([{ kind: "order", id: patient.orderId }]);
    const [submission] = await objectOf(patient, "visit.submitted");
    expect(submission).toEqual((await objectOf(patient, "plan.decided"))[0]);
    const { case_id } = await server.services.db
      .selectFrom("care_case")
      .select("id as case_id")
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(submission).toEqual({ kind: "case", id: case_id });
  });

  it("a stopped medicine and what it cancels", async () => {
    const patient = await inCare(server);
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
    const id = ok.prescriptions?.find(({ productid }) => productid === "progesterone_capsule_100")?.id ?? "";
    const body = { reason: "Clot", message: "Please stop taking it." };
    await server.call(care.stopPrescription, { params: { id }, body }, { apiKey });
    expect(await objectOf(patient, "prescription.stopped")).toEqual([{ kind: "prescription", id }]);
    expect((await objectOf(patient, "subscription.cancelled")).length).toBe(1);
  });

  it("messages, and one that describes an emergency", async () => {
    const patient = await inCare(server);
    const [conversation] = await conversationsOf(server, patient);
    const id = conversation?.id ?? "";
    await sendAsPatient(server, patient, id, { message: "Thank you" });
    await sendAsPatient(server, patient, id, { message: "I have chest pain right now" });
    expect(await objectOf(patient, "message.received")).toEqual([
      { kind: "conversation", id },
      { kind: "conversation", id },
    ]);
    const emergencies = (await server.call(care.emergencies, { query: {} }, { apiKey })).ok.items;
    const reported = emergencies.find((each) => each.patient?.id === patient.id)?.id;
    expect(await objectOf(patient, "message.emergency")).toEqual([{ kind: "emergency", id: reported }]);
  });

  it("a follow-up: an emergency in it, and its end", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 4);
    await save(server, patient, 4, { side_effects: ["leg_clot"] });
    expect((await objectOf(patient, "followup.emergency")).length).toBe(1);
    expect(await typesOf(patient)).not.toContain("message.emergency");
    const calm = await patientWithFollowup(server);
    await goThrough(server, calm);
    expect(await objectOf(calm, "followup.completed")).toEqual([{ kind: "followup", id: calm.followupId }]);
  });

  it("changed answers, an uploaded document, a move, a closed account", async () => {
    const patient = await inCare(server, { state: "CA" });
    const token = await tokenOf(server, patient);
    expect(await typesOf(patient)).not.toContain("answers.changed");
    const answers = [{ questionid: "weight", answer: "160" }];
    await server.call(account.updateHealthAnswers, { body: { version: 1, answers } }, { token });
    const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");
    const form = multipart({ name: "card.pdf", type: "application/pdf", bytes: pdf }, { kind: "referral" });
    const { ok: document } = await server.call(
      documents.upload,
      { body: form.payload as never },
      { token, headers: form.headers },
    );
    const { ok } = await server.call(store.defaultShippingAddress, {}, { token });
    const body = { address1: "9 Oak Street", city: "Town", state: "TX", zipcode: zipCodeInState("TX") };
    await server.call(store.updateShippingAddress, { params: { id: ok.address?.id ?? "" }, body }, { token });
    await server.call(account.closeAccount, { body: { password: patient.password } }, { token });
    const self = [{ kind: "patient", id: patient.id }];
    expect(await objectOf(patient, "answers.changed")).toEqual(self);
    expect(await objectOf(patient, "document.uploaded")).toEqual([{ kind: "document", id: document.id }]);
    expect(await objectOf(patient, "patient.moved")).toEqual(self);
    expect(await objectOf(patient, "account.closed")).toEqual(self);
  });

  it("two accounts that become one, and two again: of the old id, with the new one", async () => {
    const [surviving, retired] = [await server.newPatient(), await server.newPatient()];
    const pair = await linked(server, [surviving, retired]);
    await mergeAccounts(server, { surviving, retired, pair });
    const goesOn = [{ kind: "patient", id: surviving.id }];
    expect(await objectOf(retired, "account.merged")).toEqual(goesOn);
    await server.call(care.undoMerge, { params: { id: pair }, body: { reason: "Two people." } }, { apiKey });
    expect(await objectOf(retired, "account.unmerged")).toEqual(goesOn);
  });

  it("an identity check that waits for a person", async () => {
    const patient = await server.newPatient();
    await answerVisit(server, patient, { until: 5 });
    await server.call(onboarding.verifyIdentity, { body: { ssn: "666-12-3456" } }, { token: patient.token });
    expect(await objectOf(patient, "identity.review")).toEqual([{ kind: "patient", id: patient.id }]);
  });

  it("a failed charge, and a cancelled subscription", async () => {
    const patient = await inCare(server);
    await declineCard(server, patient, "insufficient_funds");
    await passDays(server, 30);
    await bill(server);
    expect((await objectOf(patient, "payment.failed"))[0]?.kind).toBe("order");
    const { id } = await subscriptionOf(server, patient);
    const params = { id: patient.id, subscriptionid: id };
    await server.call(care.cancelSubscription, { params, body: { asked: askedByPhone } }, { apiKey });
    expect(await objectOf(patient, "subscription.cancelled")).toEqual([{ kind: "subscription", id }]);
  });

  it("a prescription to renew, and an upsell to decide", async () => {
    const patient = await answeredPatientInCare(server);
    await acceptedUpsellOrder(server, patient);
    expect(await objectOf(patient, "upsell.requested")).toEqual([
      { kind: "upsell", id: (await upsellAtClinic(server, patient))?.id },
    ]);
    const { db } = server.services;
    await db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", patient.id).execute();
    await passDays(server, 40);
    const { ok } = await server.call(care.prescriptionRenewals, { query: {} }, { apiKey });
    const requested = ok.items.filter((each) => each.patient.id === patient.id).map(({ id }) => id);
    expect(requested.length).toBeGreaterThan(0);
    expect(new Set((await objectOf(patient, "renewal.requested")).map(({ id }) => id))).toEqual(new Set(requested));
  });

  it("a dispute, as the gateway reports it", async () => {
    const patient = await inCare(server);
    const { db } = server.services;
    const id = newId();
    const intent = db.selectFrom("payment_intent").select("id").where("order_id", "=", patient.orderId).limit(1);
    const now = server.clock.now();
    await db
      .insertInto("dispute")
      .values({
        ...{ id, payment_intent_id: intent, patient_id: patient.id, gateway_dispute_id: `dp_${id}`, amount_cents: 100 },
        ...{ reason: "fraudulent", status: "needs_response", opened_at: now, updated_at: now },
      })
      .execute();
    expect(await objectOf(patient, "dispute.opened")).toEqual([{ kind: "dispute", id }]);
  });

  it("a hold that ends within a day, once, also when two nodes look", async () => {
    server.clock.setOffset(0);
    const patient = await submitted(server);
    await reportExpiringAuthorizations(server.services);
    expect(await objectOf(patient, "hold.expiring")).toEqual([]);
    server.clock.advance(6 * 86_400_000 + 3_600_000);
    await Promise.all([reportExpiringAuthorizations(server.services), reportExpiringAuthorizations(server.services)]);
    await reportExpiringAuthorizations(server.services);
    expect(await objectOf(patient, "hold.expiring")).toEqual([{ kind: "order", id: patient.orderId }]);
    server.clock.setOffset(0);
  });

  it("a hold that the bank ends before seven days", async () => {
    const patient = await submitted(server);
    const captureBefore = new Date(server.clock.now().getTime() + 4.75 * 86_400_000);
    await server.services.db
      .updateTable("payment_intent")
      .set({ capture_before: captureBefore })
      .where("order_id", "=", patient.orderId)
      .execute();
    server.clock.advance(3.5 * 86_400_000);
    await reportExpiringAuthorizations(server.services);
    expect(await objectOf(patient, "hold.expiring")).toEqual([]);
    server.clock.advance(0.5 * 86_400_000);
    await reportExpiringAuthorizations(server.services);
    expect(await objectOf(patient, "hold.expiring")).toEqual([{ kind: "order", id: patient.orderId }]);
    server.clock.setOffset(0);
  });

  it("every type of the contract has a way into the log", async () => {
    const seen = new Set((await read()).items.map(({ type }) => type));
    expect(eventTypes.filter((type) => !seen.has(type))).toEqual([]);
  });

  it("quality: nothing but types and ids is in an event", async () => {
    const { rows } = await sql<
      Record<string, unknown>
    >`select to_jsonb(clinic_event) as event from clinic_event`.execute(server.services.db);
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
    expect(rows.length).toBeGreaterThan(20);
    for (const { event } of rows as { event: Record<string, unknown> }[]) {
      const { id, written, seq, type, patient_id, object_kind, object_id, at, once_key } = event;
      expect(Object.keys(event)).toHaveLength(9);
      expect([id, object_id].every((each) => uuid.test(String(each)))).toBe(true);
      expect(patient_id === null || (typeof patient_id === "string" && uuid.test(patient_id))).toBe(true);
      expect(eventTypes).toContain(type);
      expect([typeof written, typeof seq, typeof at]).toEqual(["number", "number", "string"]);
      expect(String(object_kind)).toMatch(/^[a-z]+$/);
      expect(once_key === null || once_key === `${String(type)}:${String(object_id)}`).toBe(true);
    }
  });
});

describe("decisions §11 whoever follows the log by the last id misses nothing and sees nothing twice", () => {
  it("page by page, while more happens", async () => {
    const whole = (await read()).items.map(({ id }) => id);
    const followed: string[] = [];
    for (let more = true; more;) {
      const page = await read({ limit: 7, ...(followed.length > 0 ? { after: followed.at(-1) ?? "" } : {}) });
      followed.push(...page.items.map(({ id }) => id));
      ({ more } = page);
    }
    expect(followed).toEqual(whole);
    await submitted(server);
    const news = await read({ after: whole.at(-1) ?? "" });
    expect(news.items.map(({ type }) => type)).toEqual(["visit.submitted"]);
  });

  it("an event whose transaction began earlier and commits later comes after those already read", async (context) => {
    if (server.database.lite) return context.skip("the embedded database has one connection");
    const early = newId();
    const emit = (db: typeof server.services.db, id: string) =>
      sql`insert into clinic_event (type, object_kind, object_id, at) values ('account.closed', 'patient', ${id}, clock_timestamp())`.execute(
        db,
      );
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = inTransaction(server.services, async (tx) => {
      await emit(tx.db, early);
      begun.resolve();
      await finish.promise;
    });
    await begun.promise;
    const late = newId();
    await emit(server.services.db, late);
    const first = await read({ type: "account.closed" });
    expect(first.items.map(({ object }) => object.id)).toContain(late);
    expect(first.items.map(({ object }) => object.id)).not.toContain(early);
    finish.resolve();
    await slow;
    const rest = await read({ after: first.items.at(-1)?.id ?? "" });
    expect(rest.items.map(({ object }) => object.id)).toEqual([early]);
  });

  it("an event of something that was rolled back is in no log", async () => {
    const patient = await server.newPatient();
    const failing = inTransaction(server.services, async (tx) => {
      await sql`update patient set state = 'CA' where id = ${patient.id}`.execute(tx.db);
      await sql`update patient set state = 'TX' where id = ${patient.id}`.execute(tx.db);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await typesOf(patient)).toEqual([]);
  });

  it("an event that is unknown, or not kept any more, is refused with what to do", async () => {
    const { status, problem } = await server.call(integrations.events, { query: { after: newId() } }, { apiKey });
    expect([status, problem.code]).toEqual([410, "gone"]);
    expect(problem.message).toMatch(/read the lists once/);
    expect((await server.call(integrations.events, { query: { limit: 0 } }, { apiKey })).status).toBe(400);
  });
});
