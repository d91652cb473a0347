import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { deliverPaid, passDays } from "#server/treatment/testing/in-care.ts";
import { doseOf, everyDay, patientAtHome, pickDays } from "#server/wellbeing/testing/wellbeing.ts";
import { type Ending, titleOf } from "./ending.ts";
import { endingsBySubject } from "./endings.ts";
import { readLiveRows, keysOfTables } from "./live-rows.ts";
import { namesIn } from "./names.ts";
import { cleaningJobs } from "./not-endings.ts";

/*
 * Months after an ending nothing of it was charged or mailed, while a patient for whom nothing ended was charged and mailed of all of it. All endings live
 * through the same months on one server.
 */

/** Longer than four boxes of medicine. */
const days = 120;

interface Ended {
  readonly title: string;
  readonly never: NonNullable<Ending["never"]>;
  readonly patientId: string;
  readonly email: string;
  readonly at: Date;
  readonly mails: ReadonlySet<string>;
}

let server: TestServer;
let goesOn: { readonly id: string; readonly email: string; readonly at: Date };
const ended: Ended[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const rosa = await patientAtHome(server);
  await pickDays(server, rosa, (await doseOf(server, rosa, "capsule")).id, everyDay, 20);
  goesOn = { ...rosa, at: server.clock.now() };
  for (const ending of Object.values(endingsBySubject).flat()) if (ending.never) ended.push(await endOne(ending));
  await passReminder();
  for (let day = 0; day < days; day += 1) {
    await passDays(server, 1);
    if (day % 10 === 9) await passSchedules();
  }
  await server.jobs.drain();
}, 300_000);
afterAll(() => server.close());

/** The time of day at which whoever picked days is reminded. */
async function passReminder(): Promise<void> {
  const { db, jobs } = server.services;
  const schedules = db.selectFrom("dose_schedule").select("remind_at").where("patient_id", "=", goesOn.id);
  const { remind_at } = await schedules.executeTakeFirstOrThrow();
  server.clock.advance((remind_at?.getTime() ?? 0) - server.clock.now().getTime() + 60_000);
  await jobs.enqueue(db, "wellbeing-reminders", {});
  await jobs.drain();
}

/** Every job has its turn, and what was paid arrives, so that the next box is charged. */
async function passSchedules(): Promise<void> {
  await server.jobs.handleSchedules();
  await server.jobs.drain();
  for (const { id, email } of [goesOn, ...ended.map(({ patientId: id, email }) => ({ id, email }))])
    await deliverPaid(server, { id, email, token: "", password: "", refreshToken: "" });
}

async function endOne(ending: Ending): Promise<Ended> {
  const scene = await ending.open(server);
  const owner = await ownerOf(scene.ended);
  const { status, payload } = await scene.end();
  if (status >= 300) throw new Error(payload);
  await server.jobs.drain();
  const mails = new Set((await server.mailbox.list(owner.email)).map(({ id }) => id));
  return { title: titleOf(ending), never: ending.never ?? {}, ...owner, at: server.clock.now(), mails };
}

/** Whose it is that ends. */
async function ownerOf(ids: readonly string[]): Promise<{ readonly patientId: string; readonly email: string }> {
  const tables = ["subscription", "prescription", "renewal_request", "dose_schedule", "prescription_order"];
  const owners = tables.map((table) => `select patient_id from ${table} where id::text = any($ids)`).join(" union ");
  const list = `array[${ids.map((id) => `'${id}'`).join()}]`;
  const { rows } = await sql<{ id: string; email: string }>`${sql.raw(
    `select id, email from patient where id::text = any($ids) or id in (${owners})`.replaceAll("$ids", list),
  )}`.execute(server.services.db);
  return { patientId: rows[0]?.id ?? "", email: rows[0]?.email ?? "" };
}

/** Products of the patient's charges since a moment. */
async function chargedSince(patientId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct l.product_id from sandbox.intent i
      join sandbox.customer c on c.id = i.customer_id join order_line l on l.order_id::text = i.order_id
    where c.patient_id = ${patientId} and i.created_at > ${at} and i.status in ('succeeded', 'requires_capture')`.execute(
    server.services.db,
  );
  return rows.map(({ product_id }) => product_id);
}

const subjectsOf = async (email: string, but: ReadonlySet<string> = new Set()) =>
  (await server.mailbox.list(email)).filter(({ id }) => !but.has(id)).map(({ subject }) => subject);

test("a patient for whom nothing ended is charged and mailed of everything that others no longer are", async () => {
  const [charged, subjects] = [await chargedSince(goesOn.id, goesOn.at), await subjectsOf(goesOn.email)];
  expect(ended.length).toBeGreaterThan(12);
  for (const { title, never } of ended) {
    if (never.charged && never.charged !== "anything")
      expect([title, never.charged.filter((product) => !charged.includes(product))]).toEqual([title, []]);
    if (never.mailed) expect([title, subjects.some((subject) => never.mailed?.test(subject))]).toEqual([title, true]);
  }
});

test("nothing that ended is charged or mailed in the months after it", async () => {
  for (const { title, never, patientId, email, at, mails } of ended) {
    const charged = await chargedSince(patientId, at);
    const wrong = never.charged === "anything" ? charged : charged.filter((each) => never.charged?.includes(each));
    const mailed = (await subjectsOf(email, mails)).filter((subject) => never.mailed?.test(subject));
    expect.soft({ title, wrong, mailed }).toEqual({ title, wrong: [], mailed: [] });
  }
});

test("jobs that clean up end nothing that is live", async () => {
  const { db, jobs } = server.services;
  const keys = await keysOfTables(db);
  const before = await readLiveRows(db, keys, server.clock.now());
  for (const queue of namesIn(cleaningJobs)) if (queue !== "files-discard") await jobs.enqueue(db, queue, {});
  await jobs.drain();
  const after = await readLiveRows(db, keys, server.clock.now());
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, { table }]) => table);
  expect([...new Set(gone)]).toEqual([]);
});
