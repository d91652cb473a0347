import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { sendUnreadMails } from "#server/messages/reading/unread-mails.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, mailSubjects, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
let picture: Uint8Array;
beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 25, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
});

type Fields = Record<string, string>;
const result: Fields = { kind: "lab_result", title: "Lipids", from: "Prairie Lab", datedon: "2026-11-02" };

/** Sends a file by one of the calls that take one, as whom the headers say. */
async function send(
  call: typeof care.fileDocument | typeof documents.replace | typeof documents.upload,
  id: string,
  fields: Fields,
  headers: Record<string, string>,
) {
  const { payload, headers: type } = multipart({ name: "scan.jpg", type: "image/jpeg", bytes: picture }, fields);
  const answer = await server.app.inject({
    method: call.method,
    url: fullPath(call).replace("{id}", id),
    payload,
    headers: { ...type, ...headers },
  });
  recordCallCoverage(call, answer.statusCode);
  type Answer = { id: string; code?: string; details?: { fields?: { path: string }[] } };
  const json: Answer = answer.json();
  return { status: answer.statusCode, json, field: json.details?.fields?.[0]?.path };
}
const file = ({ id }: TestPatient, fields: Fields, key = newId()) =>
  send(care.fileDocument, id, fields, { "x-api-key": apiKey, "idempotency-key": key });
const own = async (patient: TestPatient) =>
  (await server.call(documents.list, { query: {} }, { token: await tokenOf(server, patient) })).ok.items;
const recorded = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey })).ok.documents ?? [];
const waiting = async ({ id }: TestPatient) =>
  (await server.call(care.inbox, { query: { kind: "work_item", limit: 200 as never } }, { apiKey })).ok.items.filter(
    ({ patient }) => patient?.id === id,
  );
const itemOf = async (patient: TestPatient, at = 0) => {
  const { id } = (await waiting(patient))[at] ?? expect.fail("nothing waits");
  return (await server.call(care.workItem, { params: { id } }, { apiKey })).ok;
};
const messagesOf = async (patient: TestPatient) => {
  const token = await tokenOf(server, patient);
  const found = (await server.call(messages.conversations, { query: {} }, { token })).ok.items.find(
    ({ kind }) => kind === "doctor",
  );
  const params = { id: found?.id ?? "" };
  return (await server.call(messages.messages, { params, query: {} }, { token })).ok.items.map(
    ({ message }) => message,
  );
};

describe("decisions §20 a document the practice files", () => {
  test("is the patient's at once, with whence it came; it waits for a look, and the patient can't replace it", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const filed = await file(rosa, result);
    const letter = await file(ana, { kind: "referral", from: "Dr. Ito" });
    expect([filed.status, letter.status]).toEqual([201, 201]);
    const source = { from: "Prairie Lab", datedon: "2026-11-02" };
    expect(await own(rosa)).toMatchObject([{ id: filed.json.id, title: "Lipids", filed: source, review: null }]);
    expect(await recorded(rosa)).toMatchObject([
      { id: filed.json.id, kind: "lab_result", filed: source, review: null },
    ]);
    expect(await own(ana)).toMatchObject([{ kind: "referral", filed: { from: "Dr. Ito", datedon: null } }]);
    expect((await itemOf(rosa)).entries).toMatchObject([{ document: { id: filed.json.id, title: "Lipids" } }]);
    const token = `Bearer ${await tokenOf(server, rosa)}`;
    const replaced = await send(documents.replace, filed.json.id, {}, { authorization: token });
    expect([replaced.status, replaced.json.code]).toEqual([409, "wrong_state"]);
    // What the patient sent says so, and they can replace it.
    const sent = await send(
      documents.upload,
      "",
      { kind: "other" },
      { authorization: token, "idempotency-key": newId() },
    );
    expect((await own(rosa)).find(({ id }) => id === sent.json.id)?.filed).toBeNull();
    expect((await send(documents.replace, sent.json.id, {}, { authorization: token })).status).toBe(200);
  });

  test("once for a key; refused where it says not from whom, or bears a day to come, and for a role that reads nothing about health", async () => {
    const rosa = await inCare(server);
    const key = newId();
    const [one, two] = [await file(rosa, result, key), await file(rosa, result, key)];
    expect([one.status, two.json.id, (await own(rosa)).length]).toEqual([201, one.json.id, 1]);
    const tomorrow = addDays(clinicToday(server.services), 1);
    expect((await file(rosa, { kind: "other" })).field).toBe("from");
    expect((await file(rosa, { ...result, datedon: tomorrow })).field).toBe("datedon");
    expect((await file(rosa, { ...result, datedon: clinicToday(server.services) })).status).toBe(201);
    const { browser } = await signedInStaff(server, ["patient_services"]);
    await browser.call(staff.openRecord, { params: { id: rosa.id }, body: { reason: "colleague" } });
    const headers = Object.entries(browser.cookies()).map(([name, value]) => `${name}=${value}`);
    const refused = await send(care.fileDocument, rosa.id, result, {
      ...{ cookie: headers.join("; "), "sec-fetch-site": "same-origin", "idempotency-key": newId() },
    });
    expect(refused.json.code).toBe("scope_missing");
  });
});

