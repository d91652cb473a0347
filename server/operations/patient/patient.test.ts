import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account.ts";
import { care } from "#contract/care.ts";
import { keptInClear } from "#server/gates/kept-in-clear.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newId } from "#server/platform/ids.ts";
import { testDatabaseUrl } from "#server/platform/testing/databases.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { openOf, sealedColumns } from "../sealed-columns.ts";
import { fullPatient, told } from "../testing/full-patient.ts";
import { erasePatient } from "./erase.ts";
import { exportPatient } from "./export.ts";
import { heldUntil } from "./hold.ts";
import { registry } from "./registry.ts";
import { type Subject, subjectOf } from "./subject.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The bytes the server keeps, by their names. */
const stored = new Map<string, Uint8Array>();
const files: FileStore = {
  put: async (key, bytes) => void stored.set(key, bytes),
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};
const yearMs = 366 * 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "calendula-patient-"));

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ files })));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const close = async (patient: TestPatient) => {
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

/** How many rows each table has of a patient. */
async function rowsOf(subject: Subject): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, rows } of registry) {
    const found = await sql`select from ${sql.table(table)} where ${rows(subject)}`.execute(server.services.db);
    if (found.rows.length > 0) counts[table] = found.rows.length;
  }
  return counts;
}

/** Every sealed column in which one of the words stands once it is opened. */
async function keptSealed(words: readonly string[]): Promise<string[]> {
  const { db, secrets } = server.services;
  const found = new Set<string>();
  for (const sealed of sealedColumns) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(sealed.table)}`.execute(db);
    for (const row of rows) {
      const text = JSON.stringify(openOf(secrets, sealed, row)).toLowerCase();
      for (const word of words)
        if (text.includes(word.toLowerCase())) found.add(`${sealed.table}.${sealed.column}: ${word}`);
    }
  }
  return [...found].sort();
}

describe("the decision for each table", () => {
  test("every table of the schema has exactly one", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'
        and not (select relispartition from pg_class where oid = table_name::regclass)`.execute(server.services.db);
    expect(registry.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test("no table that holds a patient's id, or is reached from one by foreign keys, is taken for nobody's", async () => {
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
    const nobodys = new Set<string>(registry.filter(({ kind }) => kind === "nobody").map(({ table }) => table));
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.map(({ name }) => name).filter((name) => nobodys.has(name))).toEqual([]);
  });
});

describe("the hold on clinical records", () => {
  const last = new Date("2026-02-28T12:00:00Z");
  test.each([
    ["lasts the years that are set", last, "2036-02-28T11:59:59Z", "2036-02-28T12:00:00.000Z"],
    ["is over at the end of them", last, "2036-02-28T12:00:00Z", null],
    ["is none where there was no care", null, "2026-03-01T00:00:00Z", null],
  ])("%s", (_, care, now, until) => {
    expect(heldUntil(care, 10, new Date(now))?.toISOString() ?? null).toBe(until);
  });
});

