import { beforeAll, expect, test } from "vitest";
import { addAddress } from "#server/addresses/shipping-addresses.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { shipsToAddressOf } from "./same-address.ts";
import { addOrder } from "./testing/order-rows.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

test.each<[string, string, string, boolean]>([
  ["1 Elm Street", "Unit 2", "50010", true],
  ["1 elm  street.", "apt 2", "50010", true],
  ["1 Elm Street Apartment 2", "", "50010", true],
  ["1 Élm Street", "Suite #2", "50010", true],
  ["1 Elm Street", "Ste 2", "50010", true],
  ["1 Elm Street", "Unit 3", "50010", false],
  ["1 Elm Street", "", "50010", false],
  ["1 Elm Street", "Unit 2", "50011", false],
  ["2 Elm Street", "Unit 2", "50010", false],
])(
  "an order to 1 Elm Street, Unit 2 goes to an address %s, %s, %s on file: %s",
  async (address1, address2, zipcode, expected) => {
    const [rosa, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
    const { id } = await addOrder(server, rosa, 1);
    expect(await shipsToAddressOf(server.services, id, other)).toBe(false);
    const body = { address1, ...(address2 !== "" && { address2 }), city: "Town", state: "IA", zipcode };
    await inTransaction(server.services, ({ db }) => addAddress(db, server.services, other, body as never));
    expect(await shipsToAddressOf(server.services, id, other)).toBe(expected);
  },
);

test("an order goes to an address that another one of theirs went to, once it was paid", async () => {
  const [rosa, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
  const { id } = await addOrder(server, rosa, 1);
  await addOrder(server, other, 1, { status: "failed" });
  expect(await shipsToAddressOf(server.services, id, other)).toBe(false);
  await addOrder(server, other, 2, { status: "refunded" });
  expect(await shipsToAddressOf(server.services, id, other)).toBe(true);
  expect(await shipsToAddressOf(server.services, newId(), other)).toBe(false);
});
