import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { twoOfEach, type TwoOfEach } from "#server/testing/prepared-patients/two-of-each.ts";

/** An order of several packs of several products: each in turn is the one whose lot ends too early. */
let server: TestServer;
let one: TwoOfEach;
let lines: readonly { readonly pricing_id: string; readonly name: string; readonly lastDay: string }[];
beforeAll(async () => {
  server = await sharedTestServer();
  one = await twoOfEach(server);
  const rows = await server.services.db
    .selectFrom("order_line")
    .select(["pricing_id", "name", "days_supply", "quantity"])
    .where("order_id", "=", one.orders.waiting)
    .orderBy("line")
    .execute();
  const today = clinicToday(server.services);
  lines = rows.map((row) => ({ ...row, lastDay: addDays(today, row.days_supply * row.quantity - 1) }));
  expect(rows.map(({ quantity }) => quantity)).toContain(3);
});

const calls = {
  pack: (named: object[]) =>
    server.call(care.packOrder, { params: { id: one.orders.waiting }, body: { lines: named } } as never, { apiKey }),
  ship: (named: object[]) =>
    server.call(
      care.shipOrder,
      {
        params: { id: one.orders.waiting },
        body: { carrier: "Meadow Post", trackingnumber: "LOTS", lines: named },
      } as never,
      { apiKey },
    ),
};

/** Every line, packed from a lot that lasts, but the one at an index. */
const named = (index: number, expireson: string) =>
  lines.map(({ pricing_id: pricingid, lastDay }, at) => ({
    ...{ pricingid, lotnumber: `LOT-${at}`, expireson: at === index ? expireson : lastDay },
  }));

describe("decisions §11 nothing leaves from a lot that ends before the last day of its supply, whichever of several it is", () => {
  const orders = { "in their order": <T>(all: T[]) => all, "the other way round": <T>(all: T[]) => all.toReversed() };
  for (const [how, call] of Object.entries(calls))
    for (const [order, inOrder] of Object.entries(orders))
      test(`${how}, ${order}`, async () => {
        for (const [index, { name, lastDay }] of lines.entries()) {
          const early = await call(inOrder(named(index, addDays(lastDay, -1))));
          expect([early.status, early.problem.message]).toEqual([
            409,
            expect.stringContaining(`Lot LOT-${index} of ${name}`),
          ]);
        }
      });

  test("a lot that lasts to the day may be packed and sent, of each", async () => {
    const all = named(-1, "");
    expect((await calls.pack(all)).status).toBe(200);
    expect((await calls.ship(all)).status).toBe(200);
  });
});
