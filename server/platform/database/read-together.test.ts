import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { generateTableTypes } from "./generate-table-types.ts";
import { inTransaction } from "./open.ts";
import { bytesColumnName, timestampColumnName, readInOneStatement } from "./read-together.ts";
import { openTestDatabase } from "./testing/test-databases.ts";

const read = readInOneStatement((db, patientId) => ({
  patients: db.selectFrom("patient").selectAll().where("id", "=", patientId),
  discounts: db.selectFrom("earned_discount").selectAll().where("patient_id", "=", patientId),
}));

test("rows are the same as from separate queries: timestamps, days, bytes, numbers and nulls", async () => {
  const { db, close } = await openTestDatabase();
  const id = newId();
  const now = new Date("2026-05-01T12:34:56.789Z");
  const row = { id, email: `${id}@example.com`, password_hash: "none", created_at: now, password_changed_at: now };
  await db
    .insertInto("patient")
    .values({ ...row, firstname: "2026-05-01T12:34:56Z", lastname: "\\x41", phone_sealed: Buffer.from([0, 65, 255]) })
    .execute();
  const [readSeparately] = await db.selectFrom("patient").selectAll().where("id", "=", id).execute();
  const { patients, discounts } = await read(db, id);
  const bytes = (found: typeof readSeparately) => found && { ...found, phone_sealed: [...(found.phone_sealed ?? [])] };
  expect(bytes(patients[0])).toStrictEqual(bytes(readSeparately));
  expect(discounts).toEqual([]);
  await close();
});

test("another owner's rows are read by the same text", async () => {
  const { db, close } = await openTestDatabase();
  expect((await read(db, newId())).patients).toEqual([]);
  expect((await read(db, newId())).patients).toEqual([]);
  await close();
});

test("parallel first reads, in transactions and outside of them, do not wait for each other", async () => {
  const { db, close } = await openTestDatabase();
  const found = await Promise.all([
    read(db, newId()),
    inTransaction({ db }, ({ db: tx }) => read(tx, newId())),
    read(db, newId()),
    inTransaction({ db }, ({ db: tx }) => read(tx, newId())),
  ]);
  expect(found.map(({ patients }) => patients)).toEqual([[], [], [], []]);
  await close();
});

test("an owner is a value, whatever it contains", async () => {
  const { db, close } = await openTestDatabase();
  const byEmail = readInOneStatement((from, email) => ({
    patients: from.selectFrom("patient").select("email").where("email", "=", email),
  }));
  const at = new Date("2026-05-01T12:00:00Z");
  const emails = ["o'hara@example.com", "\\'); delete from patient; --", 'a%_"b@example.com'];
  for (const email of emails)
    await db
      .insertInto("patient")
      .values({ id: newId(), email, password_hash: "none", created_at: at, password_changed_at: at })
      .execute();
  for (const email of emails) expect((await byEmail(db, email)).patients).toEqual([{ email }]);
  await close();
});

test("on the root handle inside a transaction it is refused, even once compiled", async () => {
  const { db, close } = await openTestDatabase();
  await read(db, newId());
  await expect(inTransaction({ db }, () => read(db, newId()))).rejects.toThrow("transaction handle");
  expect((await inTransaction({ db }, ({ db: tx }) => read(tx, newId()))).patients).toEqual([]);
  await close();
});

test("column names tell which hold a timestamp and which bytes", async () => {
  const database = await openTestDatabase();
  const columns = [...(await generateTableTypes(database.db)).matchAll(/^ {4}(\w+): (.*);$/gm)];
  await database.close();
  const named = (type: string) => columns.flatMap(([, name = "", of = ""]) => (of.includes(type) ? name : []));
  expect(named("Timestamp").filter((name) => !timestampColumnName.test(name))).toEqual([]);
  expect(named("Uint8Array").filter((name) => !bytesColumnName.test(name))).toEqual([]);
});
