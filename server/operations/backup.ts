import { spawn } from "node:child_process";
import { access, cp, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { checkSealedColumns } from "#server/platform/crypto/sealed-columns.ts";
import { secretsKeyError } from "#server/platform/crypto/secrets-key.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import { diskPath } from "#server/platform/files/disk-store.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { sha256Hex } from "#server/platform/files/inspect-upload.ts";

/**
 * A backup is a folder: `calendula.dump` (pg_dump) and, where files are on disk, `files`. A file's bytes exist before its row,
 * so the files are copied after the dump. SECRETS_KEY is never part of it.
 */
export interface Installation {
  readonly databaseUrl: string;
  /** Folder of the uploads; null when they are in a bucket. */
  readonly filesFolder: string | null;
}

const dumpName = "calendula.dump";
const filesName = "files";

/**
 * Writes a backup into `folder`, which must not contain one; answers how many files the database refers to. Fails, and keeps nothing, where one of them
 * is missing.
 */
export async function backUp({ databaseUrl, filesFolder }: Installation, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const before = await readFileKeys(databaseUrl);
  if (filesFolder !== null) await requireFiles(filesFolder, before);
  try {
    await postgresTool("pg_dump", ["--format=custom", `--file=${join(folder, dumpName)}`], databaseUrl);
    if (filesFolder !== null && (await isFolder(filesFolder))) {
      const copied = join(folder, filesName);
      await cp(filesFolder, copied, { recursive: true, preserveTimestamps: true });
      // A file whose row was deleted meanwhile need not be there.
      const after = new Set(await readFileKeys(databaseUrl));
      await requireFiles(
        copied,
        before.filter((key) => after.has(key)),
      );
    }
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
  return before.length;
}

/** Names what is missing of the files with these keys in a folder. */
async function requireFiles(directory: string, keys: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const key of keys) {
    const isThere = await access(diskPath(directory, key)).then(
      () => true,
      () => false,
    );
    if (!isThere) missing.push(key);
  }
  if (missing.length > 0)
    throw new ProblemsFound([
      `${missing.length} of ${keys.length} files that the database refers to are not in ${directory}: is DATA_DIR the one the nodes have?`,
      ...missing.map((key) => `The file ${key} is missing.`),
    ]);
}

/** What is wrong, one line each. */
export class ProblemsFound extends Error {
  constructor(problems: readonly string[]) {
    const shown = problems.slice(0, shownProblems);
    const rest = problems.length - shown.length;
    super([...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].join("\n"));
  }
}
const shownProblems = 20;

/** The key and digest of every file the database refers to. */
const storedFiles = (db: Database) =>
  db
    .selectFrom("uploaded_file")
    .select(["storage_key", "sha256"])
    .unionAll(db.selectFrom("doctor_portrait").select(["storage_key", "sha256"]));

async function readFileKeys(databaseUrl: string): Promise<string[]> {
  const { openServer } = await import("#server/platform/database/open.ts");
  const database = await openServer(databaseUrl);
  try {
    return (await storedFiles(database.db).execute()).map(({ storage_key }) => storage_key);
  } finally {
    await database.close();
  }
}

/** Restores the backup in `folder` into an empty database, and its files where there are none. */
export async function restore({ databaseUrl, filesFolder }: Installation, folder: string): Promise<void> {
  const saved = join(folder, filesName);
  const hasFiles = await isFolder(saved);
  if (hasFiles && filesFolder === null)
    throw new Error("The backup holds files, but a bucket is set: unset S3_ENDPOINT, or copy them into the bucket.");
  if (hasFiles && (await isFolder(filesFolder ?? "")) && (await readdir(filesFolder ?? "")).length > 0)
    throw new Error(`${filesFolder} is not empty.`);
  if (!(await isEmpty(databaseUrl))) throw new Error("The database of DATABASE_URL is not empty.");
  const options = ["--exit-on-error", "--no-owner", "--no-privileges"];
  await postgresTool("pg_restore", [...options, join(folder, dumpName)], databaseUrl);
  if (hasFiles) await cp(saved, filesFolder ?? "", { recursive: true, preserveTimestamps: true });
}

export interface RestoreCheck {
  /** One line each; empty if all is well. */
  readonly problems: readonly string[];
  readonly valuesOpened: number;
  readonly filesRead: number;
}

/** How many values of each column are opened. */
const sampleSize = 100;
/** How many files are read at once. */
const readsAtOnce = 8;

/** Verifies a restore: decrypts values of every sealed column with this key, and reads every file the database refers to. */
export async function checkRestore(services: {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly files: FileStore;
}): Promise<RestoreCheck> {
  const { db, secrets, files } = services;
  const columns = await checkSealedColumns(db, secrets, sampleSize);
  const columnProblems = columns
    .filter(({ failedCount }) => failedCount > 0)
    .map(
      ({ name, triedCount, failedCount }) =>
        `${name}: ${failedCount} of ${triedCount} values do not open with this SECRETS_KEY.`,
    );
  const keyError = columnProblems.length === 0 ? await secretsKeyError(db, secrets) : null;
  const stored = await storedFiles(db).orderBy("storage_key").execute();
  const fileProblems: string[] = [];
  const rest = stored.values();
  const readInTurn = async () => {
    for (const { storage_key, sha256 } of rest) {
      const bytes = await files.get(storage_key);
      if (bytes === undefined) fileProblems.push(`The file ${storage_key} is missing.`);
      else if (sha256Hex(bytes) !== sha256) fileProblems.push(`The file ${storage_key} is not the one that was kept.`);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, readInTurn));
  return {
    problems: [...columnProblems, ...(keyError ? [keyError] : []), ...fileProblems.toSorted()],
    valuesOpened: columns.reduce((sum, { triedCount, failedCount }) => sum + triedCount - failedCount, 0),
    filesRead: stored.length - fileProblems.length,
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

/** Runs a PostgreSQL tool on the database; the password is passed in the environment, so that process lists don't show it. */
function postgresTool(tool: "pg_dump" | "pg_restore", args: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...(password ? { PGPASSWORD: password } : {}) };
    const child = spawn(tool, [`--dbname=${url.href}`, ...args], { stdio: ["ignore", "inherit", "pipe"], env });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT" ? new Error(`${tool} is not installed: it comes with PostgreSQL's client.`) : error,
      ),
    );
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${tool} failed: ${stderr.trim().split("\n")[0]}`)),
    );
  });
}
