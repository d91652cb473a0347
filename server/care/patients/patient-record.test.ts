import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { sendAsPatient, patientWithConversations } from "#server/messages/testing/conversations.ts";
import { addOrder, minute } from "#server/orders/testing/order-rows.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { statementCounter } from "#server/testing/statement-counter.ts";
import { agreeToChange, changeTreatment, newestChange, stronger, weaker } from "#server/treatment/testing/changes.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import type { ChartedPrescription } from "../chart/chart.ts";
import { submitted } from "../testing/submitted-visit.ts";
import { loadPatientRecord, presentPrescription } from "./patient-record.ts";

const counter = statementCounter();
let server: TestServer;
beforeAll(async () => void (server = await startTestServer({}, {}, counter)));
afterAll(() => server.close());

const record = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");
async function upload({ token }: TestPatient, fields: Record<string, string>) {
  const { payload, headers } = multipart({ name: "card.pdf", type: "application/pdf", bytes: pdf }, fields);
  return (await server.call(documents.upload, { body: payload as never }, { token, headers })).ok;
}

it("a prescription as the record shows it", () => {
  const { content } = server.services;
  const doctor = { id: "elena_marsh" } as ChartedPrescription["doctor"];
  const moment = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));
  const charted: ChartedPrescription = {
    ...{ id: "one", orderId: "order", productId: "estradiol_patch_0_05", rxNumber: "RX1", status: "on_hold" },
    ...{ statusReason: null, onHoldAt: moment(1), stoppedAt: moment(2), daysSupply: 28, refillsLeft: 3 },
    ...{
      directions: "Twice a week",
      usedNow: true,
      replacesId: null,
      beginsLater: false,
      beginsOn: null,
      earlyFills: 2,
      pace: "third",
      planned: [{ beginsOn: "2026-02-01", directions: "Once a week", pace: "half" }],
      rest: { from: "2026-01-06", until: "2026-01-20", isNow: true, alongWith: "progesterone_capsule_100" },
    },
    ...{
      earlyUntil: "2026-01-09",
      approvedAt: moment(3),
      doctor,
      collaborator: { name: "Dr. Ada Hill" } as typeof doctor,
    },
  };
  const product = content.catalogue.products.find(({ productid }) => productid === "estradiol_patch_0_05");
  expect(presentPrescription(content, charted)).toEqual({
    ...{ id: "one", productid: "estradiol_patch_0_05", name: product?.name, dosage: product?.strength },
    ...{ ndc: product?.ndc ?? null, rxnumber: "RX1", status: "on_hold", refillsleft: 3, dayssupply: 28, pace: "third" },
    planned: [{ beginson: "2026-02-01", directions: "Once a week", pace: "half" }],
    ...{ directions: "Twice a week", usednow: true, earlyfills: 2, earlyuntil: "2026-01-09", doctorid: "elena_marsh" },
    collaborator: "Dr. Ada Hill",
    rest: { from: "2026-01-06", until: "2026-01-20", alongwith: "Progesterone capsule" },
    approvedat: moment(3).toISOString(),
    onholdsince: moment(1).toISOString(),
    stoppedat: moment(2).toISOString(),
  });
  expect(product?.strength).not.toBe("");
  const gone = presentPrescription(content, {
    ...charted,
    productId: "gone",
    rest: null,
    onHoldAt: null,
    stoppedAt: null,
  });
  expect(gone).toMatchObject({ name: "gone", dosage: "", ndc: null, onholdsince: null, stoppedat: null });
});

// First: the counter keeps the most statements of each call.
it("decisions §11 the record takes as many statements for a patient with much as for one with little", async () => {
  const rosa = await patientWithConversations(server);
  await upload(rosa, { kind: "other" });
  await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "One" });
  const statements = async () => {
    await record(rosa);
    return counter.maxByCall.get("care.patient");
  };
  const few = await statements();
  for (let n = 0; n < 12; n += 1)
    await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: `Message ${n}` });
  for (let n = 0; n < 3; n += 1) await upload(rosa, { kind: "other" });
  expect(few).toBeGreaterThan(0);
  expect(await statements()).toBe(few);
});

