import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedDemo } from "#server/demo/patients/seed.ts";
import { checkSealedColumns } from "#server/platform/crypto/sealed-columns.ts";
import { sealedColumns } from "#server/platform/crypto/sealed.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

// Creating the demo patients' past takes long.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedDemo(server.services);
});
afterAll(() => server.close());

test("every sealed column of the schema is listed", async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_sealed' order by 1`.execute(server.services.db);
  const registered = Object.keys(sealedColumns);
  expect(registered.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("what the demo patients' past sealed is decrypted in its row, column by column, and with no other key", async () => {
  const { db, secrets } = server.services;
  const opened = await checkSealedColumns(db, secrets, 1000);
  expect(opened.filter(({ failedCount }) => failedCount > 0)).toEqual([]);
  const nonEmpty = opened.filter(({ triedCount }) => triedCount > 0);
  expect(nonEmpty.length).toBeGreaterThanOrEqual(12);
  const withOtherKey = await checkSealedColumns(db, createSecrets("another key than the one that sealed it"), 1000);
  expect(withOtherKey.map(({ failedCount }) => failedCount)).toEqual(opened.map(({ triedCount }) => triedCount));
});

test("each registered column is sealed by the code", () => {
  const root = join(import.meta.dirname, "..");
  const code = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "platform/crypto/sealed.ts")
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
    // The patient's columns are named by a variable.
    .replace(
      "patient.${column}_sealed`)",
      'patient.phone_sealed") "patient.birthday_sealed") "patient.pharmacy_sealed")',
    );
  expect(Object.keys(sealedColumns).filter((place) => !code.includes(`${place}")`))).toEqual([]);
});
