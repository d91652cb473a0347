import { describe, expect, it } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { type CaseItem, caseKinds, type OrderItem, orderLists } from "#contract/care/worklists.ts";
import { goThrough, patientWithFollowup } from "#server/followup/testing/followups.ts";
import { acceptedUpsellOrder, answeredPatientInCare, upsellAtClinic } from "#server/growth/testing/upsells.ts";
import { listWaiting } from "#server/inbox/of-kind.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { disputedOrders } from "#server/payment/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { openDispute, updateDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { type TestPatient, testApiKey as apiKey } from "#server/testing/harness.ts";
import { loadPastDueCharges, pastDueCursor } from "#server/treatment/public.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, stronger } from "#server/treatment/testing/changes.ts";
import {
  askedByPhone,
  bill,
  declineCard,
  type InCare,
  inCare,
  passDays,
  subscriptionOf,
} from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";

const server = serverAtNoon();

const dayMs = 86_400_000;
const cases = async (status: CaseItem["kind"]) => (await server.call(care.cases, { query: { status } }, { apiKey })).ok;
const orders = async (status: (typeof orderLists)[number]) =>
  (await server.call(care.orders, { query: { status } }, { apiKey })).ok;
const caseOf = async (status: CaseItem["kind"], { id }: { id: string }) =>
  (await cases(status)).items.filter(({ patient }) => patient.id === id);
const orderItemsOf = async (status: (typeof orderLists)[number], { id }: { id: string }): Promise<OrderItem[]> =>
  (await orders(status)).items.filter(({ patient }) => patient.id === id);
const isSorted = (moments: readonly string[]) => moments.every((at, index) => at >= (moments[index - 1] ?? ""));

it("decisions §11 a new clinic has nothing to decide and nothing to send", async () => {
  for (const kind of caseKinds) expect(await cases(kind)).toEqual({ items: [], nextpage: null });
  for (const list of orderLists) expect(await orders(list)).toEqual({ items: [], nextpage: null });
});

