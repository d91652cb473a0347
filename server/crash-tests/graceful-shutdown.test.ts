import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { openDatabase } from "#server/platform/database/open.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { prepareCrashTestDatabase } from "./testing/crash-test-database.ts";

const clients = 8;
const waitOptions = { interval: 10, timeout: 60_000 };
/** Pauses between two requests of a client, in turn: a stop may close an idle connection just as a request arrives. */
const pausesMs = [0, 1, 3, 10];
/** After so many last answers a client is away until the grace period is nearly over: in its middle, all is as at its beginning. */
const lastAnswersBeforeRest = 20;
const restMs = 4000;

const crashDatabase = await prepareCrashTestDatabase(async (server: TestServer) => {
  const patients: TestPatient[] = [];
  while (patients.length < clients) patients.push(await server.newPatient());
  return patients;
});
afterAll(() => crashDatabase.dispose());

async function freePort(): Promise<number> {
  // Below those the system gives to outgoing connections, which could take it before the node listens.
  const server = createServer().listen(20_000 + Math.floor(Math.random() * 12_000), "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts the real server entry in a process of its own; resolves when it is ready. */
async function startMain() {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts")], {
    env: {
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/compiled"),
      JOBS: "off",
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: "1000000",
      PASSWORD_MEMORY_KIB: "64",
      STOP_GRACE_SECONDS: "6",
      ...crashDatabase.env,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  const ended = once(child, "exit");
  const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { connection: "close" } });
  await Promise.race([
    vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 100_000, interval: 100 }),
    ended.then(() => expect.fail(stderr)),
  ]);
  return { port, child, ended };
}

async function signIn(port: number, { email, password }: TestPatient): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${fullPath(auth.signIn)}`, {
    method: auth.signIn.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { idToken } = (await answer.json()) as { idToken: string };
  return idToken;
}

interface ClientLog {
  /** The last value the patient was told is saved. */
  saved: string;
  answers: number;
  /** Answers that asked to close the connection. */
  lastAnswers: number;
  /** Requests on an open connection that got no answer. */
  readonly lostRequests: string[];
}

class NotAccepted extends Error {}

/** Saves a name again and again over one kept-alive connection, until the node accepts no more connections. */
async function saveUntilRefused(logs: ClientLog, port: number, token: string, pauseMs: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const save = (firstname: string) =>
    new Promise<{ status: number; isLastAnswer: boolean }>((resolve, reject) => {
      const sent = request(
        {
          port,
          host: "127.0.0.1",
          agent,
          method: account.updateUser.method,
          path: fullPath(account.updateUser),
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        },
        (response) => {
          response.resume().once("error", reject);
          response.once("end", () =>
            resolve({ status: response.statusCode ?? 0, isLastAnswer: response.headers.connection === "close" }),
          );
        },
      );
      sent.once("error", (error: NodeJS.ErrnoException) =>
        // The connection was still in the port's backlog when it closed: no node ever had it.
        reject(error.code === "ECONNREFUSED" || !sent.reusedSocket ? new NotAccepted() : error),
      );
      sent.end(JSON.stringify({ firstname }));
    });
  for (let attempt = 0; ; attempt += 1) {
    const firstname = `Rosa${String(attempt).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
    try {
      const { status, isLastAnswer } = await save(firstname);
      if (status === 200) logs.saved = firstname;
      else logs.lostRequests.push(`answered ${status}`);
      logs.answers += 1;
      if (isLastAnswer) logs.lastAnswers += 1;
    } catch (error) {
      if (error instanceof NotAccepted) return;
      logs.lostRequests.push(String(error));
    }
    const isTired = logs.lastAnswers === lastAnswersBeforeRest;
    if (isTired || pauseMs) await wait(isTired ? restMs : pauseMs);
  }
}

/** First names in the database, by patient. */
async function savedNames(): Promise<ReadonlyMap<string, string | null>> {
  const { DATABASE_URL = null, DATA_DIR = "" } = crashDatabase.env;
  const database = await openDatabase({ databaseUrl: DATABASE_URL, databaseConnections: 10, dataDir: DATA_DIR });
  try {
    const rows = await database.db.selectFrom("patient").select(["id", "firstname"]).execute();
    return new Map(rows.map(({ id, firstname }) => [id, firstname]));
  } finally {
    await database.close();
  }
}

test("a stop during writes loses none: each request is answered, and what was acknowledged is saved", async () => {
  const { port, child, ended } = await startMain();
  const logs = crashDatabase.preparedData.map((): ClientLog => ({
    saved: "",
    answers: 0,
    lastAnswers: 0,
    lostRequests: [],
  }));
  const tokens = await Promise.all(crashDatabase.preparedData.map((patient) => signIn(port, patient)));
  const writing = logs.map((log, nth) =>
    saveUntilRefused(log, port, tokens[nth] ?? "", pausesMs[nth % pausesMs.length] ?? 0),
  );
  await vi.waitFor(() => expect(Math.min(...logs.map(({ answers }) => answers))).toBeGreaterThan(10), waitOptions);
  child.kill("SIGTERM");
  await Promise.all(writing);
  expect(await ended).toEqual([0, null]);

  expect(logs.flatMap(({ lostRequests }) => lostRequests)).toEqual([]);
  for (const { answers, lastAnswers } of logs) {
    expect(answers).toBeGreaterThan(lastAnswers);
    expect(lastAnswers).toBeGreaterThan(0);
  }
  const saved = await savedNames();
  expect(crashDatabase.preparedData.map(({ id }) => saved.get(id))).toEqual(logs.map(({ saved: name }) => name));
});
