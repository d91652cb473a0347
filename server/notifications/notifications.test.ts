import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { unreadNotificationCount as unreadNotifications } from "./notification-queries.ts";
import { notifyAndMail } from "./notify-and-mail.ts";
import { notify } from "./notify.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Creates a notification, told apart by its order number; `at` defaults to the current time. */
const createNotification = (
  patientId: string,
  ordernumber: string,
  { key = newId(), at }: { key?: string; at?: Date } = {},
) =>
  inTransaction(server.services, ({ db }) =>
    notify(
      { ...server.services, db, clock: at ? { now: () => at } : server.clock },
      { patientId, template: "order_placed", values: { ordernumber, orderid: newId() }, dedupeKey: key },
    ),
  );

const fetchPage = async ({ token }: TestPatient, nextpage?: string) =>
  (await server.call(notifications.list, { query: nextpage === undefined ? {} : { nextpage } }, { token })).ok;

test("of one thing each template is mailed once, and one template's mail is none of another's", async () => {
  const patient = await server.newPatient();
  const dedupeKey = newId();
  const told = { date: "May 5", phone: "555-0100" };
  const both = () =>
    inTransaction(server.services, async (tx) => {
      const common = { patientId: patient.id, dedupeKey };
      await notifyAndMail(tx, { ...common, template: "answers_told", values: told });
      const values = { ...told, how: "by phone", who: "Our team", what: "your name" };
      await notifyAndMail(tx, { ...common, template: "contact_changed", values });
    });
  await server.jobs.drain();
  const before = (await server.mailbox.list(patient.email)).length;
  await both();
  await both();
  await server.jobs.drain();
  expect((await server.mailbox.list(patient.email)).length - before).toBe(2);
  expect((await fetchPage(patient)).items).toHaveLength(2);
});

describe("§7 GET notification", () => {
  test("§2.3 §3 title, description, date and linked page, newest first, with the unread count", async () => {
    const patient = await server.newPatient();
    await createNotification(patient.id, "A-1", { at: new Date("2026-03-01T10:00:00Z") });
    await createNotification(patient.id, "A-2", { at: new Date("2026-03-02T10:00:00Z") });
    const { items, nextpage, unreadcount } = await fetchPage(patient);
    expect(items.map(({ description }) => description)).toEqual([
      "We have order A-2, and we're packing it now.",
      "We have order A-1, and we're packing it now.",
    ]);
    expect(items[0]).toEqual({
      id: expect.any(String),
      kind: "order",
      title: "Thank you for your order",
      description: "We have order A-2, and we're packing it now.",
      href: expect.stringMatching(/^\/order\/[0-9a-f-]{36}$/),
      timestampcreated: "2026-03-02T10:00:00.000Z",
      timestampread: null,
    });
    expect({ nextpage, unreadcount }).toEqual({ nextpage: null, unreadcount: 2 });
  });

  test("is empty at first", async () => {
    expect(await fetchPage(await server.newPatient())).toEqual({ items: [], nextpage: null, unreadcount: 0 });
  });

  test("§9 pages by nextpage; those of the same millisecond each appear on one page", async () => {
    const patient = await server.newPatient();
    const numbers = Array.from({ length: 2 * pageSize + 1 }, (_, index) => `B-${index}`);
    const at = new Date("2026-03-01T10:00:00.123Z");
    for (const number of numbers) await createNotification(patient.id, number, { at });
    const pages = [await fetchPage(patient)];
    for (let next = pages[0]?.nextpage; next; next = pages.at(-1)?.nextpage) pages.push(await fetchPage(patient, next));
    expect(pages.map(({ items }) => items.length)).toEqual([pageSize, pageSize, 1]);
    const all = pages.flatMap(({ items }) => items);
    expect(new Set(all.map(({ timestampcreated }) => timestampcreated)).size).toBe(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(numbers.length);
    expect(pages.map(({ unreadcount }) => unreadcount)).toEqual([101, 101, 101]);
  });

  test("one that arrives between two pages makes none appear twice", async () => {
    const patient = await server.newPatient();
    for (let index = 0; index <= pageSize; index += 1) await createNotification(patient.id, `C-${index}`);
    const first = await fetchPage(patient);
    await createNotification(patient.id, "C-new", { at: new Date(server.clock.now().getTime() + 1) });
    const second = await fetchPage(patient, first.nextpage ?? "");
    expect(second.items).toHaveLength(1);
    expect(first.items.map(({ id }) => id)).not.toContain(second.items[0]?.id);
  });

  test("a made-up nextpage is refused", async () => {
    const { token } = await server.newPatient();
    const { status, problem } = await server.call(notifications.list, { query: { nextpage: "bm9uZQ" } }, { token });
    expect({ status, code: problem.code }).toEqual({ status: 400, code: "bad_request" });
  });
});

describe("§7 PUT notification/{id}/read", () => {
  const read = (id: string, token: string) => server.call(notifications.read, { params: { id }, body: {} }, { token });

  test("marks one as read; a repeat keeps the first time", async () => {
    const patient = await server.newPatient();
    await createNotification(patient.id, "D-1");
    await createNotification(patient.id, "D-2");
    const [one] = (await fetchPage(patient)).items;
    const { ok } = await read(one?.id ?? "", patient.token);
    expect(ok).toEqual({ notification: { ...one, timestampread: expect.any(String) }, unreadcount: 1 });
    server.clock.advance(1000);
    expect((await read(one?.id ?? "", patient.token)).ok).toEqual(ok);
  });

  test("another patient's notification is not found and stays unread", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    await createNotification(patient.id, "E-1");
    const [one] = (await fetchPage(patient)).items;
    const { status, problem } = await read(one?.id ?? "", other.token);
    expect({ status, code: problem.code }).toEqual({ status: 404, code: "not_found" });
    expect((await fetchPage(patient)).unreadcount).toBe(1);
  });

  test("an unknown id is not found", async () => {
    const { token } = await server.newPatient();
    expect((await read(newId(), token)).status).toBe(404);
  });
});