describe("decisions §11 what waits for a decision", () => {
  it("an identity from its review until it is decided, with how long the plan's hold still lasts", async () => {
    const [rosa, ana] = [await handedOver(server), await server.newPatient()];
    const review = async ({ id }: TestPatient) => {
      const started = { identity_status: "review" as const, identity_review_started_at: server.clock.now() };
      await server.services.db.updateTable("onboarding").set(started).where("patient_id", "=", id).execute();
    };
    await review(rosa);
    server.clock.advance(1000);
    await review(ana);
    const { items } = await cases("identity");
    expect(items.map(({ refid }) => refid)).toEqual([rosa.id, ana.id]);
    const [first, second] = items;
    expect(first).toMatchObject({ kind: "identity", order: { id: rosa.orderId } });
    expect(Date.parse(first?.holdends ?? "") - Date.parse(first?.order?.placedat ?? "")).toBe(7 * dayMs);
    expect([second?.order, second?.holdends]).toEqual([null, null]);
    // Some banks hold for less, and the gateway says it.
    const captureBefore = new Date(server.clock.now().getTime() + 4.75 * dayMs);
    await server.services.db
      .updateTable("payment_intent")
      .set({ capture_before: captureBefore })
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect((await caseOf("identity", rosa))[0]?.holdends).toBe(captureBefore.toISOString());
    await server.call(care.decideIdentity, { params: { id: rosa.id }, body: { outcome: "matched" } }, { apiKey });
    expect(await caseOf("identity", rosa)).toEqual([]);
  });

  it("a prescription renewal from its request until it is decided", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const { db } = server.services;
    for (const { id } of [rosa, ana]) {
      await db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", id).execute();
      await passDays(server, 28);
      await bill(server);
    }
    const { items } = await cases("renewal");
    expect(isSorted(items.map(({ waitingsince }) => waitingsince))).toBe(true);
    expect(new Set(items.map(({ patient }) => patient.id))).toEqual(new Set([rosa.id, ana.id]));
    const [first] = await caseOf("renewal", rosa);
    expect(first).toMatchObject({ kind: "renewal", id: first?.refid, order: null, holdends: null });
    const listed = (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey })).ok.items;
    expect(items.map(({ refid }) => refid)).toEqual(listed.map(({ id }) => id));
    await server.call(care.approvePrescriptionRenewal, { params: { id: first?.refid ?? "" }, body: {} }, { apiKey });
    expect((await caseOf("renewal", rosa)).map(({ id }) => id)).not.toContain(first?.id);
  });

  it("an upsell from its authorization until it is decided, with the end of its hold", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const [item, ...more] = await caseOf("upsell", rosa);
    expect(more).toEqual([]);
    expect(item).toMatchObject({ refid: (await upsellAtClinic(server, rosa))?.id, order: { id: orderId } });
    expect(Date.parse(item?.holdends ?? "") - Date.parse(item?.order?.placedat ?? "")).toBe(7 * dayMs);
    const body = { reason: "Let us wait." };
    await server.call(care.declineUpsell, { params: { id: item?.refid ?? "" }, body }, { apiKey });
    expect(await caseOf("upsell", rosa)).toEqual([]);
  });

  it("of one patient alone, with what the rules raise for each medicine; nobody else's is among it", async () => {
    const [rosa, ana] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    const { db } = server.services;
    for (const patient of [rosa, ana]) {
      await acceptedUpsellOrder(server, patient);
      const prescribed = await db
        .selectFrom("prescription")
        .select("id")
        .where("patient_id", "=", patient.id)
        .where("product_id", "like", "estradiol%")
        .executeTakeFirstOrThrow();
      await inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, patient.id, prescribed.id));
    }
    const of = async (call: typeof care.prescriptionRenewals | typeof care.upsells, patientid: string) =>
      (await server.call(call, { query: { patientid } }, { apiKey })).ok.items;
    for (const call of [care.prescriptionRenewals, care.upsells]) {
      expect((await of(call, rosa.id)).map(({ patient }) => patient.id)).toEqual([rosa.id]);
      expect((await server.call(call, { query: {} }, { apiKey })).ok.items.length).toBeGreaterThan(1);
      expect(await of(call, newId())).toEqual([]);
    }
    const { version } = (await server.call(account.healthAnswers, { query: {} }, { token: rosa.token })).ok;
    const answers = [{ questionid: "womens_conditions", answer: ["fibroids"] }];
    await server.call(account.updateHealthAnswers, { body: { answers, version } }, { token: rosa.token });
    const levels = async ({ id }: TestPatient) =>
      (await of(care.prescriptionRenewals, id))[0]?.flags.map(({ level }) => level);
    expect(await levels(rosa)).toContain("clinician");
    expect(await levels(ana)).not.toContain("clinician");
  });

  it("a follow-up from its completion until a doctor has read it", async () => {
    const rosa = await patientWithFollowup(server);
    expect(await caseOf("followup", rosa)).toEqual([]);
    await goThrough(server, rosa);
    expect(await caseOf("followup", rosa)).toMatchObject([
      { kind: "followup", id: rosa.followupId, refid: rosa.followupId, order: null, holdends: null },
    ]);
    await server.call(care.closeFollowup, { params: { id: rosa.followupId }, body: {} }, { apiKey });
    expect(await caseOf("followup", rosa)).toEqual([]);
  });

  it("a treatment change until the patient has answered it, longest wait first, in pages", async () => {
    const patients: InCare[] = [];
    for (let n = 0; n < 3; n += 1) {
      const patient = await inCare(server);
      patients.push(patient);
      await changeTreatment(server, patient, { pricingid: stronger });
      server.clock.advance(60_000);
    }
    const { items } = await cases("change");
    expect(items.map(({ patient }) => patient.id)).toEqual(patients.map(({ id }) => id));
    const [rosa, , last] = patients;
    if (!rosa || !last) return expect.fail();
    expect(items[0]).toMatchObject({ kind: "change", refid: (await subscriptionOf(server, rosa)).id, order: null });
    const [first] = await listWaiting(server.services, "change", null, 1);
    const rest = await listWaiting(server.services, "change", first ?? null, 5);
    expect([first, ...rest].map((row) => row?.id)).toEqual(items.map(({ id }) => id));
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    expect(await caseOf("change", rosa)).toEqual([]);
    expect(await caseOf("change", last)).toHaveLength(1);
  });
});

