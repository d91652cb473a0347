import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import {
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let nurse: StaffPerson;
let second: StaffPerson;
let services: StaffPerson;
let physician: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  await signIn();
  // Licensed in Iowa.
  physician = await signedInStaff(server, ["physician"], "elena_marsh");
});
afterAll(() => server.close());

async function signIn() {
  [nurse, second] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
  services = await signedInStaff(server, ["patient_services"]);
}

async function waiting(state?: string): Promise<PatientWithConversations> {
  const rosa = await patientWithConversations(server, state);
  await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "When may I start?" });
  return rosa;
}
const assign = (by: StaffPerson, id: string, memberid: string | null, fromid?: string) =>
  by.browser.call(care.assignConversation, { params: { id }, body: { memberid, fromid } });
const conversation = async (id: string) => (await server.call(care.conversation, { params: { id } }, { apiKey })).ok;
const assigneeOf = async (id: string) => (await conversation(id)).assignee?.memberid ?? null;

describe("decisions §11 a conversation is somebody's until it's answered, handed over or released", () => {
  it("taken, and shown in the list and in the conversation; it doesn't end with the claim", async () => {
    const { doctorConversationId: id } = await waiting();
    const { ok } = await assign(nurse, id, nurse.id);
    expect(ok.assignee).toMatchObject({ memberid: nurse.id, name: "Ines Falk" });
    for (let minutes = 0; minutes < 30; minutes += 10) {
      server.clock.advance(10 * 60_000);
      for (const { browser } of [nurse, second, services, physician]) await browser.call(staff.claims, {});
    }
    const { items } = (await server.call(care.conversations, { query: {} }, { apiKey })).ok;
    expect(items.find((each) => each.id === id)?.assignee).toEqual(ok.assignee);
  });

  it("an answer to all that waits ends it, one to less doesn't; closing does as well", async () => {
    const rosa = await waiting();
    const id = rosa.doctorConversationId;
    await sendAsPatient(server, rosa, id, { message: "And how long?" });
    await assign(nurse, id, nurse.id);
    await sendAsClinic(server, id, { message: "Today.", answersseq: 1 });
    expect(await assigneeOf(id)).toBe(nurse.id);
    await sendAsClinic(server, id, { message: "For three months." });
    expect(await assigneeOf(id)).toBeNull();
    await assign(nurse, id, nurse.id);
    await server.call(care.openConversation, { params: { id }, body: { open: false } }, { apiKey });
    expect(await assigneeOf(id)).toBeNull();
    expect((await assign(nurse, id, nurse.id)).problem.code).toBe("wrong_state");
  });

  it("it is released, and given to somebody else by whoever knows whose it is", async () => {
    const { doctorConversationId: id } = await waiting();
    await assign(nurse, id, nurse.id);
    expect((await assign(second, id, second.id)).problem).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Ines Falk") as string,
    });
    expect((await assign(second, id, null)).problem.code).toBe("conflict");
    expect(await assigneeOf(id)).toBe(nurse.id);
    expect((await assign(second, id, second.id, nurse.id)).ok.assignee?.memberid).toBe(second.id);
    expect((await assign(nurse, id, null, second.id)).ok.assignee).toBeNull();
    expect((await assign(nurse, id, null, second.id)).ok.assignee).toBeNull();
  });

  it("of two who take it at the same moment one gets it, and the other learns who", async () => {
    for (let race = 0; race < 5; race += 1) {
      const { doctorConversationId: id } = await waiting();
      const both = await Promise.all([assign(nurse, id, nurse.id), assign(second, id, second.id)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const winner = both[0]?.status === 200 ? nurse.id : second.id;
      expect(await assigneeOf(id)).toBe(winner);
    }
  });

  it("whoever is disabled has nothing assigned any more, also after they come back", async () => {
    const { doctorConversationId: id } = await waiting();
    const leaving = await signedInStaff(server, ["nurse"]);
    await assign(nurse, id, leaving.id);
    await server.call(staff.disableMember, { params: { id: leaving.id }, body: {} }, { apiKey });
    expect(await assigneeOf(id)).toBeNull();
    await server.call(staff.enableMember, { params: { id: leaving.id }, body: {} }, { apiKey });
    expect(await assigneeOf(id)).toBeNull();
  });
});

