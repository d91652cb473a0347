import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { staff } from "#contract/staff/calls.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { dueMailsQueue } from "./due-mails.ts";
import { closeItem, openWorkItem } from "./public.ts";

const pager = "pager@practice.example";
let server: TestServer;
let nurse: StaffPerson;
let physician: StaffPerson;
let finance: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  nurse = await signedInStaff(server, ["nurse"]);
  physician = await signedInStaff(server, ["physician"], "elena_marsh");
  finance = await signedInStaff(server, ["finance"]);
});
afterAll(() => server.close());

const today = () => clinicToday(server.services);
function goTo(day: string, hour: number): void {
  const at = startOfDay(server.services.content.brand.timezone, day).getTime() + hour * 3_600_000;
  server.clock.advance(at - server.clock.now().getTime());
}
/** Ten in the morning of a weekday nothing was told on yet, with these on call. */
function newDay(...onCall: string[]): void {
  do goTo(addDays(today(), 1), 10);
  while (new Date(today()).getUTCDay() !== 2);
  Object.assign(server.services.config, { onCallEmails: onCall });
}
beforeEach(() => newDay(pager));

async function openItem(patientId: string, within: "today" | 1): Promise<string> {
  const entry = { answers: [], flags: [], document: null };
  const item = { kind: "words", patientId, scope: "clinical", within, holds: [], entry } as const;
  const { id } = await inTransaction(server.services, (tx) => openWorkItem(tx, item));
  await server.jobs.drain();
  return id;
}
const runJob = async () => {
  await server.jobs.enqueue(server.services.db, dueMailsQueue, {});
  await server.jobs.drain();
};
/** Who was mailed about an item, one for each mail. */
async function mailed(id: string, ...more: string[]): Promise<string[]> {
  const addresses = [pager, nurse.email, physician.email, finance.email, server.services.content.brand.supportemail];
  const found: string[] = [];
  for (const to of [...addresses, ...more])
    for (const { text } of await server.mailbox.list(to)) if (text.includes(id)) found.push(to);
  return found;
}
const claim = (by: StaffPerson, id: string) =>
  by.browser.call(staff.claim, { params: { kind: "work_item", id }, body: {} });

describe("what is due today is mailed about", () => {
  test("to everybody on call of the right role; an address of nobody is anybody's, one of another role is left out", async () => {
    newDay(finance.email.toUpperCase(), physician.email, pager, nurse.email);
    const id = await openItem((await server.newPatient()).id, "today");
    expect((await mailed(id)).toSorted()).toEqual([pager, nurse.email, physician.email].toSorted());
  });

  test("somebody is always mailed: those on call whatever their role, or the support address", async () => {
    newDay(finance.email);
    const id = await openItem((await server.newPatient()).id, "today");
    expect(await mailed(id)).toEqual([finance.email]);
    newDay();
    const other = await openItem((await server.newPatient()).id, "today");
    expect(await mailed(other)).toEqual([server.services.content.brand.supportemail]);
  });

  test("once a day, whatever is added to it; to whoever works on it by then, and to nobody else", async () => {
    const { id: patientId } = await server.newPatient();
    const id = await openItem(patientId, 1);
    expect(await mailed(id)).toEqual([]);
    await openItem(patientId, "today");
    expect(await mailed(id)).toEqual([pager]);
    await openItem(patientId, "today");
    await claim(nurse, id);
    await runJob();
    expect(await mailed(id)).toEqual([pager]);
    goTo(addDays(today(), 1), 9);
    const again = await signedInStaff(server, ["nurse"]);
    await claim(again, id);
    await runJob();
    await runJob();
    expect((await mailed(id, again.email)).toSorted()).toEqual([again.email, pager].toSorted());
  });

  test("on the day it is due, though it was told before, and each day until it is closed; not before eight in the morning", async () => {
    const [one, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
    const [id, closed] = [await openItem(one, 1), await openItem(other, 1)];
    await closeItem(server.services, { id: closed, version: 1, outcome: "no_change", note: undefined, actor: "key:1" });
    await runJob();
    goTo(addDays(today(), 1), 7.9);
    await runJob();
    expect(await mailed(id)).toEqual([]);
    goTo(today(), 8);
    await runJob();
    expect(await mailed(id)).toEqual([pager]);
    goTo(addDays(today(), 1), 8.5);
    await runJob();
    expect(await mailed(id)).toEqual([pager, pager]);
    expect(await mailed(closed)).toEqual([]);
  });

  test("who left is not mailed, and what they worked on is everybody's again", async () => {
    const gone = await signedInStaff(server, ["nurse"]);
    newDay(gone.email, pager);
    const { id: patientId } = await server.newPatient();
    const id = await openItem(patientId, 1);
    await server.call(staff.disableMember, { params: { id: gone.id }, body: {} }, { apiKey });
    await openItem(patientId, "today");
    expect(await mailed(id, gone.email)).toEqual([pager]);
  });
});
