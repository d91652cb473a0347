import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startNode } from "#server/node.ts";
import { openServer } from "#server/platform/database/open.ts";
import { makeDatabase, type ServerDatabase } from "#server/platform/database/testing/server-databases.ts";
import { testDatabaseUrl, testLimits } from "#server/platform/database/testing/test-databases.ts";
import { diskPath, diskStore } from "#server/platform/files/disk-store.ts";
import { sha256Hex } from "#server/platform/files/inspect-upload.ts";
import { storeUpload } from "#server/platform/files/uploads.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { backUp, checkRestore, restore } from "./backup.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const serverUrl = testDatabaseUrl();
const run = promisify(execFile);
/** Both tools come with PostgreSQL's client; the embedded database is backed up as a folder. */
const hasPostgresTools = serverUrl !== null && spawnSync("pg_dump", ["--version"]).status === 0;

describe.runIf(hasPostgresTools)("a backup is restored and verified", () => {
  const folder = mkdtempSync(join(tmpdir(), "calendula-backup-"));
  const [backupFolder, filesFolder, dataDir] = ["saved", "files", "restored"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const bytes = Buffer.from("a photo of an ID card");
  const secretsKey = "a key for tests, long enough for it";
  let testServer: TestServer;
  let target: ServerDatabase;
  let sourceUrl: string;
  /** More than a sample would read. */
  const uploads = 130;

  beforeAll(async () => {
    const files = diskStore({ directory: filesFolder });
    testServer = await startTestServer({ files });
    const patient = await testServer.newPatient();
    for (let count = 0; count < uploads; count += 1)
      await storeUpload(testServer.services, {
        patientId: patient.id,
        kind: "photo_id",
        file: { bytes, type: "image/jpeg", width: 4, height: 3, sha256: sha256Hex(bytes) },
      });
    const portrait = { id: newId(), storage_key: "doctor_portrait/a", size: bytes.length, sha256: sha256Hex(bytes) };
    await files.put(portrait.storage_key, bytes, "image/jpeg");
    await testServer.services.db
      .insertInto("doctor_portrait")
      .values({ ...portrait, uploaded_at: testServer.clock.now() })
      .execute();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(testServer.services.db);
    const from = new URL(serverUrl ?? "");
    from.pathname = `/${rows[0]?.name}`;
    sourceUrl = from.href;
    expect(await backUp({ databaseUrl: sourceUrl, filesFolder }, backupFolder)).toBe(uploads + 1);
    target = await makeDatabase(serverUrl ?? "", `${rows[0]?.name}_restored`);
    await restore({ databaseUrl: target.url, filesFolder: join(dataDir, "files") }, backupFolder);
  });
  afterAll(async () => {
    await testServer.close();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const runRestoreCheck = (env: Record<string, string>) =>
    run(process.execPath, [join(import.meta.dirname, "../../scripts/operations/restore-check.ts")], {
      env: { ...process.env, DATABASE_URL: target.url, DATA_DIR: dataDir, SECRETS_KEY: secretsKey, ...env },
    });

  test("dump and files are there, and no key", () => {
    expect(readdirSync(backupFolder).sort()).toEqual(["calendula.dump", "files"]);
  });

  test("a second backup never overwrites the first, nor a restore a database that is not empty", async () => {
    const installation = { databaseUrl: target.url, filesFolder: null };
    await expect(backUp(installation, backupFolder)).rejects.toThrow("is not empty");
    await expect(
      restore({ databaseUrl: target.url, filesFolder: join(folder, "elsewhere") }, backupFolder),
    ).rejects.toThrow("The database of DATABASE_URL is not empty.");
  });

  test("the check decrypts sealed values and reads the files", async () => {
    const { stdout } = await runRestoreCheck({});
    expect(stdout).toMatch(/^Proved: [1-9]\d* sealed values opened, 131 files read, which are all\.\n$/);
  });

  test("a wrong key is reported in one line", async () => {
    const failed = await runRestoreCheck({ SECRETS_KEY: "another key for tests, long as well" }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect((failed as { stderr: string }).stderr).toMatch(/^\w+\.\w+_sealed: 1 of 1 values do not open [^\n]+\n$/);
  });

  test("a missing or changed file is reported", async () => {
    const database = await openServer(target.url, testLimits);
    const { secrets } = testServer.services;
    const problems = async (files: { get: () => Promise<Uint8Array | undefined> }) =>
      (await checkRestore({ db: database.db, secrets, files: { ...testServer.services.files, ...files } })).problems;
    const missing = await problems({ get: async () => undefined });
    const changed = await problems({ get: async () => Buffer.from("something else") });
    await database.close();
    expect(missing).toHaveLength(uploads + 1);
    expect(missing.slice(0, 2)).toEqual([
      "The file doctor_portrait/a is missing.",
      expect.stringMatching(/^The file photo_id\/\S+ is missing\.$/),
    ]);
    expect(changed).toHaveLength(uploads + 1);
    expect(changed.slice(0, 2)).toEqual([
      "The file doctor_portrait/a is not the one that was kept.",
      expect.stringMatching(/^The file photo_id\/\S+ is not the one that was kept\.$/),
    ]);
  });

  /** The path of the oldest photo below a folder of files. */
  const oldestIn = async (directory: string) => {
    const { storage_key } = await testServer.services.db
      .selectFrom("uploaded_file")
      .select("storage_key")
      .orderBy("created_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    return { key: storage_key, path: diskPath(directory, storage_key) };
  };
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => "worked",
      ({ message }: Error) => message,
    );

  test("the check isn't passed while a single file is missing, the oldest as well", async () => {
    const { key, path } = await oldestIn(join(dataDir, "files"));
    renameSync(path, `${path}.aside`);
    const failed = (await runRestoreCheck({}).catch((error: unknown) => error)) as { code: number; stderr: string };
    renameSync(`${path}.aside`, path);
    expect([failed.code, failed.stderr]).toEqual([1, `The file ${key} is missing.\n`]);
  });

  test("a backup that lacks files fails, names them, and keeps nothing", async () => {
    const folderOf = (name: string) => join(folder, name);
    const wrong = await failureOf(
      backUp({ databaseUrl: sourceUrl, filesFolder: folderOf("nowhere") }, folderOf("one")),
    );
    const [first, ...others] = wrong.split("\n");
    expect(first).toBe(
      `131 of 131 files that the database refers to are not in ${folderOf("nowhere")}: is DATA_DIR the one the nodes have?`,
    );
    expect([others.length, others[0], others.at(-1)]).toEqual([
      20,
      expect.stringMatching(/^The file \S+ is missing\.$/),
      "And 112 more.",
    ]);
    const { key, path } = await oldestIn(filesFolder);
    renameSync(path, `${path}.aside`);
    const lacking = await failureOf(backUp({ databaseUrl: sourceUrl, filesFolder }, folderOf("two")));
    renameSync(`${path}.aside`, path);
    expect(lacking).toMatch(/^1 of 131 files [^\n]+\nThe file photo_id\/\S+ is missing\.$/);
    expect(lacking).toContain(key);
    expect([readdirSync(folderOf("one")), readdirSync(folderOf("two"))]).toEqual([[], []]);
  });

  test("JOBS=off starts a node on it that seeds nothing and mails, charges and reminds nobody", async () => {
    const env = { PORT: "0", MARKETING_PORT: "0", LOG_LEVEL: "silent", JOBS: "off", DATA_DIR: dataDir };
    const queuedJobs = () =>
      sql<{ name: string; state: string }>`select name, state::text from pgboss.job order by name, id`
        .execute(testServer.services.db)
        .then(({ rows }) => rows);
    expect(await queuedJobs()).toContainEqual({ name: "mail", state: "created" });
    const node = await startNode(
      { ...env, DATABASE_URL: target.url, SECRETS_KEY: secretsKey },
      async () => undefined,
      null,
    );
    const { db, jobs } = node.services;
    expect(await jobs.drain()).toBe(0);
    const { rows } = await sql`select name, state::text from pgboss.job order by name, id`.execute(db);
    const seeded = await db.selectFrom("setting").selectAll().where("name", "=", "demo_seed").execute();
    const ready = await node.app.inject({ url: "/health/ready" });
    await node.stop();
    expect(rows).toEqual(await queuedJobs());
    expect(seeded).toEqual([]);
    expect(ready.statusCode).toBe(200);
  });
});

test("the embedded database is reported as unsupported", async () => {
  const env = { ...process.env, DATABASE_URL: "" };
  const script = join(import.meta.dirname, "../../scripts/operations/backup.ts");
  const failed = await run(process.execPath, [script, "somewhere"], { env }).catch((error: unknown) => error);
  expect((failed as { stderr: string }).stderr).toBe(
    "Setting DATABASE_URL is missing: an embedded database is backed up by copying DATA_DIR while the app is stopped.\n",
  );
});
