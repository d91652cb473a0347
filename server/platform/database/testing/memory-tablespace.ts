import { chownSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { queryServer } from "./server-databases.ts";

const memoryFolder = "/dev/shm";
const prefix = "calendula_memory_";

export interface MemoryTablespace {
  readonly name: string;
  /** Only once no database is in it. */
  readonly drop: () => Promise<void>;
}

/**
 * A tablespace in memory for the copies of one run. A copy has nine hundred files, which on a disk take ext4 0.1 to 0.4 s of CPU to create. Null where the
 * server is on another machine, this process may not give it a folder there, or the server syncs its files: one that should survive a crash of the machine
 * might not start without a tablespace that was in memory.
 */
export async function makeMemoryTablespace(serverUrl: string): Promise<MemoryTablespace | null> {
  const name = `${prefix}${process.pid}`;
  const folder = join(memoryFolder, name);
  try {
    await dropAbandoned(serverUrl);
    const { rows } = await queryServer<{ directory: string; fsync: string }>(
      serverUrl,
      "select current_setting('data_directory') as directory, current_setting('fsync') as fsync",
    );
    if (rows[0]?.fsync !== "off") return null;
    const { uid, gid } = statSync(rows[0].directory);
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
    await queryServer(serverUrl, `create tablespace ${name} location '${folder}'`);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  return { name, drop: () => dropTablespace(serverUrl, name) };
}

async function dropTablespace(serverUrl: string, name: string): Promise<void> {
  await queryServer(serverUrl, `drop tablespace if exists ${name}`);
  rmSync(join(memoryFolder, name), { recursive: true, force: true });
}

/** A run that was killed leaves its copies, which would take memory from then on. */
async function dropAbandoned(serverUrl: string): Promise<void> {
  const { rows } = await queryServer<{ spcname: string; datname: string | null }>(
    serverUrl,
    `select spcname, datname from pg_tablespace left join pg_database on dattablespace = pg_tablespace.oid
      where starts_with(spcname, '${prefix}')`,
  );
  const abandoned = Map.groupBy(
    rows.filter(({ spcname }) => !isRunning(Number(spcname.slice(prefix.length)))),
    ({ spcname }) => spcname,
  );
  for (const [name, databases] of abandoned) {
    for (const { datname } of databases)
      if (datname !== null) await queryServer(serverUrl, `drop database if exists ${datname} with (force)`);
    await dropTablespace(serverUrl, name);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
