import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { openSealedValue } from "#server/platform/crypto/sealed-columns.ts";
import { isSealedColumn, sealedColumns } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newId } from "#server/platform/ids.ts";
import { columnsInClear } from "#server/testing/columns-in-clear.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { fullPatient, secretWords } from "../testing/full-patient.ts";
import { type DataSubject, subjectOf } from "./data-subject.ts";
import { erasePatient, clinicalRetentionEnd, findLastCareAt } from "./erase.ts";
import { erasureRules } from "./erasure-rules.ts";
import { exportPatient } from "./export.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Bytes the server stored, by file name. */
const storedBytes = new Map<string, Uint8Array>();
const files: FileStore = {
  put: async (key, bytes) => void storedBytes.set(key, bytes),
  get: async (key) => storedBytes.get(key),
  remove: async (key) => void storedBytes.delete(key),
};
const yearMs = 366 * 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "calendula-patient-"));

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ files })));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const closeAccount = async (patient: TestPatient) => {
  const token = await tokenOf(server, patient);
  const { status } = await server.call(account.closeAccount, { body: { password: patient.password } }, { token });
  expect(status).toBe(200);
  await server.jobs.drain();
};
const erase = ({ id }: { id: string }) => erasePatient(server.services, id);
const filesOf = async ({ id }: TestPatient) =>
  (await server.services.db.selectFrom("uploaded_file").selectAll().where("patient_id", "=", id).execute()).map(
    ({ storage_key }) => storage_key,
  );

/** Number of a patient's rows in each table. */
async function rowsOf(subject: DataSubject): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, rows } of erasureRules) {
    const found = await sql`select from ${sql.table(table)} where ${rows(subject)}`.execute(server.services.db);
    if (found.rows.length > 0) counts[table] = found.rows.length;
  }
  return counts;
}

/** Every sealed column that contains one of the words when decrypted. */
async function sealedColumnsContaining(words: readonly string[]): Promise<string[]> {
  const { db, secrets } = server.services;
  const found = new Set<string>();
  for (const name of Object.keys(sealedColumns).filter(isSealedColumn)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name.split(".")[0] ?? "")}`.execute(
      db,
    );
    for (const row of rows) {
      const text = JSON.stringify(openSealedValue(secrets, name, row)).toLowerCase();
      for (const word of words) if (text.includes(word.toLowerCase())) found.add(`${name}: ${word}`);
    }
  }
  return [...found].sort();
}

describe("the rule for each table", () => {
  test("every table of the schema has exactly one", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'
        and not (select relispartition from pg_class where oid = table_name::regclass)`.execute(server.services.db);
    expect(erasureRules.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test("no table that has a patient's id, or is reached from one by foreign keys, counts as nobody's", async () => {
    const { rows } = await sql<{ name: string }>`
      with recursive reached (name) as (
        select table_name::text from information_schema.columns
          where table_schema = 'public' and column_name in ('patient_id', 'friend_id')
        union
        select child.relname::text from pg_constraint
          join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
          join reached on reached.name = parent.relname
          where contype = 'f' and connamespace = 'public'::regnamespace
      ) select name from reached`.execute(server.services.db);
    const tablesWithoutPatient = new Set<string>(
      erasureRules.filter(({ kind }) => kind === "nobody").map(({ table }) => table),
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.map(({ name }) => name).filter((name) => tablesWithoutPatient.has(name))).toEqual([]);
  });
});

describe("the retention of clinical records", () => {
  const last = new Date("2026-02-28T12:00:00Z");
  test.each([
    ["lasts the years that are set", last, "2036-02-28T11:59:59Z", "2036-02-28T12:00:00.000Z"],
    ["is over at the end of them", last, "2036-02-28T12:00:00Z", null],
    ["is none where there was no care", null, "2026-03-01T00:00:00Z", null],
  ])("%s", (_, lastCareAt, now, until) => {
    expect(clinicalRetentionEnd(lastCareAt, 10, new Date(now))?.toISOString() ?? null).toBe(until);
  });
});

