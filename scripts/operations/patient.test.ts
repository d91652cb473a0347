import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { patientTask } from "./patient.ts";

const folder = mkdtempSync(join(tmpdir(), "calendula-patient-"));
let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The script starts faster with the compiled code of its previous start. */
const compileCache = join(import.meta.dirname, "../../.cache/compiled");

describe("npm run patient", () => {
  test.each([[[]], [["export"]], [["forget", "someone"]]])("%j is answered in one line", async (args) => {
    const words =
      "Say what to do with whom: npm run patient -- export ID [FOLDER], npm run patient -- erase ID, or npm run patient -- index";
    await expect(patientTask(args, {})).rejects.toThrow(new Error(words));
  });

  test.runIf(testDatabaseUrl() !== null)("exports from a node's database, and says why it does not erase", async () => {
    const patient = await server.newPatient();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.services.db);
    const url = new URL(testDatabaseUrl() ?? "");
    url.pathname = `/${rows[0]?.name}`;
    const env = {
      NODE_ENV: "test",
      DATABASE_URL: url.href,
      DATA_DIR: join(folder, "data"),
      SECRETS_KEY: "a key for tests, long enough for it",
    };
    const exportFolder = join(folder, "by-command");
    const script = join(import.meta.dirname, "patient.ts");
    const exported = spawnSync(process.execPath, [script, "export", patient.id, exportFolder], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
      encoding: "utf8",
    });
    expect([exported.stderr, exported.status]).toEqual(["", 0]);
    expect(exported.stdout).toMatch(/^Wrote \d+ rows of \d+ tables and 0 files into /);
    expect(readFileSync(join(exportFolder, "tables/patient.json"), "utf8")).toContain(patient.email);
    await expect(patientTask(["erase", patient.id], env)).rejects.toThrow("The patient has to close it first");
    expect(await patientTask(["index"], env)).toMatch(/^\d+ patients can be searched\.$/);
  });
});