describe("§7 PUT notification/all/read", () => {
  const readAll = ({ token }: TestPatient, body: { upto?: string } = {}) =>
    server.call(notifications.readAll, { body }, { token });

  test("§2.3 closing the panel marks all as read, on other pages too, but no other patient's", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    for (let index = 0; index <= pageSize; index += 1) await createNotification(patient.id, `F-${index}`);
    await createNotification(other.id, "F-other");
    expect((await readAll(patient)).ok).toEqual({ unreadcount: 0 });
    const { items, unreadcount } = await fetchPage(patient);
    expect({ unreadcount, unread: items.filter(({ timestampread }) => timestampread === null) }).toEqual({
      unreadcount: 0,
      unread: [],
    });
    expect((await fetchPage(other)).unreadcount).toBe(1);
  });

  test("one that arrives later stays unread; a repeat changes no time", async () => {
    const patient = await server.newPatient();
    await createNotification(patient.id, "G-1");
    await readAll(patient);
    const before = await fetchPage(patient);
    server.clock.advance(1000);
    await createNotification(patient.id, "G-2");
    expect((await fetchPage(patient)).unreadcount).toBe(1);
    await readAll(patient);
    expect((await fetchPage(patient)).items.at(-1)).toEqual(before.items[0]);
  });

  test("§2.3 what came after the newest one shown to the patient stays unread", async () => {
    const patient = await server.newPatient();
    for (const key of ["I-1", "I-2"]) await createNotification(patient.id, key);
    const [newestShown] = (await fetchPage(patient)).items;
    server.clock.advance(1000);
    await createNotification(patient.id, "I-3");
    expect((await readAll(patient, { upto: newestShown?.id ?? "" })).ok).toEqual({ unreadcount: 1 });
    expect((await fetchPage(patient)).items.map(({ timestampread }) => timestampread === null)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("up to another patient's notification, nothing is marked", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    for (const { id } of [patient, other]) await createNotification(id, `J-${id}`);
    const [othersNotification] = (await fetchPage(other)).items;
    expect((await readAll(patient, { upto: othersNotification?.id ?? "" })).status).toBe(404);
    expect((await fetchPage(patient)).unreadcount).toBe(1);
  });

  test("§2.3 marking thousands is one change in the patient's feed", async () => {
    const patient = await server.newPatient();
    const { db } = server.services;
    await sql`
      insert into notification (id, patient_id, kind, text_sealed, created_at)
      select gen_random_uuid(), ${patient.id}::uuid, 'order', ''::bytea, now() from generate_series(1, 3000)`.execute(
      db,
    );
    const changes = () =>
      db
        .selectFrom("change_event")
        .select(["topic", "object_id"])
        .where("patient_id", "=", patient.id)
        .orderBy("seq")
        .execute();
    const before = await changes();
    expect(await readAll(patient)).toMatchObject({ ok: { unreadcount: 0 } });
    expect((await changes()).slice(before.length)).toEqual([{ topic: "notification", object_id: null }]);
  });

  test("two tabs at once both succeed", async () => {
    const patient = await server.newPatient();
    for (let index = 0; index < 20; index += 1) await createNotification(patient.id, `H-${index}`);
    const answers = await Promise.all(Array.from({ length: 6 }, () => readAll(patient)));
    expect(answers.map(({ status, ok }) => [status, ok.unreadcount])).toEqual(Array(6).fill([200, 0]));
  });

  test("without a token nothing is marked", async () => {
    const { status } = await server.call(notifications.readAll, { body: {} });
    expect(status).toBe(401);
  });
});

describe("storage", () => {
  test("two with one key become one, also concurrently", async () => {
    const patient = await server.newPatient();
    const key = newId();
    await Promise.all(Array.from({ length: 10 }, () => createNotification(patient.id, "I-1", { key })));
    expect((await fetchPage(patient)).items).toHaveLength(1);
  });

  test("a failed transaction leaves none", async () => {
    const patient = await server.newPatient();
    const failingTransaction = inTransaction(server.services, async ({ db }) => {
      const values = { ordernumber: "J-1", orderid: newId() };
      await notify(
        { ...server.services, db },
        { patientId: patient.id, template: "order_placed", values, dedupeKey: "J" },
      );
      throw new Error("The rest did not work.");
    });
    await expect(failingTransaction).rejects.toThrow("The rest did not work.");
    expect(await unreadNotifications(server.services.db, patient.id)).toBe(0);
  });

  test("its text is sealed with its own id", async () => {
    const patient = await server.newPatient();
    await createNotification(patient.id, "CANARY-K-1");
    const { db, secrets } = server.services;
    const rows = await db.selectFrom("notification").selectAll().where("patient_id", "=", patient.id).execute();
    const [row] = rows;
    const bytes = Buffer.from(row?.text_sealed ?? []);
    expect(bytes.includes("CANARY")).toBe(false);
    expect(JSON.stringify({ ...row, text_sealed: null })).not.toContain("CANARY");
    expect(secrets.open(bytes, sealed("notification.text_sealed")(row?.id ?? ""))).toMatchObject({
      description: expect.stringContaining("CANARY-K-1"),
    });
    expect(() => secrets.open(bytes, sealed("notification.text_sealed")(newId()))).toThrow();
  });
});

describe("§7 GET and PUT notification/preferences", () => {
  const preferencesOf = async ({ token }: TestPatient) =>
    (await server.call(notifications.preferences, {}, { token })).ok;
  const save = (token: string, body: { messages: boolean; updates: boolean }) =>
    server.call(notifications.savePreferences, { body }, { token });

  test("the patient gets all mails until they choose; the choice affects no other patient", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    expect(await preferencesOf(patient)).toEqual({ messages: true, updates: true });
    expect((await save(patient.token, { messages: false, updates: true })).ok).toEqual({
      messages: false,
      updates: true,
    });
    await save(patient.token, { messages: true, updates: false });
    await save(patient.token, { messages: true, updates: false });
    expect(await preferencesOf(patient)).toEqual({ messages: true, updates: false });
    expect(await preferencesOf(other)).toEqual({ messages: true, updates: true });
  });

  test("an incomplete choice is refused", async () => {
    const { token } = await server.newPatient();
    const { status } = await save(token, { messages: false } as never);
    expect(status).toBe(400);
  });

  test("without a token they are refused", async () => {
    expect((await server.call(notifications.preferences, {})).status).toBe(401);
    expect((await server.call(notifications.list, { query: {} })).status).toBe(401);
  });
});
