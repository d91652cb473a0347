import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { support } from "#contract/support.ts";
import { type CallResult, startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { newId } from "../ids.ts";
import { openServer } from "./open.ts";
import { openTestDatabase, testDatabaseUrl } from "./testing/test-databases.ts";

/** A proxy to the database server that can be cut, or go silent: it then lets connections in and passes nothing on, as where packets are dropped. */
async function startProxy({ hostname, port: to }: URL) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((clientSocket) => {
    if (isSilent) return void sockets.add(clientSocket.on("error", () => undefined));
    const serverSocket = connect(Number(to || 5432), hostname);
    for (const [one, peer] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(one);
      one.pipe(peer);
      // Dropped packets hide from each side that the other has gone.
      const endBoth = () => void (sockets.delete(one), isSilent || peer.destroy());
      one.on("error", endBoth).on("close", endBoth);
    }
  });
  const startListening = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await startListening(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => startListening(port),
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Connections made meanwhile stay silent. */
    speak: () => void (isSilent = false),
  };
}

/** A server whose database is reached through a proxy, a patient of it, and a connection to the database beside it. */
async function startBehindProxy(limits?: Parameters<typeof openServer>[1]) {
  const directClient = await openTestDatabase();
  const serverUrl = new URL(directClient.pool?.options.connectionString ?? "");
  const admin = new pg.Client({ connectionString: serverUrl.href });
  await admin.connect();
  const proxy = await startProxy(serverUrl);
  serverUrl.host = `127.0.0.1:${proxy.port}`;
  const database = await openServer(serverUrl.href, limits);
  const close = async () => {
    await database.close();
    await admin.end();
    await directClient.close();
  };
  const server = await startTestServer({ database: { ...database, close } });
  return { admin, proxy, server, patient: await server.newPatient() };
}

const expectUnavailable = ({ status, problem, headers }: CallResult<unknown>) => {
  expect({ status, code: problem.code, message: problem.message }).toEqual({
    status: 503,
    code: "unavailable",
    message: "Service unavailable. Try again later",
  });
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
};

/** It recovers soon, without help. */
const expectRecovery = (request: () => Promise<CallResult<unknown>>, status: number) =>
  vi.waitFor(async () => expect((await request()).status).toBe(status), { interval: 20, timeout: 60_000 });

const url = testDatabaseUrl();
const address = { address1: "12 Garden Way", city: "Fresno", state: "CA", zipcode: "93701" };

if (url === null)
  test("the embedded database has no connection to lose; outages are tested on a server", async () => {
    const database = await openTestDatabase();
    expect(database.pool).toBeNull();
    await database.close();
  });
