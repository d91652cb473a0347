import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { clinicAccessOf, emergencySeenHeader, type Endpoint } from "#contract/http/endpoint.ts";
import { acknowledgeReport, closeReport, detectEmergency, reportEmergency } from "#server/emergency/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { patientOf } from "#server/records/patient-of.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { type States, statesByCall, statesOn } from "./testing/clinic-document-states.ts";
import { callOf, examplesOf } from "./testing/clinic-document.ts";
import { requestOf } from "./testing/documented-requests.ts";

const examples = new Map(
  examplesOf("docs/clinic-integration.md").map((example) => [callOf(example)?.name ?? "", example]),
);
const careWrites = [...everyCall()]
  .filter(({ feature, call }) => feature === "care" && call.method !== "GET")
  .map(({ name, call }) => ({ name, call: call as Endpoint }));
const deciding = careWrites.filter(({ call }) => clinicAccessOf(call)?.decidesFor !== undefined);

/** What changes nothing of a patient's treatment: looking, talking, who they are, money, what is sent already, and the emergency itself. */
const decidesNothing = [
  ...["accept", "searchPatients", "decideIdentity", "correctIdentity", "issueLetter", "writeNote", "withdrawNote"],
  ...["draftVisitNote", "addToVisitNote", "withdrawVisitNote"],
  ...[
    "sendFollowup",
    "setFollowupDay",
    "closeFollowup",
    "sendMessage",
    "sendMessageAttachment",
    "readConversation",
    "openConversation",
  ],
  ...[
    "assignConversation",
    "handOverConversation",
    "withdrawMessage",
    "keepMessage",
    "withdrawLetter",
    "keepLetter",
    "withdrawDocument",
    "fileDocument",
    "contactAnswered",
    "changeContact",
  ],
  ...["previewTold", "recordTold"],
  ...[
    "addTask",
    "addPatientTask",
    "prepareDecision",
    "putAside",
    "askAboutOrder",
    "answerTask",
    "endTask",
    "reassignTask",
    "putTaskAside",
  ],
  ...["addLog", "addPatientLog"],
  ...["listPatients", "saveList", "forgetList", "listTasks", "listMessage", "exportList", "timeline"],
  ...["judgeAccess", "judgeDecision", "judgePair", "askMerge", "withdrawMerge", "undoMerge"],
  ...["acknowledgeEmergency", "emergencyCalled", "closeEmergency"],
  ...["shipOrder", "deliverOrder", "packOrder", "verifyOrder", "printOrders", "returnOrder", "voidFill", "recallLot"],
  ...["resolvePayment", "refundOrder", "resumeCharges", "answerDispute", "closeDay"],
  ...["resendMail", "sendRecoveryLink", "mailPastDue", "writeOff", "takeWriteOffBack", "giveCredit", "withdrawCredit"],
  ...["copyRecord", "copyReceipts", "findAuditPatients"],
];

const doctorId = "elena_marsh";
let server: TestServer;
let states: States;
beforeAll(async () => {
  server = await startTestServer();
  states = statesOn(server);
});
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

/** Somebody who may decide all of it, and has just come in. A doctor belongs to one person. */
async function clinicianNow(): Promise<StaffPerson> {
  const doctor = { doctor_id: null };
  await server.services.db.updateTable("staff_member").set(doctor).where("doctor_id", "=", doctorId).execute();
  return signedInStaff(server, ["physician", "patient_services"], doctorId);
}

const cookiesOf = (person: StaffPerson) => ({
  cookie: Object.entries(person.browser.cookies())
    .map(([name, value]) => `${name}=${value}`)
    .join("; "),
  "sec-fetch-site": "same-origin",
});

