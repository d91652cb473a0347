import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { freshFolder, type Node, removeFolder, startNode } from "../../e2e/servers/node-process.ts";

/** Figures of an idle node. */
export interface IdleFigures {
  readonly what: string;
  /** Transactions per second in its database; null on the embedded one, which does not count them. */
  readonly transactions: number | null;
  /** Share of one core the process uses. */
  readonly core: number;
  /** Resident memory at the end, MB. */
  readonly memoryMb: number;
}

/** Time until the work of a start (first job rounds, compiled code) is over, ms. */
const settlingMs = 20_000;
/** Ticks of `/proc/<pid>/stat` per second, the same on all Linux systems. */
const ticksPerSecond = 100;

/** A node on the embedded database, one on a server, and a bare Fastify with one pg-boss worker, each alone and idle for `seconds`. */
export async function* measureIdle(serverUrl: string, seconds: number): AsyncGenerator<IdleFigures> {
  yield await measureAtRest("node, embedded database", null, {}, seconds);
  for (const [what, script] of [
    ["node, PostgreSQL", undefined],
    ["bare Fastify + pg-boss worker, PostgreSQL", join(import.meta.dirname, "idle-baseline.ts")],
  ] as const) {
    const database = await makeDatabase(serverUrl, `calendula_bench_${randomBytes(4).toString("hex")}`);
    try {
      yield await measureAtRest(what, database.url, script ? { script } : {}, seconds);
    } finally {
      await database.drop();
    }
  }
}

async function measureAtRest(
  what: string,
  databaseUrl: string | null,
  options: { readonly script?: string },
  seconds: number,
): Promise<IdleFigures> {
  const dataDir = freshFolder();
  const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  // Not its first start: filling an empty database is not idle work.
  const first = await startNode({ port: 3800, dataDir, env, ...options });
  await first.stop();
  if (databaseUrl !== null) await vacuum(databaseUrl);
  const node = await startNode({ port: 3800, dataDir, env, ...options });
  try {
    await pause(settlingMs);
    const before = await usage(node, databaseUrl);
    await pause(seconds * 1000);
    const after = await usage(node, databaseUrl);
    const passed = (after.at - before.at) / 1000;
    return {
      what,
      transactions: databaseUrl === null ? null : (after.transactions - before.transactions) / passed,
      core: (after.cpuSeconds - before.cpuSeconds) / passed,
      memoryMb: node.memory(),
    };
  } finally {
    await node.stop();
    removeFolder(dataDir);
  }
}

async function usage({ pid }: Node, databaseUrl: string | null) {
  const transactions = databaseUrl === null ? 0 : await transactionsOf(databaseUrl);
  const [, , , , , , , , , , , , , user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/\(.*\)/, "node")
    .split(" ")
    .map(Number);
  return { at: performance.now(), cpuSeconds: (user + system) / ticksPerSecond, transactions };
}

/** Autovacuum's transactions count, too; what the filling left for it would be most of them. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

/** Queried from the server's own database, so that the query is not counted. */
async function transactionsOf(databaseUrl: string): Promise<number> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const url = new URL(databaseUrl);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    "select xact_commit + xact_rollback as count from pg_stat_database where datname = $1",
    [name],
  );
  await client.end();
  return Number(rows[0]?.count);
}
