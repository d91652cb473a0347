import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";
import { testDatabaseUrl } from "../database/testing/test-databases.ts";
import { signalsConnectionName } from "./listen-on-server.ts";
import { createSignals } from "./signals.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

test("signals arrive when a transaction commits, until nobody listens; closing twice is harmless", async () => {
  const signals = createSignals(server.database, pino({ level: "silent" }));
  const listening = new Promise<void>((resolve) => signals.onGap(resolve));
  signals.open();
  await listening;
  const patient = await server.newPatient();
  const received = new Promise<string>((resolve) =>
    signals.on("patient_changed", (id) => {
      if (id === patient.id) resolve(id);
    }),
  );
  await server.call(account.updatePharmacy, { body: { pharmacy: "Corner Pharmacy" } }, { token: patient.token });
  expect(await received).toBe(patient.id);
  await signals.close();
  await signals.close();
  signals.open();
});

if (testDatabaseUrl() === null)
  test("the embedded database has no connection for signals to lose; that is tested on a server", () => {
    expect(server.database.pool).toBeNull();
  });
else
  test("the signals connection is terminated: it comes back by itself, and what was written meanwhile is reported", async () => {
    const url = await listen(server);
    const patient = await server.newPatient();
    const socket = await connect(url, patient.token);
    const admin = new pg.Client({ connectionString: server.database.pool?.options.connectionString });
    await admin.connect();
    const end = () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
        [signalsConnectionName],
      );
    for (let round = 1; round <= 3; round += 1) {
      await expect.poll(async () => (await end()).rowCount, { timeout: 30_000 }).toBe(1);
      const message = await postClinicMessage(server, patient.id, `While nobody listened ${round}`);
      expect(await socket.waitFor("message", ({ id }) => id === message.id)).toEqual(message);
    }
    expect(socket.received("message").map(({ seq }) => seq)).toEqual([1, 2, 3]);
    await admin.end();
    socket.close();
  });
