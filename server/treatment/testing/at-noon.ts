import { afterAll, beforeAll, beforeEach } from "vitest";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import type { AdapterName } from "#server/platform/gateway/testing/adapters.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import type { StatementCounter } from "#server/testing/statement-counter.ts";

/** A server for the tests of one file: created before the first test, set to noon before each, closed after the last. */
export const serverAtNoon = (counter?: StatementCounter): TestServer =>
  startedAtNoon(() => startTestServer({}, {}, counter));

/** Like `serverAtNoon`, with a shop whose gateway fails only when a test says so. */
export function shopAtNoon(adapter?: AdapterName): Shop {
  const shop = startedAtNoon(() => openShop(adapter));
  beforeEach(() => {
    shop.faults.clear();
    shop.beforeGatewayAnswer(async () => undefined);
  });
  return shop;
}

function startedAtNoon<T extends TestServer>(open: () => Promise<T>): T {
  const server = {} as T;
  beforeAll(async () => void Object.assign(server, await open()));
  beforeEach(() => server.clock.setOffset(msUntilNoon()));
  afterAll(() => server.close());
  return server;
}