describe("a patient with data in every feature", () => {
  let patient: TestPatient;
  let other: TestPatient;
  let identityPhoto: string;
  beforeAll(async () => {
    other = await inCare(server);
    patient = await fullPatient(server);
    identityPhoto = (await filesOf(patient)).find((key) => key.startsWith("photo_id")) ?? "";
  });

  test("is exported with sealed values decrypted, files and the FHIR record, readable by nobody else", async () => {
    const exportFolder = join(folder, "export");
    const result = await exportPatient(server.services, patient.id, exportFolder);
    const paths = readdirSync(exportFolder, { recursive: true, encoding: "utf8" }).map((name) =>
      join(exportFolder, name),
    );
    const fileMode = (path: string) => statSync(path).mode & 0o777;
    expect(fileMode(exportFolder)).toBe(0o700);
    for (const path of paths) expect(fileMode(path)).toBe(statSync(path).isDirectory() ? 0o700 : 0o600);
    const json = paths
      .filter((path) => path.includes("/tables/"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const missing = [...Object.values(secretWords), patient.email, "1 Elm Street"].filter(
      (word) => !json.includes(word),
    );
    expect(missing).toEqual([]);
    expect(json).not.toMatch(/password_hash|token_hash|successor/);
    expect(json).not.toContain(other.email);
    const bundle = JSON.parse(readFileSync(join(exportFolder, "record.fhir.json"), "utf8"));
    expect(bundle.resourceType).toBe("Bundle");
    expect(result.files).toBe(2);
    expect(readdirSync(join(exportFolder, "files"))).toHaveLength(2);
    expect(result.tables).toBeGreaterThan(35);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("actor")
      .where("patient_id", "=", patient.id)
      .where("call", "=", "patient export")
      .execute();
    expect(audited).toEqual([{ actor: "system:patient" }]);
    await expect(exportPatient(server.services, patient.id, exportFolder)).rejects.toThrow("is there already");
  });

  test("counts as in care until the latest date of any row, whichever column has it", async () => {
    const subject = await subjectOf(server.services, patient.id);
    const held = await rowsOf(subject);
    const later = new Date("2040-01-01T00:00:00Z");
    const dates = erasureRules
      .filter(({ table }) => held[table] !== undefined)
      .flatMap(({ table, rows, careDateColumns }) => careDateColumns.map((column) => ({ table, rows, column })));
    const found: string[] = [];
    for (const { table, rows, column } of dates) {
      const undone = new Error("undone");
      const changed = inTransaction(server.services, async ({ db }) => {
        // What is signed refuses to be changed.
        await sql`set local session_replication_role = replica`.execute(db);
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${later} where ${rows(subject)}`.execute(db);
        if ((await findLastCareAt(db, subject))?.getTime() === later.getTime()) found.push(`${table}.${column}`);
        throw undone;
      });
      await expect(changed).rejects.toBe(undone);
    }
    expect(dates.length).toBeGreaterThan(10);
    expect(found).toEqual(dates.map(({ table, column }) => `${table}.${column}`));
  });

  test("is not erased while the account is open", async () => {
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    await expect(erase(patient)).rejects.toThrow("is open");
    expect(await rowsOf(await subjectOf(server.services, patient.id))).toEqual(before);
  });

  test("closed, loses what no law retains, and the record stays until years after the last care", async () => {
    await closeAccount(patient);
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    const result = await erase(patient);
    const years = server.services.content.retention.clinicalyears;
    expect(result.retainedUntil?.getUTCFullYear()).toBe(server.clock.now().getUTCFullYear() + years);
    const after = await rowsOf(await subjectOf(server.services, patient.id));
    const retainedRules = erasureRules.filter(
      ({ kind, whileRetained }) => kind === "clinical" && whileRetained === "keep",
    );
    for (const { table } of retainedRules) expect([table, after[table]]).toEqual([table, before[table]]);
    const deletedTables = erasureRules
      .filter(({ whileRetained }) => whileRetained === "delete")
      .map(({ table }) => table);
    expect(deletedTables.filter((table) => after[table] !== undefined)).toEqual([]);
    expect(before).toMatchObject({
      contact_message: 2,
      mailing_list: 1,
      identity_photo: 1,
      notification: expect.any(Number),
    });
    expect(storedBytes.has(identityPhoto)).toBe(false);
    expect(await filesOf(patient)).toHaveLength(1);
    expect(
      await sealedColumnsContaining([
        secretWords.message,
        secretWords.unsigned,
        secretWords.signedIn,
        secretWords.friend,
      ]),
    ).toEqual([`message.text_sealed: ${secretWords.message}`]);
  });

  test("after the retention, nothing is left but orders and payments without the person", async () => {
    const subject = await subjectOf(server.services, patient.id);
    const others = await rowsOf(await subjectOf(server.services, other.id));
    const ledger = (await rowsOf(subject))["ledger_entry"];
    const keys = await filesOf(patient);
    server.clock.advance(11 * yearMs);
    const result = await erase(patient);
    expect(result.retainedUntil).toBeNull();
    expect(result.files).toBe(1);
    expect(keys.filter((key) => storedBytes.has(key))).toEqual([]);
    const remainingRows = await rowsOf(subject);
    const keptTables = erasureRules
      .filter(({ afterRetention }) => afterRetention !== "delete")
      .map(({ table }) => table as string);
    expect(Object.keys(remainingRows).filter((table) => !keptTables.includes(table))).toEqual([]);
    expect(remainingRows["ledger_entry"]).toBe(ledger);
    expect(ledger).toBeGreaterThan(0);
    const words = [...Object.values(secretWords), patient.email, subject.email];
    expect(await columnsInClear(server.services.db, words)).toEqual([]);
    expect(await sealedColumnsContaining(words)).toEqual([]);
    const row = await server.services.db
      .selectFrom("patient")
      .selectAll()
      .where("id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect([row.firstname, row.lastname, row.phone_sealed, row.birthday_sealed]).toEqual([null, null, null, null]);
    expect(await rowsOf(await subjectOf(server.services, other.id))).toEqual(others);
  });

  test("the payment gateway deletes the customer first; with another gateway's settings, or an unavailable one, nothing is erased", async () => {
    const patient = await inCare(server);
    await closeAccount(patient);
    const { db, gateway } = server.services;
    const { gateway_customer_id: customer } = await db
      .selectFrom("payment_customer")
      .select("gateway_customer_id")
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    const deleted = async () =>
      (await db.selectFrom("sandbox.customer").select("deleted_at").where("id", "=", customer).executeTakeFirst())
        ?.deleted_at;
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    for (const [replaced, message] of [
      [{ ...gateway, name: "stripe" }, "The customer is at the gateway sandbox"],
      [{ ...gateway, deleteCustomer: () => Promise.reject(new Error("Nobody answers.")) }, "Nobody answers."],
    ] as const)
      await expect(erasePatient({ ...server.services, gateway: replaced }, patient.id)).rejects.toThrow(message);
    expect(await rowsOf(await subjectOf(server.services, patient.id))).toEqual(before);
    expect(await deleted()).toBeNull();

    await erase(patient);
    expect(await deleted()).not.toBeNull();
    expect((await rowsOf(await subjectOf(server.services, patient.id)))["payment_customer"]).toBeUndefined();
  });

  test("a second run finds nothing more, and each run is in the audit", async () => {
    expect((await erase(patient)).files).toBe(0);
    const runs = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("patient_id", "=", patient.id)
      .where("call", "like", "patient erase%")
      .orderBy("id")
      .execute();
    expect(runs.map(({ call }) => call)).toEqual([
      "patient erase, clinical records held",
      "patient erase",
      "patient erase",
    ]);
  });
});

describe("what is not erased", () => {
  test("an unknown patient", async () => {
    for (const id of [newId(), "rosa"]) await expect(erase({ id })).rejects.toThrow(`There is no patient ${id}.`);
  });

  test("a patient whose parcel is under way", async () => {
    const patient = await inCare(server, { delivered: false });
    const parcel = { carrier: "USPS", trackingnumber: "9400111201080805483016" };
    await server.call(care.shipOrder, { params: { id: patient.orderId }, body: parcel }, { apiKey });
    await closeAccount(patient);
    await expect(erase(patient)).rejects.toThrow("An order is shipped.");
    expect((await rowsOf(await subjectOf(server.services, patient.id)))["session"]).toBeGreaterThan(0);
  });

  test("files that cannot be removed keep their rows", async () => {
    const patient = await fullPatient(server);
    await closeAccount(patient);
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    const broken = { ...files, remove: () => Promise.reject(new Error("The bucket is away.")) };
    await expect(erasePatient({ ...server.services, files: broken }, patient.id)).rejects.toThrow("bucket");
    expect(await rowsOf(await subjectOf(server.services, patient.id))).toEqual(before);
  });
});

test("an order line may lose its prescription and gets no other", async () => {
  const patient = await inCare(server);
  const { db } = server.services;
  const line = db.updateTable("order_line").where("order_id", "=", patient.orderId);
  await expect(line.set({ prescription_id: newId() }).execute()).rejects.toThrow("an order keeps what was agreed");
  await expect(line.set({ prescription_id: null, quantity: 9 }).execute()).rejects.toThrow("an order keeps");
  await line.set({ prescription_id: null }).execute();
});
