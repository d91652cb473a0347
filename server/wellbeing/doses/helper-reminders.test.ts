import { beforeEach, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import type { HelperPart } from "#contract/account/helpers.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { helperOf, joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { doseOf, patientAtHome } from "../testing/wellbeing.ts";
import { sendReminders } from "./send-reminders.ts";

const server = serverAtNoon();
let [rosa, joan]: [TestPatient, TestPatient] = [] as never;
beforeEach(async () => {
  [rosa, joan] = [await patientAtHome(server), await patientAtHome(server)];
  for (const patient of [rosa, joan])
    for (const [name, hour] of [
      ["patch", 8],
      ["capsule", 21],
    ] as const)
      expect((await pick(patient, name, hour)).status).toBe(200);
});

/** The patient's own choice: the first days there are, and this hour. */
async function pick(patient: TestPatient, name: "patch" | "capsule", remindat: number | null) {
  const { id, options } = await doseOf(server, patient, name);
  const body = { days: options[0]?.days ?? [], remindat };
  return server.call(wellbeing.pickDays, { params: { id }, body }, { token: await tokenOf(server, patient) });
}
const helperWith = (patient: TestPatient, parts: readonly HelperPart[]) =>
  joinedHelper(server, patient, { parts, firstname: "Ana" });
const read = (token: string) => server.call(account.helperReminders, {}, { token });
const set = (token: string, id: string, remindat: number | null) =>
  server.call(account.setHelperReminder, { params: { id }, body: { remindat } }, { token });
const shown = async (patient: TestPatient, name: "patch" | "capsule") => (await doseOf(server, patient, name)).schedule;

test("a helper reads the hours, by number; which medicine it is only with the part orders, and no days either way", async () => {
  const { token } = await helperWith(rosa, ["reminders"]);
  const { ok } = await read(token);
  expect(ok.items.map(({ title, remindat }) => [title, remindat])).toEqual([
    ["Reminder 1", 8],
    ["Reminder 2", 21],
  ]);
  expect(ok).toMatchObject({ mailed: true, timezone: expect.stringContaining("Central") });
  const names = [(await doseOf(server, rosa, "patch")).name, (await doseOf(server, rosa, "capsule")).name];
  for (const name of names) expect(JSON.stringify(ok)).not.toContain(name);
  const withOrders = await helperWith(rosa, ["reminders", "orders"]);
  const named = (await read(withOrders.token)).ok;
  expect(named.items.map(({ title }) => title)).toEqual(names);
  for (const answer of [ok, named])
    expect(answer.items.map((item) => Object.keys(item).toSorted())).toEqual(
      Array(2).fill(["id", "remindat", "title"]),
    );
});

test("sets one hour: its days and the other reminder stay, and the patient reads who chose it, and what they did", async () => {
  const ana = await helperWith(rosa, ["reminders"]);
  const before = { patch: await shown(rosa, "patch"), capsule: await shown(rosa, "capsule") };
  const { id } = await doseOf(server, rosa, "capsule");
  const { ok } = await set(ana.token, id, 19);
  expect(ok.items.map(({ remindat }) => remindat)).toEqual([8, 19]);
  expect(await shown(rosa, "patch")).toEqual(before.patch);
  const capsule = await shown(rosa, "capsule");
  expect(capsule).toMatchObject({ days: before.capsule?.days, remindat: 19 });
  expect(capsule?.reminder).toContain("7 pm");
  expect(capsule?.reminder).toContain("Ana chose this for you. You can change it.");
  expect((await helperOf(server, rosa, ana.id)).acts.map(({ text }) => text)).toEqual([
    "Changed the time of a reminder",
  ]);
  expect((await shown(joan, "capsule"))?.remindat).toBe(21);
});

test("the patient changes it back, and is who chose it then", async () => {
  const { token } = await helperWith(rosa, ["reminders"]);
  const { id } = await doseOf(server, rosa, "patch");
  expect((await set(token, id, null)).status).toBe(200);
  expect((await shown(rosa, "patch"))?.reminder).toBe(
    "You'll get no reminder. Ana chose this for you. You can change it.",
  );
  await pick(rosa, "patch", 8);
  expect((await shown(rosa, "patch"))?.reminder).not.toContain("Ana");
});

test("the reminder is mailed at the helper's hour, to the patient", async () => {
  const ana = await helperWith(rosa, ["reminders"]);
  await set(ana.token, (await doseOf(server, rosa, "capsule")).id, 19);
  await server.jobs.drain();
  const count = async (email: string) =>
    (await server.mailbox.list(email)).filter(({ subject }) => subject === "Your reminder for today").length;
  const remindIn = async (hours: number) => {
    server.clock.advance(hours * 3_600_000);
    await sendReminders(server.services);
    await server.jobs.drain();
    return count(rosa.email);
  };
  // From 11 in the morning, or noon in summer, where the patient lives; the patch's reminder was at 8.
  expect(await remindIn(6.5)).toBe(0);
  expect(await remindIn(2)).toBe(1);
  expect(await count(ana.email)).toBe(0);
});

test("nothing without the part, of another patient, without days, or at an hour there isn't", async () => {
  const [ana, without] = [
    await helperWith(rosa, ["reminders"]),
    await helperWith(rosa, ["orders", "messages", "documents"]),
  ];
  const own = (await doseOf(server, rosa, "patch")).id;
  expect((await read(without.token)).status).toBe(403);
  expect((await set(without.token, own, 9)).status).toBe(403);
  expect((await set(ana.token, (await doseOf(server, joan, "patch")).id, 9)).status).toBe(404);
  expect((await set(ana.token, own, 3)).status).toBe(400);
  await server.call(wellbeing.endDays, { params: { id: own } }, { token: await tokenOf(server, rosa) });
  expect((await set(ana.token, own, 9)).status).toBe(404);
  expect((await read(ana.token)).ok.items.map(({ remindat }) => remindat)).toEqual([21]);
  const token = await tokenOf(server, rosa);
  expect((await read(token)).status).toBe(404);
  expect((await set(token, (await doseOf(server, rosa, "capsule")).id, 9)).status).toBe(404);
});

test("nothing once the help has ended", async () => {
  const ana = await helperWith(rosa, ["reminders"]);
  const { id } = await doseOf(server, rosa, "patch");
  await server.call(account.endHelper, { params: { id: ana.id } }, { token: await tokenOf(server, rosa) });
  expect((await set(ana.token, id, 9)).status).toBe(401);
  expect((await shown(rosa, "patch"))?.remindat).toBe(8);
});
