import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createPolls } from "#server/platform/database/polls.ts";
import { paymentSteps } from "#server/platform/gateway/testing/gateway-setup.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { listen } from "#server/testing/test-sockets.ts";
import { startWebhookDelivery } from "./sandbox-webhooks.ts";

/** Long enough that only the first poll happens during a test. */
const effectivelyNeverMs = 3_600_000;
const onlyFirstPoll = ({ db, log }: TestServer["services"]) => createPolls(db, log, effectivelyNeverMs);

let server: TestServer;
let delivery: ReturnType<typeof startWebhookDelivery>;

beforeAll(async () => {
  server = await startTestServer();
  await listen(server);
  const { port } = server.app.server.address() as AddressInfo;
  const { services } = server;
  delivery = startWebhookDelivery({
    ...services,
    config: { ...services.config, host: "127.0.0.1", port },
    polls: onlyFirstPoll(services),
  });
});
afterAll(async () => {
  await delivery.stop();
  await server.close();
});

/** For each event of the sandbox, whether it has been delivered. */
const deliveries = async (): Promise<boolean[]> => {
  const rows = await server.services.db.selectFrom("sandbox.event").select("delivered_at").execute();
  return rows.map(({ delivered_at }) => delivered_at !== null);
};

test("a webhook is delivered on notification, one after the other", async () => {
  for (let authorized = 1; authorized <= 3; authorized += 1) {
    await paymentSteps(server.services.gateway).authorizedIntent();
    await vi.waitFor(async () => expect(await deliveries()).toEqual(Array(authorized).fill(true)), { timeout: 60_000 });
  }
});
