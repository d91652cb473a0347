import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeMemoryTablespace } from "./memory-tablespace.ts";
import { makeDatabase, queryServer } from "./server-databases.ts";
import { testDatabaseUrl } from "./test-databases.ts";

const url = testDatabaseUrl() ?? "";
const suffix = process.pid;
// Only where the run has one itself: the server is on this machine.
const isPossible = process.env["TEST_TABLESPACE"] !== undefined;

const named = async (name: string) =>
  (await queryServer(url, `select spcname from pg_tablespace where spcname = '${name}'`)).rows;

describe.skipIf(!isPossible)("a tablespace in memory", () => {
  test("holds a database's files until it is dropped, and leaves nothing", async () => {
    const tablespace = await makeMemoryTablespace(url);
    const name = tablespace?.name ?? "";
    const folder = `/dev/shm/${name}`;
    const database = await makeDatabase(url, `calendula_in_memory_${suffix}`, { tablespace: name });
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(100);
    await database.drop();
    await tablespace?.drop();
    expect(existsSync(folder)).toBe(false);
    expect(await named(name)).toEqual([]);
  });

  test("of a run that was killed goes when the next begins, with its databases; that of one that runs stays", async () => {
    const { pid: ended } = spawnSync(process.execPath, ["--version"]);
    const abandoned = `calendula_memory_${ended}`;
    const folder = `/dev/shm/${abandoned}`;
    const { rows } = await queryServer<{ data_directory: string }>(url, "show data_directory");
    const { uid, gid } = statSync(rows[0]?.data_directory ?? "");
    mkdirSync(folder);
    chownSync(folder, uid, gid);
    await queryServer(url, `create tablespace ${abandoned} location '${folder}'`);
    await makeDatabase(url, `calendula_abandoned_${suffix}`, { tablespace: abandoned });

    const own = await makeMemoryTablespace(url);
    expect(existsSync(folder)).toBe(false);
    expect(await named(abandoned)).toEqual([]);
    const { rows: left } = await queryServer(
      url,
      `select datname from pg_database where datname = 'calendula_abandoned_${suffix}'`,
    );
    expect(left).toEqual([]);
    expect(await named(process.env["TEST_TABLESPACE"] ?? "")).toHaveLength(1);
    await own?.drop();
  });

  test("is not made where no server answers", async () => {
    expect(await makeMemoryTablespace("postgres://root@127.0.0.1:1/postgres")).toBeNull();
    expect(existsSync(`/dev/shm/calendula_memory_${process.pid}`)).toBe(false);
  });
});
