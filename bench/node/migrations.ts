import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { auditPartitionMonth } from "#server/platform/audit/audit-partitions.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openServer } from "#server/platform/database/open.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { benchClient } from "./client.ts";

/** Indexes the partition that holds all rows: a partitioned table cannot be indexed concurrently. */
const migrations = {
  "9001_reason.sql": "alter table audit_event add column reason text not null default 'care';\n",
  "9002_find.sql": `-- migrate: without transaction\ncreate index concurrently audit_event_reason on audit_event_${auditPartitionMonth(new Date()).replace("-", "_")} (reason, at);\n`,
};

interface MigrationFigures {
  readonly seconds: number;
  readonly requests: number;
  readonly failed: number;
  /** The slowest response while it ran, in milliseconds. */
  readonly slowest: number;
  /** The slowest response before, in milliseconds. */
  readonly slowestBefore: number;
}

/** Adds a column and an index to a table of `rows` rows that each request of two serving nodes writes to. */
export async function measureMigrations(serverUrl: string, rows: number): Promise<MigrationFigures> {
  const database = await makeDatabase(serverUrl, `calendula_bench_${Date.now()}`);
  const dataDir = freshFolder();
  const folder = mkdtempSync(join(tmpdir(), "calendula-migrations-"));
  // One installation: a token of one node is valid at the other.
  const env = { DATABASE_URL: database.url, PUBLIC_URL: "http://localhost:3860" };
  const nodes = [await startNode({ port: 3860, dataDir, env }), await startNode({ port: 3862, dataDir, env })];
  const open = await openServer(database.url, { connectionMs: 60_000, statementMs: 0 });
  try {
    const { idToken } = await benchClient(nodes[0]?.url ?? "").call(auth.signUp, {
      body: { email: "reader@example.com", password: "marigold at noon" },
    });
    await open.script(`insert into audit_event (at, actor, patient_id, call, status, request_id)
      select now(), 'patient', gen_random_uuid(), 'account.user', 200, n::text from generate_series(1, ${rows}) n`);
    await open.script("vacuum analyze audit_event");
    let answers: { ok: boolean; ms: number }[] = [];
    let isDone = false;
    const serving = nodes.flatMap((node) =>
      Array.from({ length: 4 }, async () => {
        while (!isDone) {
          const began = performance.now();
          const { ok } = await fetch(node.url + fullPath(account.user), {
            headers: { authorization: `Bearer ${idToken}` },
          });
          answers.push({ ok, ms: performance.now() - began });
        }
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const before = answers;
    answers = [];
    // This folder lacks the migrations already applied, so the bench records its own elsewhere.
    await open.script("create schema bench; alter table migration set schema bench");
    for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, name), text);
    const began = performance.now();
    await migrate(open, { folder });
    const seconds = (performance.now() - began) / 1000;
    isDone = true;
    await Promise.all(serving);
    return {
      seconds,
      requests: answers.length,
      failed: [...before, ...answers].filter(({ ok }) => !ok).length,
      slowest: Math.max(...answers.map(({ ms }) => ms)),
      slowestBefore: Math.max(...before.map(({ ms }) => ms)),
    };
  } finally {
    await open.close();
    for (const node of nodes) await node.stop();
    rmSync(folder, { recursive: true, force: true });
    removeFolder(dataDir);
    await database.drop();
  }
}
