import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staff } from "#contract/staff/calls.ts";
import { patientWithConversations, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { addDays, clinicToday, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";
import { absenceMailQueue } from "./absence-mails.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const doctorid = "elena_marsh";
const today = () => clinicToday(server.services);
const inDays = (days: number) => addDays(today(), days);
function goTo(day: string, hour: number): void {
  const at = startOfDay(server.services.content.brand.timezone, day).getTime() + hour * 3_600_000;
  server.clock.advance(at - server.clock.now().getTime());
}
/** The morning of another day, on which everybody is here. */
beforeEach(async () => {
  goTo(inDays(1), 10);
  await server.call(staff.endAbsence, { params: { doctorid } }, { apiKey });
});

const away = (from: string, until: string, coverid?: string) =>
  server.call(
    staff.setAbsence,
    { params: { doctorid }, body: { from, until, ...(coverid && { coverid }) } },
    { apiKey },
  );
const runJob = async () => {
  await server.jobs.enqueue(server.services.db, absenceMailQueue, {});
  await server.jobs.drain();
};
/** The mails about an absence to a patient. */
const mailsTo = async ({ email }: TestPatient) =>
  (await server.mailbox.list(email)).filter(({ subject }) => subject.startsWith("Who answers you until"));
const countsOf = async (...patients: TestPatient[]) =>
  Promise.all(patients.map(async (patient) => (await mailsTo(patient)).length));
/** Makes this the doctor of a patient. */
async function withDoctor<P extends TestPatient>(patient: P, doctor = doctorid): Promise<P> {
  await server.services.db
    .updateTable("care_case")
    .set({ doctor_id: doctor, treating_doctor_id: null })
    .where("patient_id", "=", patient.id)
    .execute();
  return patient;
}
const setStatus = ({ id }: TestPatient, status: Tables["care_case"]["status"]) =>
  server.services.db.updateTable("care_case").set({ status }).where("patient_id", "=", id).execute();
/** In care, with nothing that waits. */
const quiet = async () => withDoctor(await inCare(server));

describe("a doctor who is away for long", () => {
  test("who waits for something is told once until when and who covers, without a word about health; nobody else is", async () => {
    const [asking, answered] = [await withDoctor(await patientWithConversations(server, "IA")), await quiet()];
    await sendAsPatient(server, asking, asking.doctorConversationId, { message: "CANARY may I start?" });
    const openCase = await withDoctor(await handedOver(server));
    const [renewal, renewalDue] = [await quiet(), await quiet()];
    const { db } = server.services;
    const { id } = await db
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", renewal.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    await inTransaction(server.services, (tx) => requestPrescriptionRenewal(tx, renewal.id, id));
    await db.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", renewalDue.id).execute();
    const other = await withDoctor(await handedOver(server), "ruth_okafor");
    const everybody = [asking, openCase, renewal, renewalDue, answered, other];
    const until = inDays(40);
    await away(today(), until, "hanna_lindqvist");
    await runJob();
    expect(await countsOf(...everybody)).toEqual([1, 1, 1, 1, 0, 0]);
    const [mail] = await mailsTo(asking);
    expect(mail?.subject).toBe(`Who answers you until ${formatDay(until)}`);
    expect(mail?.text).toContain(
      `Elena Marsh is away until ${formatDay(until)}. Until then, Hanna Lindqvist answers you.`,
    );
    const { products } = server.services.content.catalogue;
    const words = [
      ...products.map(({ name }) => name),
      "CANARY",
      "menopause",
      "hormone",
      "treatment",
      "prescription",
      "Dr.",
    ];
    expect(words.filter((word) => `${mail?.subject} ${mail?.text}`.toLowerCase().includes(word.toLowerCase()))).toEqual(
      [],
    );
    // Neither later, nor when the absence is longer than it was.
    goTo(inDays(1), 10);
    await away(addDays(today(), -1), addDays(until, 7), "hanna_lindqvist");
    await runJob();
    await runJob();
    expect(await countsOf(...everybody)).toEqual([1, 1, 1, 1, 0, 0]);
    // Who begins to wait while it lasts is told then, and the next absence is another one.
    await sendAsPatient(server, asking, asking.doctorConversationId, { message: "And now?" });
    await withDoctor(other);
    await runJob();
    expect(await countsOf(...everybody)).toEqual([1, 1, 1, 1, 0, 1]);
    goTo(addDays(until, 9), 10);
    await away(today(), inDays(9));
    await runJob();
    expect((await countsOf(openCase))[0]).toBe(2);
  });

  test.each<[Tables["care_case"]["status"], number]>([
    ["submitted", 1],
    ["accepted", 1],
    ["approved", 0],
    ["declined", 0],
    ["lapsed", 0],
  ])("a patient with nothing but a case that is %s is told %i times", async (status, times) => {
    const patient = await withDoctor(await handedOver(server));
    await setStatus(patient, status);
    await away(today(), inDays(9));
    await runJob();
    expect(await countsOf(patient)).toEqual([times]);
  });

  test.each([
    [false, 1],
    [true, 0],
  ])("a question in a conversation, closed: %s, told %i times", async (closed, times) => {
    const patient = await withDoctor(await patientWithConversations(server, "IA"));
    await setStatus(patient, "approved");
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "May I swim with it?" });
    await server.services.db
      .updateTable("conversation")
      .set({ closed_at: closed ? server.services.clock.now() : null })
      .where("id", "=", patient.doctorConversationId)
      .execute();
    await away(today(), inDays(9));
    await runJob();
    expect(await countsOf(patient)).toEqual([times]);
  });

  test.each([
    [3, 0],
    [4, 1],
  ])("an absence of %i days is told %i times", async (days, times) => {
    const patient = await withDoctor(await handedOver(server));
    await away(today(), inDays(days - 1));
    await runJob();
    expect(await countsOf(patient)).toEqual([times]);
  });

  test("not before it begins, nor in the night, nor once it is over", async () => {
    const patient = await withDoctor(await handedOver(server));
    await away(inDays(1), inDays(9));
    await runJob();
    goTo(inDays(1), 8.5);
    await runJob();
    expect(await countsOf(patient)).toEqual([0]);
    goTo(today(), 9);
    await runJob();
    expect(await countsOf(patient)).toEqual([1]);
    const late = await withDoctor(await handedOver(server));
    goTo(inDays(9), 10);
    await runJob();
    expect(await countsOf(late)).toEqual([0]);
  });

  test("where nobody covers the care team does, and where the chosen doctor isn't licensed another one", async () => {
    const [connecticut, alaska] = [
      await withDoctor(await handedOver(server, "CT")),
      await withDoctor(await handedOver(server, "AK")),
    ];
    await away(today(), inDays(9), "ines_valdez");
    await runJob();
    expect((await mailsTo(connecticut))[0]?.text).toContain("Until then, Hanna Lindqvist answers you.");
    expect((await mailsTo(alaska))[0]?.text).toContain("Until then, our care team answers you.");
  });
});