else
  describe("the database server goes away", () => {
    let server: TestServer;
    let patient: TestPatient;
    let admin: pg.Client;
    let proxy: Awaited<ReturnType<typeof startProxy>>;

    beforeAll(async () => {
      ({ admin, proxy, server, patient } = await startBehindProxy());
    });
    afterAll(async () => {
      await server.close();
      await proxy.cut();
    });

    const read = () => server.call(account.user, {}, { token: patient.token });
    const write = (key: string) =>
      server.call(store.createShippingAddress, { body: address }, { token: patient.token, key });

    /** Terminates the application's connections, all or only those waiting for a lock, and waits until they are gone. */
    const terminate = async (waiting = false) => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and (not $1 or wait_event_type = 'Lock')`,
        [waiting],
      );
      return rowCount;
    };

    /** Terminates a request's connection while it waits for `table`; with `all`, all others too. */
    async function terminatedAt<T>(table: string, request: () => Promise<T>, all = false): Promise<T> {
      await admin.query(`begin; lock table ${table} in access exclusive mode`);
      const answer = request();
      await vi.waitFor(async () => expect(await terminate(true)).toBeGreaterThan(0), { interval: 20, timeout: 60_000 });
      if (all) await terminate();
      await admin.query("rollback");
      return answer;
    }

    test("a read whose connection is terminated says so, and the next one works", async () => {
      expectUnavailable(await terminatedAt("patient", read));
      await expectRecovery(read, 200);
    });

    test("a write whose connection is terminated leaves nothing, and its repeat with the same key works", async () => {
      const key = newId();
      expectUnavailable(await terminatedAt("shipping_address", () => write(key)));
      await expectRecovery(() => write(key), 201);
      const { rows } = await admin.query("select id from shipping_address");
      expect(rows).toHaveLength(1);
    });

    test("an access that cannot be recorded in the audit is not answered", async () => {
      expectUnavailable(await terminatedAt("audit_event", read));
      await expectRecovery(read, 200);
    });

    test("connections terminated under many requests: each is answered or told to try again", async () => {
      for (let round = 0; round < 10; round += 1) {
        const requests = () =>
          Promise.all<CallResult<unknown>>(
            Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? write(newId()) : read())),
          );
        const logLines = await terminatedAt(round % 2 === 0 ? "patient" : "shipping_address", requests, true);
        expect(logLines.some(({ status }) => status === 503)).toBe(true);
        for (const answer of logLines.filter(({ status }) => status >= 300)) expectUnavailable(answer);
        await expectRecovery(() => write(newId()), 201);
        await expectRecovery(read, 200);
      }
    });

    test("while the database is unreachable it says so, and it recovers by itself", async () => {
      await proxy.cut();
      expectUnavailable(await read());
      expectUnavailable(await write(newId()));
      expect((await server.app.inject({ url: "/health/ready" })).statusCode).toBe(503);
      expect((await server.app.inject({ url: "/health/live" })).statusCode).toBe(200);
      expect((await server.call(support.configuration, {})).status).toBe(200);
      await proxy.mend();
      await expectRecovery(read, 200);
      await expectRecovery(() => write(newId()), 201);
      // Readiness is checked once a second.
      await expect.poll(async () => (await server.app.inject({ url: "/health/ready" })).statusCode).toBe(200);
    });
  });

describe.runIf(url)("the database goes silent, as where packets are dropped", () => {
  const silenceMs = 2000;
  let behind: Awaited<ReturnType<typeof startBehindProxy>>;

  beforeAll(async () => {
    behind = await startBehindProxy({ connectionMs: silenceMs, silenceMs, idleTransactionMs: 2 * silenceMs });
  });
  afterAll(async () => {
    await behind.server.close();
    await behind.proxy.cut();
  });

  const read = () => behind.server.call(account.user, {}, { token: behind.patient.token });
  const write = (key: string) =>
    behind.server.call(store.createShippingAddress, { body: address }, { token: behind.patient.token, key });
  const addresses = async () => (await behind.admin.query("select id from shipping_address")).rows.length;
  const sessions = async (state: string) =>
    (await behind.admin.query("select 1 from pg_stat_activity where datname = current_database() and " + state)).rows
      .length;

  /** Silences the database while `request` waits for `table`; it has to be answered within its bound. */
  async function silencedAt<T>(table: string, request: () => Promise<T>): Promise<T> {
    await behind.admin.query(`begin; lock table ${table} in access exclusive mode`);
    const answer = request();
    await vi.waitFor(async () => expect(await sessions("wait_event_type = 'Lock'")).toBeGreaterThan(0), {
      interval: 20,
      timeout: 60_000,
    });
    behind.proxy.silence();
    const from = performance.now();
    const answered = await answer;
    const took = performance.now() - from;
    await behind.admin.query("rollback");
    // Its own statement, a new month of the audit, a batch of audit rows before its own and that with its own, one after the other: with the usual 20 s
    // each, less than a proxy waits.
    expect(took).toBeLessThan(4.4 * silenceMs);
    return answered;
  }

  test("reads in the middle of their statement say so within the bound, and work when it's back", async () => {
    const answers = await silencedAt("patient", () => Promise.all([read(), read(), read()]));
    for (const answer of answers) expectUnavailable(answer);
    expectUnavailable(await read());
    behind.proxy.speak();
    await expectRecovery(read, 200);
  });

  test("a write in the middle of its transaction says so; its transaction is rolled back, and its repeat is written once", async () => {
    const key = newId();
    expectUnavailable(await silencedAt("shipping_address", () => write(key)));
    await vi.waitFor(async () => expect(await sessions("state = 'idle in transaction'")).toBe(1), { interval: 20 });
    behind.proxy.speak();
    // Another's write isn't part of the transaction that was left.
    await expectRecovery(() => write(newId()), 201);
    expect(await addresses()).toBe(1);
    await expectRecovery(() => write(key), 201);
    await vi.waitFor(async () => expect(await sessions("state like 'idle in transaction%'")).toBe(0), 30_000);
    expect(await addresses()).toBe(2);
  });

  test("connections that rest while it is silent are replaced", async () => {
    await Promise.all([write(newId()), write(newId()), read(), read()]);
    const before = await addresses();
    behind.proxy.silence();
    for (const answer of await Promise.all<CallResult<unknown>>([read(), read(), write(newId()), write(newId())]))
      expectUnavailable(answer);
    behind.proxy.speak();
    await expectRecovery(read, 200);
    await expectRecovery(() => write(newId()), 201);
    expect(await addresses()).toBe(before + 1);
  });
});
