import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeEnv, nodeFlags } from "../../server/node-flags.mjs";

const root = join(import.meta.dirname, "../..");

export interface Node {
  readonly url: string;
  readonly pid: number;
  /** From spawn to the first response of /health/ready, in milliseconds. */
  readonly readyMs: number;
  /** Resident memory in MB. */
  readonly memory: () => number;
  /** Memory in bytes after a garbage collection; of a node started with `exposeGc`. */
  readonly memoryAfterGc: () => Promise<NodeJS.MemoryUsage>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface NodeOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Pin to this core. */
  readonly core?: number;
  /** Script to run instead of the server; it serves /health/ready, too. */
  readonly script?: string;
  /** Can be asked for its memory after a garbage collection. */
  readonly exposeGc?: boolean;
}

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), "calendula-bench-"));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Starts the server in a child process and waits until it is ready. */
export async function startNode({
  port,
  dataDir,
  env = {},
  core,
  script = join(root, "server/main.ts"),
  exposeGc = false,
}: NodeOptions): Promise<Node> {
  const began = performance.now();
  const command = [
    ...(core === undefined ? [] : ["taskset", "-c", String(core)]),
    process.execPath,
    ...nodeFlags,
    ...(exposeGc ? ["--expose-gc", "--import", join(root, "bench/node/gc-memory.ts")] : []),
    script,
  ];
  const child: ChildProcess = spawn(command[0] as string, command.slice(1), {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", ...(exposeGc ? ["ipc" as const] : [])],
    env: {
      ...nodeEnv,
      ...process.env,
      PORT: String(port),
      MARKETING_PORT: String(port + 1),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      RATE_LIMIT_PER_MINUTE: "100000000",
      ...env,
    },
  });
  const exited = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const url = `http://localhost:${port}`;
  await waitUntilReady(url, child);
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    readyMs: performance.now() - began,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
    memoryAfterGc: () =>
      new Promise((resolve) => {
        child.once("message", (memory) => resolve(memory as NodeJS.MemoryUsage));
        child.send("memory");
      }),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await exited;
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const ok = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The server ended before it was ready.");
}
