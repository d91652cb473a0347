import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderStatuses } from "#server/orders/order-status.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { type ActName, acts } from "./testing/acts.ts";
import { inState, type World } from "./testing/in-state.ts";
import { states } from "./testing/states.ts";
import { toldOfActs } from "./testing/told-of-acts.ts";

/* Every status of an order × what somebody, or a job, can do about it: what became of it, or the code it was refused with. */

let [server, patient]: [TestServer, InCare] = [] as never;
beforeAll(async () => {
  server = await startTestServer();
  patient = await inCare(server);
});
afterAll(() => server.close());

const names = Object.keys(acts) as ActName[];

async function doEach(world: World) {
  const told: [ActName, unknown][] = [];
  for (const name of names) told.push([name, await acts[name](world)]);
  return Object.fromEntries(told);
}

describe("every status of an order, and what can be done about it", () => {
  test.each(orderStatuses)("%s", async (status) => {
    const put = (world: World) => states["customer_order.status: nothing sent"](world, status);
    expect(await inState(server, patient, put, doEach)).toEqual(
      Object.fromEntries(names.map((name) => [name, toldOfActs[name][status]])),
    );
  });

  test.each(names)("%s tells some statuses from others", (name) => {
    expect(new Set(Object.values(toldOfActs[name])).size).toBeGreaterThan(1);
  });
});