/** Reports an emergency of this patient, and answers its id. */
async function describeEmergency(patientId: string, words = "I have chest pain"): Promise<string> {
  const found = detectEmergency(server.services.content, words) ?? expect.fail(`“${words}” is no emergency`);
  await inTransaction(server.services, (tx) => reportEmergency(tx, { ...found, patientId, source: "health" }));
  const { id } = await server.services.db
    .selectFrom("emergency_report")
    .select("id")
    .where("patient_id", "=", patientId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
}

/** The documented request of a call on a patient of its own, and how to send it. */
async function prepared(name: string, { call }: { readonly call: Endpoint }) {
  const example = examples.get(`care.${name}`) ?? expect.fail(`The document has no example of ${name}`);
  const names = { ...(await states(statesByCall[`care.${name}`], example)), API_KEY: apiKey, KEY: newId() };
  const request = requestOf(example, names);
  const id = /\/([0-9a-f-]{36})(?:\/|$)/.exec(request.url)?.[1] ?? expect.fail(request.url);
  const patientId =
    (await patientOf(server.services, { key: clinicAccessOf(call)?.decidesFor ?? "patient", id })) ?? expect.fail(name);
  const send = async (headers: Record<string, string>) => {
    const { "x-api-key": _, ...rest } = request.headers as Record<string, string>;
    const own = "cookie" in headers ? rest : { ...rest, "x-api-key": apiKey };
    const { statusCode, payload } = await server.app.inject({ ...request, headers: { ...own, ...headers } });
    return { status: statusCode, answer: JSON.parse(payload) as Record<string, unknown> };
  };
  return { patientId, send };
}
const refusedFor = (...emergencies: object[]) => ({
  status: 409,
  answer: expect.objectContaining({ code: "emergency_open", details: { emergencies } }),
});

describe("deciding anything for a patient with an open emergency asks first", () => {
  test("each call that changes something for a patient asks, or is known to decide nothing", () => {
    const known = [...deciding.map(({ name }) => name), ...decidesNothing];
    expect(known.toSorted()).toEqual(careWrites.map(({ name }) => name).toSorted());
  });

  test.each(deciding)(
    "$name is refused to a system and to a person until they say that they have seen each emergency",
    async ({ name, call }) => {
      const { patientId, send } = await prepared(name, { call });
      const others = await server.newPatient();
      const first = await describeEmergency(patientId);
      const ofAnother = await describeEmergency(others.id);
      const shown = { title: expect.any(String), words: expect.any(String), reportedat: expect.any(String) };
      expect(await send({})).toEqual(refusedFor({ id: first, ...shown }));
      expect(await send(cookiesOf(await clinicianNow()))).toEqual(refusedFor({ id: first, ...shown }));
      expect(await send({ [emergencySeenHeader]: ofAnother })).toEqual(refusedFor({ id: first, ...shown }));
      await inTransaction(server.services, (tx) => acknowledgeReport(tx, first, { actor: "key:test" }));
      expect((await send({})).status).toBe(409);
      const second = await describeEmergency(patientId, "I can't breathe");
      expect(await send({ [emergencySeenHeader]: first })).toEqual(
        refusedFor({ id: first, ...shown }, { id: second, ...shown }),
      );
      const { status, answer } = await send({ [emergencySeenHeader]: `${first}, ${second}` });
      expect([status, status < 300 ? "" : answer]).toEqual([call.status ?? 200, ""]);
    },
  );

  test.each(deciding)("$name asks nothing once a clinician has closed it", async ({ name, call }) => {
    const { patientId, send } = await prepared(name, { call });
    const id = await describeEmergency(patientId);
    await inTransaction(server.services, (tx) => closeReport(tx, id, { actor: "key:test", text: "Heartburn" }));
    const { status, answer } = await send({});
    expect([status, status < 300 ? "" : answer]).toEqual([call.status ?? 200, ""]);
  });

  test("who reads nothing about health is asked all the same, and doesn't learn what it is", async () => {
    const { patientId, send } = await prepared("cancelSubscription", { call: care.cancelSubscription });
    const services = await signedInStaff(server, ["patient_services"]);
    const id = await describeEmergency(patientId);
    expect(await send(cookiesOf(services))).toEqual(refusedFor({ id, reportedat: expect.any(String) }));
    expect((await send({ ...cookiesOf(services), [emergencySeenHeader]: id })).status).toBe(200);
  });
});
