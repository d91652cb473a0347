import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import {
  conversationsOf,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { type StaffPerson, signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { writerFor } from "./clinic-conversations.ts";

const server = await sharedTestServer();

const cards = {
  own: { firstname: "Nora", lastname: "Quill", credentials: "MD, board-certified OB/GYN" },
  colleague: { firstname: "Basil", lastname: "Stone", credentials: "DO, family medicine" },
  practitioner: { firstname: "Mira", lastname: "Lund", credentials: "WHNP-BC, women's health" },
} as const;

/** A doctor of this file alone, licensed in the state. */
async function addDoctor(card: keyof typeof cards, state: string): Promise<string> {
  const { portraits } = (await server.call(staff.doctors, {}, { apiKey })).ok;
  const body = {
    ...cards[card],
    ...{ bio: "Listens.", portrait: portraits[0] ?? "", npi: "1234567893", states: [state], acceptspatients: false },
  };
  const { status, ok, raw } = await server.call(staff.addDoctor, { body }, { apiKey });
  if (status !== 201) throw new Error(raw.payload);
  return ok.id;
}

const write = async ({ browser }: StaffPerson, id: string, message: string) => {
  const { status, ok, raw } = await browser.call(care.sendMessage, { params: { id }, body: { message } });
  if (status !== 201) throw new Error(raw.payload);
  // Whoever wrote leaves it to the others.
  await server.services.db.deleteFrom("staff_claim").where("object_id", "=", id).execute();
  return ok.sender;
};
const asPatient = async (patient: PatientWithConversations, id: string) =>
  (await server.call(messages.messages, { params: { id }, query: {} }, { token: await tokenOf(server, patient) })).ok
    .items;
const home = async (patient: PatientWithConversations) =>
  (await server.call(treatment.overview, {}, { token: await tokenOf(server, patient) })).ok;

async function treatedBy(doctorId: string): Promise<PatientWithConversations> {
  const patient = await patientWithConversations(server);
  await server.services.db
    .updateTable("care_case")
    .set({ doctor_id: doctorId, treating_doctor_id: null })
    .where("patient_id", "=", patient.id)
    .execute();
  return patient;
}

describe("who wrote is who is shown", () => {
  test("a nurse, a colleague, a nurse practitioner, the doctor and a system each under their own name, to both sides", async () => {
    const [own, colleague, practitioner] = [
      await addDoctor("own", "IA"),
      await addDoctor("colleague", "IA"),
      await addDoctor("practitioner", "IA"),
    ];
    const patient = await treatedBy(own);
    const { doctorConversationId: id } = patient;
    const nurse = await signedInStaff(server, ["nurse"]);
    const people = {
      own: await signedInStaff(server, ["physician"], own),
      colleague: await signedInStaff(server, ["physician"], colleague),
      practitioner: await signedInStaff(server, ["physician"], practitioner),
    };
    await sendAsPatient(server, patient, id, { message: "My head aches." });
    const byNurse = await write(nurse, id, "Since when?");
    expect(byNurse).toEqual({
      ...{ id: nurse.id, firstName: "Ines", lastName: "Falk", role: "nurse" },
      ...{ name: "Ines Falk", title: "Nurse" },
    });
    expect((await home(patient)).doctorthread?.latest).toMatchObject({
      ...{ name: "Ines Falk", title: "Nurse", profileUrl: null, message: "Since when?" },
    });
    const byColleague = await write(people.colleague, id, "I look after you this week.");
    expect(byColleague).toEqual({
      ...{ id: colleague, firstName: "Basil", lastName: "Stone", role: "doctor" },
      ...{ name: "Dr. Basil Stone", title: "DO, family medicine, covering for Dr. Nora Quill" },
    });
    expect((await home(patient)).doctorthread?.latest).toMatchObject({
      name: "Dr. Basil Stone",
      title: "DO, family medicine, covering for Dr. Nora Quill",
    });
    const byPractitioner = await write(people.practitioner, id, "Please rest.");
    expect(byPractitioner).toMatchObject({
      ...{ id: practitioner, name: "Mira Lund, WHNP-BC", role: "doctor" },
      title: "WHNP-BC, women's health, covering for Dr. Nora Quill",
    });
    const byOwn = await write(people.own, id, "I am back.");
    expect(byOwn).toMatchObject({ id: own, name: "Dr. Nora Quill", title: null, role: "doctor" });
    const bySystem = (await sendAsClinic(server, id, { message: "From our own system." })).ok.sender;
    expect(bySystem).toEqual(byOwn);

    const read = await asPatient(patient, id);
    expect(read.slice(0, 5).map(({ sender }) => sender)).toEqual([
      ...[bySystem, byOwn, byPractitioner, byColleague, byNurse],
    ]);
    const forClinic = await server.call(care.messages, { params: { id: patient.id }, query: { limit: 5 } }, { apiKey });
    expect(forClinic.ok.items.map(({ sender }) => sender)).toEqual(read.slice(0, 5).map(({ sender }) => sender));
    expect((await conversationsOf(server, patient)).find((each) => each.id === id)?.title).toBe("Dr. Nora Quill");
  });

  test("who of patient services answers is named; a nurse there is a nurse, and no doctor is", async () => {
    const patient = await treatedBy(await addDoctor("own", "IA"));
    const { servicesConversationId: id } = patient;
    const [desk, nurse] = [await signedInStaff(server, ["patient_services"]), await signedInStaff(server, ["nurse"])];
    expect(await write(desk, id, "Your parcel has left.")).toMatchObject({
      ...{ id: desk.id, name: "Ines Falk", title: "Patient services", role: "patient_services" },
    });
    expect(await write(nurse, id, "It came back.")).toMatchObject({ id: nurse.id, title: "Nurse", role: "nurse" });
  });

  test("a nurse's question is asked by the nurse on home and in the notification", async () => {
    const patient = await treatedBy(await addDoctor("own", "IA"));
    const { doctorConversationId: id } = patient;
    const nurse = await signedInStaff(server, ["nurse"]);
    await nurse.browser.call(care.sendMessage, { params: { id }, body: { message: "Any pain?", needsreply: true } });
    expect((await home(patient)).nextstep).toMatchObject({
      kind: "doctor_asks",
      title: "Ines Falk has a question for you",
    });
    const token = await tokenOf(server, patient);
    const { items } = (await server.call(notifications.list, { query: {} }, { token })).ok;
    expect(items[0]).toMatchObject({ title: "New message from Ines Falk" });
  });

  test("a role that changes later changes nothing of what was written", async () => {
    const patient = await treatedBy(await addDoctor("own", "IA"));
    const { doctorConversationId: id } = patient;
    const nurse = await signedInStaff(server, ["nurse"]);
    await write(nurse, id, "Hello");
    await server.services.db
      .updateTable("staff_member")
      .set({ roles: ["patient_services"], disabled_at: server.clock.now() })
      .where("id", "=", nurse.id)
      .execute();
    expect((await asPatient(patient, id))[0]?.sender).toMatchObject({ name: "Ines Falk", title: "Nurse" });
  });
});

describe("as what somebody writes", () => {
  const person = (roles: Parameters<typeof writerFor>[1]["roles"], doctorId: string | null = null) => ({
    ...{ id: "m1", roles, doctorId },
  });
  test.each([
    ["doctor", person(["physician"], "a"), "a", { role: "physician", doctorId: "a", coveredDoctorId: null }],
    ["doctor", person(["physician"], "b"), "a", { role: "physician", doctorId: "b", coveredDoctorId: "a" }],
    ["doctor", person(["physician"], "b"), null, { role: "physician", doctorId: "b", coveredDoctorId: null }],
    ["doctor", person(["physician", "nurse"], "b"), "a", { role: "physician", doctorId: "b", coveredDoctorId: "a" }],
    ["doctor", person(["physician", "nurse"]), "a", { role: "nurse", doctorId: null, coveredDoctorId: "a" }],
    ["doctor", person(["nurse", "patient_services"]), "a", { role: "nurse", doctorId: null, coveredDoctorId: "a" }],
    ["patient_services", person(["nurse", "patient_services"]), "a", { role: "patient_services", doctorId: null }],
    ["patient_services", person(["nurse"]), "a", { role: "nurse", doctorId: null, coveredDoctorId: null }],
    ["patient_services", person(["physician"], "b"), "a", { role: "physician", doctorId: "b", coveredDoctorId: null }],
  ] as const)("in a conversation with %s: %j", (kind, member, own, writer) => {
    expect(writerFor(kind, member, own)).toMatchObject({ memberId: "m1", ...writer });
  });
});