describe("decisions §11 charges that failed", () => {
  /** Patients whose renewal fails on the same or on later days. */
  async function pastDue(): Promise<InCare> {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    for (let day = 0; day < 40 && (await orderItemsOf("past_due", rosa)).length === 0; day += 1)
      await passDays(server, 1);
    return rosa;
  }

  it("are listed with the day of the next try until they are paid", async () => {
    const rosa = await pastDue();
    const items = await orderItemsOf("past_due", rosa);
    const patch = await subscriptionOf(server, rosa);
    expect(items).toHaveLength(2);
    const ofPatch = items.find(({ pastdue }) => pastdue?.subscriptionid === patch.id);
    const { failedon = "", retryon } = ofPatch?.pastdue ?? {};
    expect(ofPatch).toMatchObject({ order: null, ready: false, holdends: null, pastdue: { attempts: 1, amount: 59 } });
    expect(ofPatch?.id).toBe(ofPatch?.pastdue?.prescriptionorderid);
    expect(Date.parse(retryon ?? "") - Date.parse(failedon)).toBe(3 * dayMs);
    await passDays(server, 3);
    expect(await orderItemsOf("past_due", rosa)).toMatchObject([{ pastdue: { failedon, attempts: 2 } }, {}]);
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    await passDays(server, 2);
    expect(await orderItemsOf("past_due", rosa)).toEqual([]);
  });

  it("without a day once the retries are over, or while a dispute stops charges; and until the subscription is cancelled", async () => {
    const rosa = await pastDue();
    await dispute(rosa);
    expect((await orderItemsOf("past_due", rosa)).map(({ pastdue }) => pastdue?.retryon)).toEqual([null, null]);
    const ana = await pastDue();
    await passDays(server, 8);
    expect((await orderItemsOf("past_due", ana)).map(({ pastdue }) => pastdue?.retryon)).toEqual([null, null]);
    for (const product of ["estradiol_patch_0_05", "progesterone_capsule_100"]) {
      const params = { id: ana.id, subscriptionid: (await subscriptionOf(server, ana, product)).id };
      await server.call(care.cancelSubscription, { params, body: { asked: askedByPhone } }, { apiKey });
    }
    expect(await orderItemsOf("past_due", ana)).toEqual([]);
  });

  it("longest past due first, in pages that neither miss nor repeat one", async () => {
    await pastDue();
    await pastDue();
    const { db } = server.services;
    const all = await loadPastDueCharges(db, null, 100);
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(isSorted(all.map(({ failedOn }) => failedOn))).toBe(true);
    const paged: typeof all = [];
    for (let cursor = null as Parameters<typeof loadPastDueCharges>[1]; paged.length < 100;) {
      const [next] = await loadPastDueCharges(db, cursor, 1);
      if (!next) break;
      paged.push(next);
      cursor = pastDueCursor(next);
    }
    expect(paged).toEqual(all);
  });
});

async function dispute({ orderId }: InCare): Promise<{ readonly id: string; readonly intent: string }> {
  const { db } = server.services;
  const { gateway_intent_id: intent } = await db
    .selectFrom("payment_intent")
    .select("gateway_intent_id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const id = await openDispute({ db, clock: server.clock }, intent ?? "");
  await syncIntent(server.services, intent ?? "");
  return { id, intent: intent ?? "" };
}

describe("decisions §11 orders with an open dispute", () => {
  it.each(["won", "lost", "inquiry_closed"] as const)("are listed until it is %s", async (decided) => {
    const rosa = await inCare(server);
    expect(await orderItemsOf("disputed", rosa)).toEqual([]);
    const { id, intent } = await dispute(rosa);
    expect(await orderItemsOf("disputed", rosa)).toMatchObject([
      { id: rosa.orderId, order: { id: rosa.orderId }, pastdue: null, disputedsince: expect.any(String) },
    ]);
    await updateDispute({ db: server.services.db, clock: server.clock }, id, decided);
    await syncIntent(server.services, intent);
    expect(await orderItemsOf("disputed", rosa)).toEqual([]);
  });

  it("and marked with the bank's reason where they are to be sent, until it is decided", async () => {
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const { id, intent } = await dispute(rosa);
    const marks = async (patient: InCare) =>
      (await orderItemsOf("ready", patient)).map(({ disputedsince, disputedfor }) => [
        disputedsince !== null,
        disputedfor,
      ]);
    expect([await marks(rosa), await marks(ana)]).toEqual([[[true, "fraudulent"]], [[false, null]]]);
    await updateDispute({ db: server.services.db, clock: server.clock }, id, "won");
    await syncIntent(server.services, intent);
    expect(await marks(rosa)).toEqual([[false, null]]);
  });

  it("once however many disputes it has, oldest first, in pages", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await dispute(rosa);
    server.clock.advance(60_000);
    await dispute(ana);
    server.clock.advance(60_000);
    await dispute(rosa);
    const ids = (await orders("disputed")).items.map(({ id }) => id);
    expect(ids.filter((id) => id === rosa.orderId || id === ana.orderId)).toEqual([rosa.orderId, ana.orderId]);
    const { db } = server.services;
    const [first] = await disputedOrders(db, null, 1);
    const rest = await disputedOrders(db, first ?? null, 100);
    expect([first, ...rest].map((row) => row?.id)).toEqual(ids);
  });
});
