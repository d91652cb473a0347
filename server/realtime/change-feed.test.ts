import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { deleteOldChanges } from "#server/platform/realtime/feed/change-queries.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const fetchChanges = async (patient: TestPatient, cursor?: string) =>
  server.call(
    notifications.changes,
    { query: cursor === undefined ? {} : { cursor } },
    { token: await tokenOf(server, patient) },
  );
const currentCursor = async (patient: TestPatient) => (await fetchChanges(patient)).ok.cursor;
const changesSince = async (patient: TestPatient, cursor: string) => (await fetchChanges(patient, cursor)).ok;
const setPharmacy = ({ token }: TestPatient, pharmacy: string) =>
  server.call(account.updatePharmacy, { body: { pharmacy } }, { token });
const topics = (items: readonly { topic: string }[]) => [...new Set(items.map(({ topic }) => topic))];

test("proof 7: without a cursor the feed gives its position only; with one, the changes since, each once", async () => {
  const patient = await server.newPatient();
  const { ok } = await fetchChanges(patient);
  expect(ok).toMatchObject({ items: [], more: false });
  await setPharmacy(patient, "First");
  await setPharmacy(patient, "Second");
  const changed = await changesSince(patient, ok.cursor);
  expect(changed.items.map(({ topic, id }) => [topic, id])).toEqual([["user", patient.id]]);
  expect(await changesSince(patient, changed.cursor)).toEqual({ items: [], cursor: changed.cursor, more: false });
});

test("proof 7: a message, its notification, and a read mark by another tab", async () => {
  const patient = await server.newPatient();
  const cursor = await currentCursor(patient);
  const { conversationid: id, id: message } = await postClinicMessage(server, patient.id, "Good news");
  const first = await changesSince(patient, cursor);
  expect(topics(first.items)).toEqual(expect.arrayContaining(["conversation", "message", "notification"]));
  expect(first.items).toContainEqual(expect.objectContaining({ topic: "message", id: message }));
  await server.call(messages.markAsRead, { params: { id }, body: { seq: 1 } }, { token: patient.token });
  const second = await changesSince(patient, first.cursor);
  expect(second.items).toContainEqual(expect.objectContaining({ topic: "conversation", id }));
  await server.call(notifications.readAll, { body: {} }, { token: patient.token });
});

test("proof 7: mail preferences and sessions on other devices", async () => {
  const patient = await server.newPatient();
  const cursor = await currentCursor(patient);
  const { token } = patient;
  await server.call(notifications.savePreferences, { body: { messages: false, updates: true } }, { token });
  const first = await changesSince(patient, cursor);
  expect(first.items.map(({ topic, id }) => [topic, id])).toEqual([["user", patient.id]]);
  const session = { patient_id: patient.id, created_at: new Date(), last_used_at: new Date(), expires_at: new Date() };
  const id = crypto.randomUUID();
  const { db } = server.services;
  await db
    .insertInto("session")
    .values({ id, ...session })
    .execute();
  const second = await changesSince(patient, first.cursor);
  expect(second.items.map((item) => [item.topic, item.id])).toEqual([["user", id]]);
  // Using a session is no change, ending it is.
  await db.updateTable("session").set({ last_used_at: new Date() }).where("id", "=", id).execute();
  expect((await changesSince(patient, second.cursor)).items).toEqual([]);
  await db.updateTable("session").set({ revoked_at: new Date() }).where("id", "=", id).execute();
  expect((await changesSince(patient, second.cursor)).items.map((item) => [item.topic, item.id])).toEqual([
    ["user", id],
  ]);
});

test.each([
  "shipping_address",
  "billing_address",
  "identity_photo",
  "health_answers_version",
  "referral_invitation",
  "referral_reward",
])("proof 7: %s is on a patient's screens, so its changes are recorded at the commit", async (table) => {
  const { rows } =
    await sql`select 1 from pg_trigger where tgrelid = ${table}::regclass and tginitdeferred and tgfoid = ${`note_${table}`}::regproc`.execute(
      server.services.db,
    );
  expect(rows.length).toBeGreaterThan(0);
});

