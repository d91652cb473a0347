import { expect, test } from "vitest";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { newId } from "#server/platform/ids.ts";
import { openShipTo, sealShipTo } from "./shipping-address.ts";
import { address } from "./testing/order-rows.ts";

test("the address of an order is read as it was then, of that order alone", () => {
  const secrets = createSecrets("a key for tests, long enough for it");
  const [id, other] = [newId(), newId()];
  const shipping_address_sealed = sealShipTo(secrets, id, address as never);
  const { id: _id, isdefault: _isDefault, ...shipTo } = address;
  expect(openShipTo(secrets, { id, shipping_address_sealed })).toEqual(shipTo);
  expect(() => openShipTo(secrets, { id: other, shipping_address_sealed })).toThrow();
});
