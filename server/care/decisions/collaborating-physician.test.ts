import type { Bundle, FhirResource } from "fhir/r4";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import type { Submitted } from "#server/care/testing/submitted-visit.ts";
import { doctorsWithLicenseIn } from "#server/doctors/public.ts";
import { fhirProblems } from "#server/documents/testing/fhir-validator.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { invited, signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { routeToDoctor } from "../matching/doctor-router.ts";

let server: TestServer;
/** One that asks for a collaborating physician, and one that doesn't. */
const [asking, free] = ["IL", "IA"];
const override = { withoutanswers: true, reason: "This patient never answered a visit." };

const cards = {
  mira: { firstname: "Mira", lastname: "Lund", credentials: "WHNP-BC, women's health" },
  ada: { firstname: "Ada", lastname: "Hill", credentials: "MD, board-certified OB/GYN" },
  noor: { firstname: "Noor", lastname: "Vance", credentials: "DNP, family medicine" },
} as const;
async function addDoctor(name: keyof typeof cards, states: string[]): Promise<string> {
  const { portraits } = (await server.call(staff.doctors, {}, { apiKey })).ok;
  const card = { bio: "Listens.", portrait: portraits[0] ?? "", npi: "1234567893", acceptspatients: true };
  return (await server.call(staff.addDoctor, { body: { ...cards[name], ...card, states } }, { apiKey })).ok.id;
}

let mira: StaffPerson;
const ids = { mira: "", ada: "", noor: "" };
beforeAll(async () => {
  server = await startTestServer();
  ids.mira = await addDoctor("mira", [asking, free]);
  ids.ada = await addDoctor("ada", [asking]);
  ids.noor = await addDoctor("noor", [asking]);
  mira = await signedInStaff(server, ["physician"], ids.mira);
});

afterAll(() => server.close());

const setLicense = (state: string, body: { collaboratorid?: string; validuntil?: string }, doctorid = ids.mira) =>
  server.call(staff.setLicense, { params: { doctorid, state }, body }, { apiKey });
const collaborate = async (collaboratorid?: string) =>
  expect((await setLicense(asking, collaboratorid === undefined ? {} : { collaboratorid })).status).toBe(200);

/** A patient whom Mira treats. */
async function handedToMira(state = asking): Promise<Submitted> {
  const patient = await handedOver(server, state);
  const params = { id: patient.id };
  await server.call(care.accept, { params, body: {} }, { apiKey });
  const { db } = server.services;
  await db.updateTable("care_case").set({ doctor_id: ids.mira }).where("patient_id", "=", patient.id).execute();
  return patient;
}
const approve = ({ id }: Submitted) => mira.browser.call(care.approvePlan, { params: { id }, body: { override } });
const recordSeenBy = async ({ browser }: StaffPerson, { id }: Submitted) =>
  (await browser.call(care.patient, { params: { id } })).ok;

