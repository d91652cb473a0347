import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { clinicKey } from "../settings.ts";
import { databaseOfItsOwn } from "./database.ts";
import { freshFolder, removeFolder } from "./node-process.ts";

const root = join(import.meta.dirname, "../..");

/** One node on an embedded database, or two on a database server, behind one port. */
export interface Nodes {
  /** Where they listen; `publicUrl` is where browsers find them. */
  readonly url: string;
  readonly publicUrl: string;
  /** Kills a node with SIGKILL, unless it runs alone. Resolves when another one has taken its place. */
  readonly killOne: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the nodes on `port`; browsers reach them at `publicUrl`. */
export async function startNodes(
  count: 1 | 2,
  { port, publicUrl }: { readonly port: number; readonly publicUrl: string },
): Promise<Nodes> {
  const dataDir = freshFolder();
  const database = count === 2 ? await databaseOfItsOwn("talk") : null;
  const script = count === 2 ? "scripts/start-cluster.ts" : "scripts/start.ts";
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      MARKETING_PORT: String(port + 1),
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      RATE_LIMIT_PER_MINUTE: "100000",
      PASSWORD_MEMORY_KIB: "64",
      CARE_DESK_PACE_SECONDS: "0",
      DEMO_PATIENTS: "off",
      API_KEY: clinicKey,
      ...(database ? { DATABASE_URL: database.url, CLUSTER_NODES: String(count) } : {}),
    },
  });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const pids: number[] = [];
  let readyCount = 0;
  let onReady = () => {};
  createInterface(child.stdout).on("line", (line) => {
    const [, pid] = /^Node \d+ is ready, process (\d+)/.exec(line) ?? [];
    if (pid) pids.push(Number(pid));
    if (!pid && !line.includes("is ready after")) return;
    readyCount += 1;
    onReady();
  });
  const untilReady = async (nodes: number) => {
    while (readyCount < nodes)
      await Promise.race([
        new Promise<void>((resolve) => (onReady = resolve)),
        ended.then(() => Promise.reject(new Error("The nodes ended before they were ready."))),
      ]);
  };
  await untilReady(count);
  return {
    url: `http://localhost:${port}`,
    publicUrl,
    async killOne() {
      if (count === 1) return;
      process.kill(pids.shift() ?? 0, "SIGKILL");
      await untilReady(readyCount + 1);
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await database?.drop();
      removeFolder(dataDir);
    },
  };
}