describe("decisions §20 a result is signed off, and the patient is told", () => {
  test("by a prescriber with a sentence: a message with its mail, and beside the document; the other one waits on", async () => {
    const rosa = await inCare(server);
    await file(rosa, { ...result, title: "Mammogram" });
    await file(rosa, result);
    const { doctor_id } = await server.services.db
      .selectFrom("care_case")
      .select("doctor_id")
      .where("patient_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    const elena = await signedInStaff(server, ["physician"], doctor_id ?? "");
    const nurse = await signedInStaff(server, ["nurse"]);
    const { id, version, asksmessage } = await itemOf(rosa);
    const params = { id };
    expect(asksmessage).toBe(true);
    const body = { version, outcome: "no_change", message: "All is well. See you in two years." } as const;
    const seen = (await nurse.browser.call(care.workItem, { params })).ok;
    expect(seen.closeobstacle).toBe("A prescriber signs this off. You can read it, and write to them.");
    const byNurse = await nurse.browser.call(care.closeWorkItem, { params, body });
    expect([byNurse.status, byNurse.problem.code]).toEqual([409, "wrong_state"]);
    await nurse.browser.call(staff.release, { params: { kind: "work_item", id } });
    const { message: _none, ...silent } = body;
    expect((await elena.browser.call(care.closeWorkItem, { params, body: silent })).status).toBe(400);
    const before = await messagesOf(rosa);
    const { ok } = await elena.browser.call(care.closeWorkItem, { params, body });
    const signedby = expect.stringMatching(/, (MD|DO|NP)/);
    expect(ok.closed).toMatchObject({ outcome: "no_change", told: body.message, signedby });
    expect(await messagesOf(rosa)).toEqual(expect.arrayContaining([...before, `About “Mammogram”: ${body.message}`]));
    expect((await messagesOf(rosa)).length).toBe(before.length + 1);
    expect(await own(rosa)).toMatchObject([
      { title: "Lipids", review: null },
      { title: "Mammogram", review: { by: signedby, text: body.message } },
    ]);
    expect((await recorded(rosa)).map(({ review }) => review?.text ?? null)).toEqual([null, body.message]);
    // The same once more tells nobody again.
    expect((await elena.browser.call(care.closeWorkItem, { params, body })).status).toBe(200);
    expect((await messagesOf(rosa)).length).toBe(before.length + 1);
    server.clock.advance(600_000);
    await sendUnreadMails(server.services);
    await server.jobs.drain();
    expect(await mailSubjects(server, rosa)).toContain("You have a new message");
  });

  test("whoever wrote to the patient needs no more; an insurance card asks for nothing", async () => {
    const rosa = await inCare(server);
    await file(rosa, { kind: "insurance_front", from: "The insurer" });
    const card = await itemOf(rosa);
    expect([card.asksmessage, card.closeobstacle]).toEqual([false, null]);
    const close = (item: typeof card, outcome: "no_change" | "contacted") =>
      server.call(
        care.closeWorkItem,
        { params: { id: item.id }, body: { version: item.version, outcome } },
        { apiKey },
      );
    expect((await close(card, "no_change")).status).toBe(200);
    await file(rosa, result);
    const lipids = await itemOf(rosa);
    expect([(await close(lipids, "no_change")).status, (await close(lipids, "contacted")).status]).toEqual([400, 200]);
    expect((await own(rosa)).map(({ title, review }) => [title, review?.by, review?.text])).toEqual([
      ["Lipids", null, null],
      ["Insurance card, front", null, null],
    ]);
  });

  test("of the wrong patient it goes to the right one with whence it came, and waits there", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const { json } = await file(rosa, result);
    const params = { id: rosa.id, documentid: json.id };
    const moved = await server.call(care.withdrawDocument, { params, body: { forpatientid: ana.id } }, { apiKey });
    expect(moved.status).toBe(200);
    expect([await own(rosa), (await waiting(rosa)).length]).toEqual([[], 0]);
    expect(await own(ana)).toMatchObject([{ title: "Lipids", filed: { from: "Prairie Lab", datedon: "2026-11-02" } }]);
    expect((await itemOf(ana)).asksmessage).toBe(true);
  });
});