describe("a nurse practitioner where the state asks for a collaborating physician", () => {
  test("can't decide without one, and reads why and who can; the record says so before", async () => {
    await collaborate();
    const rosa = await handedToMira();
    const refused = await approve(rosa);
    expect([refused.status, refused.problem.code]).toEqual([409, "wrong_state"]);
    expect(refused.problem.message).toMatch(
      /^Mira Lund, WHNP-BC has no collaborating physician in IL, and the state asks for one\. An administrator can name one at their license, under Team\. Meanwhile .*Dr\. Ada Hill.* can decide\.$/,
    );
    expect(refused.problem.message, "another one without it can't help").not.toContain("Noor Vance");
    expect((await recordSeenBy(mira, rosa)).decisionobstacle).toBe(refused.problem.message);
    const listed = (await server.call(staff.doctors, {}, { apiKey })).ok.items.find(({ id }) => id === ids.mira);
    expect(listed?.licenses.map(({ state, collaboration }) => [state, collaboration])).toEqual([
      [free, "not_needed"],
      [asking, "missing"],
    ]);
  });

  test("nobody is matched with her there, and elsewhere she decides by herself", async () => {
    await collaborate();
    const routed = async (state: string) => {
      const doctors = (await doctorsWithLicenseIn(server.services, state)).filter(({ id }) => id === ids.mira);
      return routeToDoctor({ enabled: true, byDoctorEnabled: true }, doctors, state, clinicToday(server.services));
    };
    expect([await routed(asking), await routed(free)]).toEqual([
      { unrouted: "no_licensed_doctor" },
      { doctorId: ids.mira },
    ]);
    const rosa = await handedToMira(free);
    expect((await approve(rosa)).status).toBe(200);
    const { prescriptions = [] } = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    expect(prescriptions.map(({ collaborator }) => collaborator)).toEqual(prescriptions.map(() => null));
  });

  test("with one, she decides; label, record, PDF and FHIR say who, also after somebody else is named", async () => {
    await collaborate(ids.ada);
    const rosa = await handedToMira();
    expect((await approve(rosa)).status).toBe(200);
    await server.jobs.drain();
    await collaborate("elena_marsh");
    const { prescriptions = [] } = await recordSeenBy(mira, rosa);
    expect(prescriptions.length).toBeGreaterThan(0);
    expect(new Set(prescriptions.map(({ collaborator }) => collaborator))).toEqual(new Set(["Dr. Ada Hill"]));
    const labels = { orderids: [rosa.orderId], what: "labels" as const };
    const label = await readPdf((await server.call(care.printOrders, { body: labels }, { apiKey })).raw.rawPayload);
    expect(label.text).toContain("Prescriber Mira Lund, WHNP-BC, with Dr. Ada Hill");
    const [params, token] = [{ id: rosa.id }, await tokenOf(server, rosa)];
    const pdf = await readPdf((await server.call(documents.medicalRecords, { params }, { token })).raw.rawPayload);
    expect(pdf.text).toContain("with Dr. Ada Hill");
    const { raw } = await server.call(documents.medicalRecordsFhir, { params }, { token });
    const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle<FhirResource>;
    expect(fhirProblems(bundle)).toEqual([]);
    const resources = (bundle.entry ?? []).flatMap(({ resource }) => resource ?? []);
    const requests = resources.filter((each) => each.resourceType === "MedicationRequest");
    expect(new Set(requests.map(({ supportingInformation }) => supportingInformation?.[0]?.display))).toEqual(
      new Set(["Collaborating physician: Dr. Ada Hill"]),
    );
  });

  test("one who loses the license, is removed or doesn't work here any more is none", async () => {
    await collaborate(ids.ada);
    const rosa = await handedToMira();
    const yesterday = addDays(clinicToday(server.services), -1);
    const message = async () => (await approve(rosa)).problem.message;
    const notNow = /^Mira Lund, WHNP-BC prescribes in IL with Dr\. Ada Hill, who may not practice there today\./;
    await setLicense(asking, { validuntil: yesterday }, ids.ada);
    expect(await message()).toMatch(notNow);
    await setLicense(asking, {}, ids.ada);
    const member = await invited(server, ["physician"], ids.ada);
    await server.call(staff.disableMember, { params: { id: member.id }, body: {} }, { apiKey });
    expect(await message()).toMatch(notNow);
    await server.call(staff.enableMember, { params: { id: member.id }, body: {} }, { apiKey });
    const { db } = server.services;
    const setActive = (active: boolean) => db.updateTable("doctor").set({ active }).where("id", "=", ids.ada).execute();
    await setActive(false);
    expect(await message()).toMatch(notNow);
    await setActive(true);
    expect((await approve(rosa)).status).toBe(200);
  });

  test.each([
    ["herself", () => ids.mira],
    ["another nurse practitioner", () => ids.noor],
    ["a physician without a license there", () => "ruth_okafor"],
    ["nobody the practice knows", () => "nobody"],
  ])("%s can't be named", async (_, id) => {
    const { status, problem } = await setLicense(asking, { collaboratorid: id() });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "collaboratorid"]);
  });
});
