import { spawn } from "node:child_process";
import { cp, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { digestOf } from "#server/platform/files/intake.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { openSealedColumns } from "./sealed-columns.ts";
import { secretsKeyObjection } from "./secrets-key.ts";

/**
 * A backup is a folder: `calendula.dump` (pg_dump) and, where files are on disk, `files`. A row always has its bytes before it is
 * written, so the files are copied after the dump. SECRETS_KEY is never part of it.
 */
export interface Installation {
  readonly databaseUrl: string;
  /** Where uploads are on disk; null when a bucket keeps them. */
  readonly filesFolder: string | null;
}

const dumpName = "calendula.dump";
const filesName = "files";

/** Writes a backup into `folder`, which must not hold one. */
export async function backUp({ databaseUrl, filesFolder }: Installation, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  await postgresTool("pg_dump", ["--format=custom", `--file=${join(folder, dumpName)}`], databaseUrl);
  if (filesFolder !== null && (await isFolder(filesFolder)))
    await cp(filesFolder, join(folder, filesName), { recursive: true, preserveTimestamps: true });
}

/** Restores the backup in `folder` into an empty database, and its files to where there are none. */
export async function restore({ databaseUrl, filesFolder }: Installation, folder: string): Promise<void> {
  const saved = join(folder, filesName);
  const withFiles = await isFolder(saved);
  if (withFiles && filesFolder === null)
    throw new Error("The backup holds files, but a bucket is set: unset S3_ENDPOINT, or copy them into the bucket.");
  if (withFiles && (await isFolder(filesFolder ?? "")) && (await readdir(filesFolder ?? "")).length > 0)
    throw new Error(`${filesFolder} is not empty.`);
  if (!(await isEmpty(databaseUrl))) throw new Error("The database of DATABASE_URL is not empty.");
  const options = ["--exit-on-error", "--no-owner", "--no-privileges"];
  await postgresTool("pg_restore", [...options, join(folder, dumpName)], databaseUrl);
  if (withFiles) await cp(saved, filesFolder ?? "", { recursive: true, preserveTimestamps: true });
}

export interface RestoreProof {
  /** One line each; none when all is well. */
  readonly problems: readonly string[];
  readonly valuesOpened: number;
  readonly filesRead: number;
}

/** How many values of a column, and how many files, are opened. */
const sample = 100;

/** Opens values of every sealed column with this key and reads the newest files: what a restore is proved by. */
export async function checkRestore(parts: {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly files: FileStore;
}): Promise<RestoreProof> {
  const { db, secrets, files } = parts;
  const columns = await openSealedColumns(db, secrets, sample);
  const unopened = columns
    .filter(({ failed }) => failed > 0)
    .map(({ name, tried, failed }) => `${name}: ${failed} of ${tried} values do not open with this SECRETS_KEY.`);
  const wrongKey = unopened.length === 0 ? await secretsKeyObjection(db, secrets) : null;
  const uploads = await db
    .selectFrom("uploaded_file")
    .select(["storage_key", "sha256"])
    .orderBy("created_at", "desc")
    .limit(sample)
    .execute();
  const bad: string[] = [];
  for (const { storage_key, sha256 } of uploads) {
    const bytes = await files.get(storage_key);
    if (bytes === undefined) bad.push(`The file ${storage_key} is missing.`);
    else if (digestOf(bytes) !== sha256) bad.push(`The file ${storage_key} is not the one that was kept.`);
  }
  return {
    problems: [...unopened, ...(wrongKey ? [wrongKey] : []), ...bad],
    valuesOpened: columns.reduce((sum, { tried, failed }) => sum + tried - failed, 0),
    filesRead: uploads.length - bad.length,
  };
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function isEmpty(url: string): Promise<boolean> {
  const { openServer } = await import("#server/platform/database/open.ts");
  const database = await openServer(url);
  try {
    const { rows } =
      await sql`select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`.execute(
        database.db,
      );
    return rows.length === 0;
  } finally {
    await database.close();
  }
}

/** Runs a tool of PostgreSQL on the database; the password travels in the environment, where no list of processes shows it. */
function postgresTool(tool: "pg_dump" | "pg_restore", args: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(password ? { PGPASSWORD: password } : {}) };
    const child = spawn(tool, [`--dbname=${url.href}`, ...args], { stdio: ["ignore", "inherit", "pipe"], env });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT" ? new Error(`${tool} is not installed: it comes with PostgreSQL's client.`) : error,
      ),
    );
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${tool} failed: ${said.trim().split("\n")[0]}`)),
    );
  });
}