describe("decisions §11 a role taken away takes with it what was assigned", () => {
  it("so that nothing waits for somebody who can't answer; a role more changes nothing", async () => {
    const { doctorConversationId: id } = await waiting();
    const person = await signedInStaff(server, ["nurse"]);
    await assign(nurse, id, person.id);
    const update = (roles: ("nurse" | "patient_services" | "finance")[]) =>
      server.call(staff.updateMember, { params: { id: person.id }, body: { name: "Ines Falk", roles } }, { apiKey });
    await update(["patient_services", "nurse"]);
    expect(await assigneeOf(id)).toBe(person.id);
    await update(["finance"]);
    expect(await assigneeOf(id)).toBeNull();
  });
});

describe("decisions §11 an assignment counts only while its person may answer", () => {
  const setLicense = (validuntil?: string) =>
    server.call(
      staff.setLicense,
      { params: { doctorid: "elena_marsh", state: "IA" }, body: { ...(validuntil ? { validuntil } : {}) } },
      { apiKey },
    );
  const inRecord = async (rosa: PatientWithConversations, id: string) => {
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    return ok.conversations?.find((each) => each.id === id)?.assignee?.memberid ?? null;
  };
  const inList = async (id: string) => {
    const { items } = (await server.call(care.conversations, { query: {} }, { apiKey })).ok;
    return items.find((each) => each.id === id)?.assignee?.memberid ?? null;
  };
  const everywhere = async (rosa: PatientWithConversations, id: string) => [
    await assigneeOf(id),
    await inList(id),
    await inRecord(rosa, id),
  ];

  it("a license that ends at midnight frees the physician's conversations then: in the list, the record and for whoever takes one", async () => {
    const rosa = await waiting();
    const { doctorConversationId: id, servicesConversationId } = rosa;
    await setLicense(clinicToday(server.services));
    expect((await assign(nurse, id, physician.id)).ok.assignee?.memberid).toBe(physician.id);
    await assign(nurse, servicesConversationId, physician.id);
    expect(await everywhere(rosa, id)).toEqual([physician.id, physician.id, physician.id]);

    const { timezone } = server.services.content.brand;
    const midnight = startOfDay(timezone, addDays(clinicToday(server.services), 1)).getTime();
    server.clock.advance(midnight - 60_000 - server.clock.now().getTime());
    expect(await everywhere(rosa, id)).toEqual([physician.id, physician.id, physician.id]);
    server.clock.advance(60_000);
    expect(await everywhere(rosa, id)).toEqual([null, null, null]);
    // Parcels and payments are answered without a license.
    expect(await assigneeOf(servicesConversationId)).toBe(physician.id);

    await signIn();
    const both = await Promise.all([assign(nurse, id, nurse.id), assign(second, id, second.id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = both[0]?.status === 200 ? nurse.id : second.id;
    expect(await assigneeOf(id)).toBe(winner);
    await setLicense();
    expect(await assigneeOf(id)).toBe(winner);
  });

  it("one that nobody took is the doctor's again when the license is renewed; one released since isn't", async () => {
    const [kept, released] = [(await waiting()).doctorConversationId, (await waiting()).doctorConversationId];
    for (const id of [kept, released]) await assign(nurse, id, physician.id);
    await setLicense(addDays(clinicToday(server.services), -1));
    expect((await assign(nurse, released, null)).ok.assignee).toBeNull();
    await setLicense();
    expect([await assigneeOf(kept), await assigneeOf(released)]).toEqual([physician.id, null]);
  });

  it("a doctor who no longer works here, and a patient who moved to another state", async () => {
    const rosa = await waiting();
    const id = rosa.doctorConversationId;
    await assign(nurse, id, physician.id);
    const { db } = server.services;
    const setActive = (active: boolean) =>
      db.updateTable("doctor").set({ active }).where("id", "=", "elena_marsh").execute();
    await setActive(false);
    expect(await assigneeOf(id)).toBeNull();
    await setActive(true);
    expect(await assigneeOf(id)).toBe(physician.id);
    await db.updateTable("patient").set({ state: "WY" }).where("id", "=", rosa.id).execute();
    expect(await assigneeOf(id)).toBeNull();
  });

  it("a nurse who is a physician as well answers without the license", async () => {
    const { doctorConversationId: id } = await waiting();
    const both = await signedInStaff(server, ["physician", "nurse"], "ines_valdez");
    expect((await assign(nurse, id, both.id)).status).toBe(200);
    expect(await assigneeOf(id)).toBe(both.id);
  });
});

describe("decisions §11 a conversation is assigned only to somebody who may answer it", () => {
  it("not to somebody without the scope, who left, who doesn't exist, or who isn't licensed in the patient's state today", async () => {
    const rosa = await waiting();
    const id = rosa.doctorConversationId;
    const gone = await signedInStaff(server, ["nurse"]);
    await server.call(staff.disableMember, { params: { id: gone.id }, body: {} }, { apiKey });
    expect((await assign(nurse, id, services.id)).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("role") as string,
    });
    expect((await assign(nurse, id, gone.id)).problem.code).toBe("wrong_state");
    expect((await assign(nurse, id, newId())).problem.details?.fields?.[0]?.path).toBe("memberid");
    expect((await assign(nurse, id, physician.id)).status).toBe(200);
    const params = { doctorid: "elena_marsh", state: "IA" };
    const validuntil = addDays(clinicToday(server.services), -1);
    await server.call(staff.setLicense, { params, body: { validuntil } }, { apiKey });
    await assign(nurse, id, null, physician.id);
    expect((await assign(nurse, id, physician.id)).problem).toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("licensed in IA") as string,
    });
    await server.call(staff.setLicense, { params, body: {} }, { apiKey });
  });

  it("the choice has exactly those who may have it", async () => {
    const rosa = await waiting();
    const invited = { email: `s-${newId()}@practice.example`, name: "Nobody Yet", roles: ["nurse" as const] };
    await server.call(staff.invite, { body: invited }, { apiKey });
    const choice = async (id: string) =>
      (await nurse.browser.call(care.assignees, { params: { id } })).ok.items.map(({ memberid }) => memberid);
    const forDoctor = await choice(rosa.doctorConversationId);
    expect(forDoctor).toEqual(expect.arrayContaining([nurse.id, second.id, physician.id]));
    expect(forDoctor).not.toContain(services.id);
    expect(await choice(rosa.servicesConversationId)).toEqual(
      expect.arrayContaining([nurse.id, services.id, physician.id]),
    );
    for (const memberid of forDoctor) {
      const { assignee } = await conversation(rosa.doctorConversationId);
      const { status } = await assign(nurse, rosa.doctorConversationId, memberid, assignee?.memberid);
      expect(status).toBe(200);
    }
    const names = (await nurse.browser.call(care.assignees, { params: { id: rosa.doctorConversationId } })).ok.items;
    expect(names.map(({ name }) => name)).not.toContain("Nobody Yet");
  });

  it("patient services see and assign the conversations with them alone", async () => {
    const rosa = await waiting();
    const { problem } = await assign(services, rosa.doctorConversationId, services.id);
    expect(problem.code).toBe("scope_missing");
    const choice = await services.browser.call(care.assignees, { params: { id: rosa.doctorConversationId } });
    expect(choice.problem.code).toBe("scope_missing");
    expect((await assign(services, rosa.servicesConversationId, services.id)).status).toBe(200);
  });
});