describe("decisions §11 the record", () => {
  it("lists the documents the patient sent, newest first, and opens them, only under their own patient", async () => {
    const [rosa, ana] = [await server.newPatient(), await server.newPatient()];
    expect((await record(rosa)).documents).toEqual([]);
    const card = await upload(rosa, { kind: "insurance_front" });
    server.clock.advance(1000);
    const labs = await upload(rosa, { kind: "lab_result", title: "Blood test, May" });
    expect((await record(rosa)).documents).toMatchObject([
      { id: labs.id, kind: "lab_result", title: "Blood test, May", filename: "blood-test-may.pdf" },
      { id: card.id, kind: "insurance_front", filename: "insurance-card-front.pdf", uploadedat: expect.any(String) },
    ]);
    expect((await record(ana)).documents).toEqual([]);
    const file = ({ id }: TestPatient, documentid: string) =>
      server.call(care.patientDocument, { params: { id, documentid } }, { apiKey });
    const { status, raw } = await file(rosa, labs.id);
    expect([status, raw.headers["content-disposition"], raw.rawPayload]).toEqual([
      200,
      expect.stringContaining("blood-test-may.pdf"),
      pdf,
    ]);
    expect([(await file(ana, labs.id)).status, (await file(rosa, newId())).status]).toEqual([404, 404]);
  });

  it("says which conversations there are, how long they are, and who waits", async () => {
    const rosa = await patientWithConversations(server);
    await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "Where is my order?" });
    const { conversations = [] } = await record(rosa);
    const doctors = conversations.find(({ id }) => id === rosa.doctorConversationId);
    expect(doctors).toMatchObject({ kind: "doctor", open: true, waitingsince: expect.any(String) });
    const { ok } = await server.call(care.conversation, { params: { id: rosa.doctorConversationId } }, { apiKey });
    const { patient: _, ...listed } = ok;
    expect(doctors).toEqual(listed);
  });

  it("says what the patient agreed to and when: consents, the terms of an order, a change that costs more", async () => {
    const rosa = await submitted(server);
    const { agreements = [] } = await record(rosa);
    const checkout = server.services.content.consents.filter(({ at }) => at !== "signup");
    expect(checkout.length).toBeGreaterThan(0);
    for (const { kind, refid } of [
      ...agreements.filter(({ kind }) => kind === "consent").slice(0, 1),
      { kind: "order", refid: rosa.orderId },
    ])
      expect(agreements).toContainEqual({ kind, refid, version: expect.any(String), at: expect.any(String) });
    const moments = agreements.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const given = await server.services.db
      .selectFrom("consent")
      .select(["consent_id", "version"])
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(given.length).toBeGreaterThan(0);
    for (const { consent_id: refid, version } of given)
      expect(agreements).toContainEqual(expect.objectContaining({ kind: "consent", refid, version }));
  });

  it("shows the newest of what may be many, and says to its parts how many", async () => {
    const { id } = await server.newPatient();
    const { services } = server;
    const times = (count: number) => Array.from({ length: count }, (_, index) => index);
    for (const index of times(21)) await addOrder(server, id, index);
    const letter = (index: number) => {
      const letterId = newId();
      const text_sealed = services.secrets.seal("Words", sealed("medical_letter.text_sealed")(letterId));
      return {
        ...{ id: letterId, patient_id: id, doctor_id: "elena_marsh", state: "IA", text_sealed },
        issued_at: minute(index),
      };
    };
    await services.db.insertInto("medical_letter").values(times(21).map(letter)).execute();
    const consents = times(101).map((index) => ({
      ...{ id: newId(), patient_id: id, consent_id: "terms", version: `${index}`, given_at: minute(100 + index) },
    }));
    await services.db.insertInto("consent").values(consents).execute();
    const limits: number[] = [];
    const none = async (_services: unknown, _id: string, limit: number) => {
      limits.push(limit);
      return [];
    };
    const { orders, letters, agreements } = await loadPatientRecord(services, id, {
      ...{ patientDocuments: none, patientFollowups: none },
      patientWellbeing: async () => ({ checkins: [], doses: [] }),
    });
    expect([orders?.length, letters?.length, agreements?.length, limits]).toEqual([20, 20, 100, [50, 50]]);
    expect(letters?.map(({ issuedat }) => issuedat)).not.toContain(minute(0).toISOString());
    // The newest of all three kinds together, not of each.
    expect(agreements?.map(({ version }) => version)).not.toContain("0");
  });

  it("names a treatment change only if the patient was asked and agreed", async () => {
    const changes = async (patient: TestPatient) =>
      ((await record(patient)).agreements ?? []).filter(({ kind }) => kind === "change");
    const rosa = await inCare(server);
    await changeTreatment(server, rosa, { pricingid: weaker });
    await changeTreatment(server, rosa, { product: "estradiol_patch_0_025", pricingid: stronger });
    expect(await changes(rosa)).toEqual([]);
    const change = await newestChange(server, rosa);
    await agreeToChange(server, rosa, change);
    expect(await changes(rosa)).toEqual([{ kind: "change", refid: change.id, version: null, at: expect.any(String) }]);
  });
});