test("proof 7: an order, the treatment and the visit", async () => {
  const patient = await handedOver(server, "IA");
  const start = Buffer.from("0 0").toString("base64url");
  const items = [];
  let cursor = start;
  for (let more = true; more;) {
    const page = await changesSince(patient, cursor);
    items.push(...page.items);
    ({ cursor, more } = page);
  }
  expect(topics(items)).toEqual(expect.arrayContaining(["user", "onboarding", "order", "payment", "treatment"]));
});

test("proof 7: more than fits in one answer continues behind its cursor, and nothing is left out", async () => {
  const patient = await server.newPatient();
  let cursor = await currentCursor(patient);
  await inTransaction(server.services, async ({ db: tx }) => {
    await sql`select note_change(${patient.id}::uuid, 'order', gen_random_uuid()) from generate_series(1, 450)`.execute(
      tx,
    );
  });
  const sizes: number[] = [];
  const seen = new Set<string | null>();
  for (let more = true; more;) {
    const page = await changesSince(patient, cursor);
    sizes.push(page.items.length);
    for (const { id } of page.items) seen.add(id);
    ({ cursor, more } = page);
  }
  expect([sizes, seen.size]).toEqual([[200, 200, 50], 450]);
});

describe("proof 7: the cursor is gone, and everything is fetched again", () => {
  const deleteOld = () => server.jobs.handleSchedules().then(() => server.jobs.drain());
  const backdate = (patient: TestPatient, days: number, upTo: number) =>
    sql`update change_event set at = now() - make_interval(days => ${days}) where patient_id = ${patient.id} and seq <= ${upTo}`.execute(
      server.services.db,
    );

  test("when the cursor is older than what is kept; a newer one continues", async () => {
    const patient = await server.newPatient();
    const old = await currentCursor(patient);
    await setPharmacy(patient, "First");
    await setPharmacy(patient, "Second");
    const recent = await currentCursor(patient);
    await setPharmacy(patient, "Third");
    const { seq } = await server.services.db
      .selectFrom("change_feed")
      .select("last_seq as seq")
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    await backdate(patient, 8, seq - 1);
    await deleteOld();
    const gone = await fetchChanges(patient, old);
    expect([gone.status, gone.problem.code]).toEqual([410, "gone"]);
    expect((await changesSince(patient, recent)).items).toHaveLength(1);
    // With everything deleted, a cursor at the end has missed nothing, an earlier one has.
    const end = await currentCursor(patient);
    await backdate(patient, 8, seq);
    await deleteOld();
    expect((await fetchChanges(patient, recent)).status).toBe(410);
    expect((await changesSince(patient, end)).items).toEqual([]);
  });

  test("when something in the middle is deleted: earlier changes are not given as if they were complete", async () => {
    const patient = await server.newPatient();
    const start = await currentCursor(patient);
    for (const name of ["First", "Second", "Third"]) await setPharmacy(patient, name);
    const events = server.services.db.deleteFrom("change_event").where("patient_id", "=", patient.id);
    await events
      .where("seq", "=", sql<number>`(select last_seq - 1 from change_feed where patient_id = ${patient.id})`)
      .execute();
    expect((await fetchChanges(patient, start)).status).toBe(410);
  });

  test("the oldest are deleted first, whatever their physical order", async () => {
    const patient = await server.newPatient();
    for (const name of ["First", "Second", "Third"]) await setPharmacy(patient, name);
    const { db } = server.services;
    const seqs = async () =>
      (
        await db.selectFrom("change_event").select("seq").where("patient_id", "=", patient.id).orderBy("seq").execute()
      ).map(({ seq }) => seq);
    const all = await seqs();
    await backdate(patient, 9, all.at(-1) ?? 0);
    // An updated row moves to the end of the table.
    await sql`update change_event set topic = topic where patient_id = ${patient.id} and seq = ${all[0]}`.execute(db);
    await deleteOldChanges(db, 1, new Date());
    expect(await seqs()).toEqual(all.slice(1));
  });

  test("when the cursor is of a feed that was restored from a backup", async () => {
    const patient = await server.newPatient();
    await setPharmacy(patient, "Kept");
    const keptFeed = await server.services.db
      .selectFrom("change_feed")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    await setPharmacy(patient, "Lost");
    const lostCursor = await currentCursor(patient);
    await server.services.db
      .deleteFrom("change_event")
      .where("patient_id", "=", patient.id)
      .where("seq", ">", keptFeed.last_seq)
      .execute();
    await server.services.db
      .updateTable("change_feed")
      .set({ last_seq: keptFeed.last_seq })
      .where("patient_id", "=", patient.id)
      .execute();
    expect((await fetchChanges(patient, lostCursor)).status).toBe(410);
    await setPharmacy(patient, "Anew");
    await setPharmacy(patient, "Anew again");
    expect((await fetchChanges(patient, lostCursor)).status).toBe(410);
  });
});

