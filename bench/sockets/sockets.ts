import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { type BenchProcess, processUsage, startBenchProcess } from "./bench-process.ts";
import { addPatients } from "./patients.ts";

const count = 5000;
const perSecond = 2800;
const seconds = 20;
/** Messages of the first seconds are delivered but not timed: the server compiles its code meanwhile. */
const warmUpSeconds = 5;
/** The longest delay for a message to count as delivered, in milliseconds. */
const deliveryTimeoutMs = 20_000;
const clientProcesses = 2;

export interface SocketFigure {
  readonly what: string;
  readonly sent: number;
  readonly delivered: number;
  /** Share of one core the server used while messages arrived. */
  readonly core: number;
  readonly kbPerSocket: number;
  readonly p50: number;
  readonly p99: number;
  /** The part of it taken by the writer's commit; null where nothing is committed. */
  readonly commit: { readonly p50: number; readonly p99: number } | null;
  readonly events: number;
  /** Messages per second actually sent. */
  readonly rate: number;
}

type Sent = { readonly sent: readonly (readonly [id: string, at: number, committed?: number])[] };
type Received = { readonly received: readonly (readonly [id: string, at: number])[]; readonly events: number };

/** One server, its sockets in processes of their own, and messages for some seconds: what was sent, what arrived, and its cost. */
async function measure(
  what: string,
  server: { readonly pid: number; readonly port: number },
  tokens: readonly string[],
  send: () => Promise<Sent>,
): Promise<SocketFigure> {
  const empty = processUsage(server.pid).memory;
  const children: BenchProcess[] = Array.from({ length: clientProcesses }, () => startBenchProcess("socket-clients"));
  try {
    await Promise.all(
      children.map((child, childIndex) =>
        child.ask({ port: server.port, tokens: tokens.filter((_, index) => index % clientProcesses === childIndex) }),
      ),
    );
    await pause(3000);
    const before = processUsage(server.pid);
    const began = performance.now();
    const { sent } = await send();
    const elapsed = (performance.now() - began) / 1000;
    const after = processUsage(server.pid);
    await pause(deliveryTimeoutMs - 15_000);
    const reports = await Promise.all(children.map((child) => child.ask<Received>("report")));
    const came = new Map(reports.flatMap(({ received }) => received));
    const timed = sent.filter(([, at]) => at - (sent[0]?.[1] ?? 0) >= warmUpSeconds * 1000);
    const waits = sorted(timed.flatMap(([id, at]) => (came.has(id) ? [(came.get(id) ?? 0) - at] : [])));
    const commits = sorted(timed.flatMap(([, at, committed]) => (committed === undefined ? [] : [committed - at])));
    return {
      what,
      sent: sent.length,
      delivered: sent.filter(([id]) => came.has(id)).length,
      core: (after.cpu - before.cpu) / elapsed,
      kbPerSocket: ((before.memory - empty) * 1024) / tokens.length,
      p50: quantile(waits, 0.5),
      p99: quantile(waits, 0.99),
      commit: commits.length > 0 ? { p50: quantile(commits, 0.5), p99: quantile(commits, 0.99) } : null,
      events: reports.reduce((sum, { events }) => sum + events, 0),
      rate: sent.length / elapsed,
    };
  } finally {
    for (const child of children) child.end();
  }
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const quantile = (values: readonly number[], share: number) =>
  values[Math.floor(share * (values.length - 1))] ?? Number.NaN;

async function measureChild(what: string, name: string, tokens: readonly string[]): Promise<SocketFigure> {
  const child = startBenchProcess(name);
  try {
    const { port } = await child.nextMessage<{ port: number }>();
    return await measure(what, { pid: child.pid, port }, tokens, () => child.ask<Sent>({ perSecond, seconds }));
  } finally {
    child.end();
  }
}

/** A whole node on a database of its own: another process writes the messages into it. */
async function measureNode(serverUrl: string): Promise<SocketFigure> {
  const database = await makeDatabase(serverUrl, `calendula_bench_${Date.now()}`);
  const dataDir = freshFolder();
  const port = 3830;
  const secretsKey = "a key for benchmarks, long enough for it";
  const env = { DATABASE_URL: database.url, SECRETS_KEY: secretsKey, PUBLIC_URL: `http://localhost:${port}` };
  const node = await startNode({ port, dataDir, env });
  const client = new pg.Client({ connectionString: database.url });
  const loader = startBenchProcess("message-writer");
  try {
    await client.connect();
    const patients = await addPatients(client, count, { secretsKey, publicUrl: env.PUBLIC_URL });
    await loader.ask({ url: database.url, secretsKey, patients, perSecond, seconds });
    const tokens = patients.map(({ token }) => token);
    return await measure("node: database to socket", { pid: node.pid, port }, tokens, () => loader.ask<Sent>("go"));
  } finally {
    loader.end();
    await client.end();
    await node.stop();
    removeFolder(dataDir);
    await database.drop();
  }
}

/** 5,000 sockets and 2,800 messages a second: bare socket.io, our hub without a database, the whole node. */
export async function* measureSockets(serverUrl: string): AsyncGenerator<SocketFigure> {
  const ids = Array.from({ length: count }, () => newId());
  yield await measureChild("bare socket.io", "baseline", ids);
  yield await measureChild("our sockets without a database", "hub-in-memory", ids);
  yield await measureNode(serverUrl);
}
