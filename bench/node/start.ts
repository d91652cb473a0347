import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";

export interface StartFigures {
  /** From the start of the process to the first “ready”, on an empty data directory. */
  readonly coldMs: number;
  /** The same on that data directory again. */
  readonly warmMs: number;
  /** Resident memory when idle, MB. */
  readonly embeddedMb: number;
  readonly serverMb: number;
}

/** How long a node is idle before its memory is read. */
const restDurationMs = 20_000;

/** Starts a node twice on each database; the second one is left idle. */
export async function measureStart(serverUrl: string): Promise<StartFigures> {
  const embedded = await startTwice({});
  const database = await makeDatabase(serverUrl, `calendula_bench_${randomBytes(4).toString("hex")}`);
  try {
    const server = await startTwice({ DATABASE_URL: database.url });
    return {
      coldMs: embedded.coldMs,
      warmMs: embedded.warmMs,
      embeddedMb: embedded.memoryMb,
      serverMb: server.memoryMb,
    };
  } finally {
    await database.drop();
  }
}

async function startTwice(env: Readonly<Record<string, string>>) {
  const dataDir = freshFolder();
  const port = Number(process.env["BENCH_PORT"] ?? 3810);
  const cold = await startNode({ port, dataDir, env });
  await cold.stop();
  const warm = await startNode({ port, dataDir, env });
  await pause(restDurationMs);
  const memoryMb = warm.memory();
  await warm.stop();
  removeFolder(dataDir);
  return { coldMs: cold.readyMs, warmMs: warm.readyMs, memoryMb };
}