test.each(["x", "MSAy.", Buffer.from("-1 0").toString("base64url"), Buffer.from("1e9 0").toString("base64url")])(
  "a cursor never handed out is refused: %j",
  async (cursor) => {
    const patient = await server.newPatient();
    expect((await fetchChanges(patient, cursor)).status).toBe(400);
  },
);

test("a cursor of another patient reveals nothing of theirs", async () => {
  const [patient, other] = [await server.newPatient(), await server.newPatient()];
  const cursor = await currentCursor(other);
  await setPharmacy(other, "Hers");
  const { status, ok } = await fetchChanges(patient, cursor);
  if (status === 200) expect(JSON.stringify(ok)).not.toContain(other.id);
  else expect(status).toBe(410);
});

if (testDatabaseUrl() === null)
  test("the embedded database runs one transaction after another; overlapping ones are tested on a server", async () => {
    expect(server.database.pool).toBeNull();
  });
else
  test("proof 7: commits out of order never hide a change: each of two overlapping transactions is reported, once", async () => {
    const patient = await server.newPatient();
    const socket = await connect(await listen(server), patient.token);
    const start = await currentCursor(patient);
    const connectionString = server.database.pool?.options.connectionString ?? "";
    const [firstClient, secondClient] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
    await Promise.all([firstClient.connect(), secondClient.connect()]);
    const write = (client: pg.Client, name: string) =>
      client.query(
        `insert into notification (id, patient_id, kind, text_sealed, created_at) values (gen_random_uuid(), $1, $2, '', now()) returning id`,
        [patient.id, name],
      );
    await firstClient.query("begin");
    const first = await write(firstClient, "order");
    await secondClient.query("begin");
    const second = await write(secondClient, "offer");
    // The one that began and wrote later commits first.
    await secondClient.query("commit");
    const waitForChange = async (id: string) =>
      socket.waitFor("changes", ({ items }) => items.some((item) => item.id === id));
    await waitForChange(second.rows[0].id);
    const between = await changesSince(patient, start);
    expect(between.items.map(({ id }) => id)).toEqual([second.rows[0].id]);
    await firstClient.query("commit");
    await waitForChange(first.rows[0].id);
    const after = await changesSince(patient, between.cursor);
    expect(after.items.map(({ id }) => id)).toEqual([first.rows[0].id]);
    // Both commit at the same time: the second waits until the first has its sequence number.
    await Promise.all([firstClient.query("begin"), secondClient.query("begin")]);
    const ids = [(await write(firstClient, "order")).rows[0].id, (await write(secondClient, "offer")).rows[0].id];
    await firstClient.query("set constraints all immediate");
    const waiting = secondClient.query("commit");
    await firstClient.query("commit");
    await waiting;
    expect((await changesSince(patient, after.cursor)).items.map(({ id }) => id)).toEqual(ids);
    await Promise.all([firstClient.end(), secondClient.end()]);
    socket.close();
  });