describe("a patient who left something everywhere", () => {
  let patient: TestPatient;
  let other: TestPatient;
  let identityPhoto: string;
  beforeAll(async () => {
    other = await inCare(server);
    patient = await fullPatient(server);
    identityPhoto = (await filesOf(patient)).find((key) => key.startsWith("photo_id")) ?? "";
  });

  test("is exported with sealed values opened, files and the FHIR record, for nobody else to read", async () => {
    const to = join(folder, "export");
    const done = await exportPatient(server.services, patient.id, to);
    const paths = readdirSync(to, { recursive: true, encoding: "utf8" }).map((name) => join(to, name));
    const modes = (path: string) => statSync(path).mode & 0o777;
    expect(modes(to)).toBe(0o700);
    for (const path of paths) expect(modes(path)).toBe(statSync(path).isDirectory() ? 0o700 : 0o600);
    const json = paths
      .filter((path) => path.includes("/tables/"))
      .map((path) => readFileSync(path, "utf8"))
      .join("\n");
    const missing = [...Object.values(told), patient.email, "1 Elm Street"].filter((word) => !json.includes(word));
    expect(missing).toEqual([]);
    expect(json).not.toMatch(/password_hash|token_hash|successor/);
    expect(json).not.toContain(other.email);
    const bundle = JSON.parse(readFileSync(join(to, "record.fhir.json"), "utf8"));
    expect(bundle.resourceType).toBe("Bundle");
    expect(done.files).toBe(2);
    expect(readdirSync(join(to, "files"))).toHaveLength(2);
    expect(done.tables).toBeGreaterThan(35);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("actor")
      .where("patient_id", "=", patient.id)
      .where("call", "=", "patient export")
      .execute();
    expect(audited).toEqual([{ actor: "system:patient" }]);
    await expect(exportPatient(server.services, patient.id, to)).rejects.toThrow("is there already");
  });

  test("is not erased while the account is open", async () => {
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    await expect(erase(patient)).rejects.toThrow("is open");
    expect(await rowsOf(await subjectOf(server.services, patient.id))).toEqual(before);
  });

  test("closed, loses what no law holds, and the record stays until years after the last care", async () => {
    await close(patient);
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    const done = await erase(patient);
    const years = server.services.content.retention.clinicalyears;
    expect(done.heldUntil?.getUTCFullYear()).toBe(server.clock.now().getUTCFullYear() + years);
    const after = await rowsOf(await subjectOf(server.services, patient.id));
    const held = registry.filter(({ kind, onHold }) => kind === "clinical" && onHold === "keep");
    for (const { table } of held) expect([table, after[table]]).toEqual([table, before[table]]);
    const gone = registry.filter(({ onHold }) => onHold === "delete").map(({ table }) => table);
    expect(gone.filter((table) => after[table] !== undefined)).toEqual([]);
    expect(before).toMatchObject({
      contact_message: 2,
      mailing_list: 1,
      identity_photo: 1,
      notification: expect.any(Number),
    });
    expect(stored.has(identityPhoto)).toBe(false);
    expect(await filesOf(patient)).toHaveLength(1);
    expect(await keptSealed([told.message, told.unsigned, told.signedIn, told.friend])).toEqual([
      `message.text_sealed: ${told.message}`,
    ]);
  });

  test("after the hold, nothing is left but orders and payments without the person", async () => {
    const subject = await subjectOf(server.services, patient.id);
    const others = await rowsOf(await subjectOf(server.services, other.id));
    const ledger = (await rowsOf(subject))["ledger_entry"];
    const keys = await filesOf(patient);
    server.clock.advance(11 * yearMs);
    const done = await erase(patient);
    expect(done.heldUntil).toBeNull();
    expect(done.files).toBe(1);
    expect(keys.filter((key) => stored.has(key))).toEqual([]);
    const left = await rowsOf(subject);
    const kept = registry.filter(({ after }) => after !== "delete").map(({ table }) => table as string);
    expect(Object.keys(left).filter((table) => !kept.includes(table))).toEqual([]);
    expect(left["ledger_entry"]).toBe(ledger);
    expect(ledger).toBeGreaterThan(0);
    const words = [...Object.values(told), patient.email, subject.email];
    expect(await keptInClear(server.services.db, words)).toEqual([]);
    expect(await keptSealed(words)).toEqual([]);
    const row = await server.services.db
      .selectFrom("patient")
      .selectAll()
      .where("id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect([row.firstname, row.lastname, row.phone_sealed, row.birthday_sealed]).toEqual([null, null, null, null]);
    expect(await rowsOf(await subjectOf(server.services, other.id))).toEqual(others);
  });

  test("the payment gateway forgets the customer first; settings of another gateway, or one that is away, erase nothing", async () => {
    const patient = await inCare(server);
    await close(patient);
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

  test("a second time finds nothing more, and each run is in the audit", async () => {
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

describe("who is not erased", () => {
  test("a patient nobody knows", async () => {
    for (const id of [newId(), "rosa"]) await expect(erase({ id })).rejects.toThrow(`There is no patient ${id}.`);
  });

  test("a patient whose parcel is on its way", async () => {
    const patient = await inCare(server, { delivered: false });
    const parcel = { carrier: "USPS", trackingnumber: "9400100000000000000000" };
    await server.call(care.shipOrder, { params: { id: patient.orderId }, body: parcel }, { apiKey });
    await close(patient);
    await expect(erase(patient)).rejects.toThrow("An order is shipped.");
    expect((await rowsOf(await subjectOf(server.services, patient.id)))["session"]).toBeGreaterThan(0);
  });

  test("files that cannot be removed keep their rows", async () => {
    const patient = await fullPatient(server);
    await close(patient);
    const before = await rowsOf(await subjectOf(server.services, patient.id));
    const broken = { ...files, remove: () => Promise.reject(new Error("The bucket is away.")) };
    await expect(erasePatient({ ...server.services, files: broken }, patient.id)).rejects.toThrow("bucket");
    expect(await rowsOf(await subjectOf(server.services, patient.id))).toEqual(before);
  });
});

test("a line of an order may lose its prescription and gets no other", async () => {
  const patient = await inCare(server);
  const { db } = server.services;
  const line = db.updateTable("order_line").where("order_id", "=", patient.orderId);
  await expect(line.set({ prescription_id: newId() }).execute()).rejects.toThrow("an order keeps what was agreed");
  await expect(line.set({ prescription_id: null, quantity: 9 }).execute()).rejects.toThrow("an order keeps");
  await line.set({ prescription_id: null }).execute();
});

describe("npm run patient", () => {
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "../../../scripts/patient.ts"), ...args], {
      env: { ...process.env, NODE_ENV: "test", ...env },
      encoding: "utf8",
    });

  test.each([[[]], [["export"]], [["forget", "someone"]]])("%j is answered in one line", (args) => {
    const { status, stderr } = run(args);
    expect(status).toBe(1);
    expect(stderr).toBe(
      "Say what to do with whom: npm run patient -- export ID [FOLDER], or npm run patient -- erase ID\n",
    );
  });

  test.runIf(testDatabaseUrl() !== null)("exports from a node's database, and says why it does not erase", async () => {
    const patient = await server.newPatient();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.services.db);
    const url = new URL(testDatabaseUrl() ?? "");
    url.pathname = `/${rows[0]?.name}`;
    const env = {
      DATABASE_URL: url.href,
      DATA_DIR: join(folder, "data"),
      SECRETS_KEY: "a key for tests, long enough for it",
    };
    const to = join(folder, "by-command");
    const exported = run(["export", patient.id, to], env);
    expect([exported.stderr, exported.status]).toEqual(["", 0]);
    expect(exported.stdout).toMatch(/^Wrote \d+ rows of \d+ tables and 0 files into /);
    expect(readFileSync(join(to, "tables/patient.json"), "utf8")).toContain(patient.email);
    const erased = run(["erase", patient.id], env);
    expect([erased.stdout, erased.status]).toEqual(["", 1]);
    expect(erased.stderr).toContain("The patient has to close it first");
  });
});
