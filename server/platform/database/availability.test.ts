import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { freePorts } from "#server/testing/free-ports.ts";
import { toRefusal } from "../http/error-response.ts";
import { isDatabaseUnavailable, waitForDatabase } from "./availability.ts";
import { openServer } from "./open.ts";
import { testDatabaseUrl, testLimits } from "./testing/test-databases.ts";

const errorWithCode = (code: string) => Object.assign(new Error("it failed"), { code });

test.each([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  ...["08000", "08001", "08003", "08004", "08006", "25006", "40001", "40P01", "53100", "53200", "53300", "55000"],
  ...["57014", "57P01", "57P02", "57P03", "57P05", "58030", "ENOSPC", "EDQUOT"],
])("%s is answered 503 with the seconds to wait", (code) => {
  expect(isDatabaseUnavailable(errorWithCode(code))).toBe(true);
  const { status, options } = toRefusal(errorWithCode(code));
  expect({ status, wait: options.retryAfterSeconds }).toEqual({ status: 503, wait: 5 });
});

test.each(["23505", "23514", "22P02", "42P01", "28P01", "3D000", "55P03", "ENOENT", "ERR_INVALID_ARG_TYPE"])(
  "%s is a server error, not an outage",
  (code) => {
    expect(isDatabaseUnavailable(errorWithCode(code))).toBe(false);
    expect(toRefusal(errorWithCode(code)).status).toBe(500);
  },
);

test("an outage is recognized within wrapping errors, and where several addresses were tried", () => {
  expect(isDatabaseUnavailable(new Error("reading failed", { cause: errorWithCode("57014") }))).toBe(true);
  expect(isDatabaseUnavailable(new AggregateError([errorWithCode("ENETUNREACH"), errorWithCode("EHOSTUNREACH")]))).toBe(
    true,
  );
  expect(isDatabaseUnavailable(new AggregateError([errorWithCode("23505")]))).toBe(false);
  const cyclicError = errorWithCode("none");
  cyclicError.cause = cyclicError;
  expect(isDatabaseUnavailable(cyclicError)).toBe(false);
});

const captureLog = () => {
  const lines: string[] = [];
  return { lines, log: { warn: (_: object, line: string) => void lines.push(line) } as never };
};

test("a start gives up after a while, with one line that says why", async () => {
  const [port] = await freePorts(1);
  const database = await openServer(`postgres://nobody@127.0.0.1:${port}/calendula`);
  const { lines, log } = captureLog();
  await expect(waitForDatabase(database, log, { forMs: 60, everyMs: 10 })).rejects.toThrow(
    /^The database of DATABASE_URL did not answer in 0 s: [^\n]*ECONNREFUSED[^\n]*$/,
  );
  expect(lines).toEqual(["waiting up to 0 s for the database"]);
  await database.close();
});

test.runIf(testDatabaseUrl())("a start does not wait for a database that does not exist", async () => {
  const url = new URL(testDatabaseUrl() ?? "");
  url.pathname = "/calendula_that_nobody_made";
  const database = await openServer(url.href, testLimits);
  const { lines, log } = captureLog();
  await expect(waitForDatabase(database, log)).rejects.toThrow("does not exist");
  expect(lines).toEqual([]);
  await database.close();
});

test.runIf(testDatabaseUrl())("a start waits for a database that is coming up, and says so once", async () => {
  const serverUrl = new URL(testDatabaseUrl() ?? "");
  const [port = 0] = await freePorts(1);
  const database = await openServer(Object.assign(new URL(serverUrl), { port: String(port) }).href);
  const { lines, log } = captureLog();
  const waiting = waitForDatabase(database, log, { forMs: 60_000, everyMs: 5 });
  // It comes up after one failed attempt.
  await expect.poll(() => lines.length).toBe(1);
  const { way: proxy } = await startProxy(port, serverUrl);
  await waiting;
  expect(lines).toEqual(["waiting up to 60 s for the database"]);
  await database.close();
  proxy.close();
});

/** Listens on `port` and forwards to the given server. */
async function startProxy(port: number, { hostname, port: targetPort }: URL) {
  const proxy = createServer((clientSocket) => {
    const serverSocket = connect(Number(targetPort || 5432), hostname);
    clientSocket.pipe(serverSocket).pipe(clientSocket);
    for (const socket of [clientSocket, serverSocket])
      socket.on("error", () => void (clientSocket.destroy(), serverSocket.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(port, "127.0.0.1", resolve));
  return { way: proxy };
}
