import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { account } from "#contract/account/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { support } from "#contract/support.ts";
import { newId } from "../ids.ts";
import { openTestDatabase, testDatabaseUrl } from "./testing/test-databases.ts";
import { type CallResult, startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { openServer } from "./open.ts";

/** A proxy to the database server that can be cut. */
async function startProxy({ hostname, port: to }: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number(to || 5432), hostname);
    for (const [one, peer] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(one);
      one.pipe(peer);
      one.on("error", () => peer.destroy()).on("close", () => void (sockets.delete(one), peer.destroy()));
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
  };
}

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
      const directClient = await openTestDatabase();
      const serverUrl = new URL(directClient.pool?.options.connectionString ?? "");
      admin = new pg.Client({ connectionString: serverUrl.href });
      await admin.connect();
      proxy = await startProxy(serverUrl);
      serverUrl.host = `127.0.0.1:${proxy.port}`;
      const database = await openServer(serverUrl.href);
      const close = async () => {
        await database.close();
        await admin.end();
        await directClient.close();
      };
      server = await startTestServer({ database: { ...database, close } });
      patient = await server.newPatient();
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
