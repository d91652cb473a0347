import type { Address } from "#server/addresses/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";

/** The address an order goes to, as it was at the time of the order. */
export type ShipTo = Pick<
  Address,
  "firstname" | "lastname" | "address1" | "address2" | "city" | "state" | "zipcode" | "phoneno"
>;

const sealContext = sealed("customer_order.shipping_address_sealed");

export function sealShipTo(secrets: Secrets, orderId: string, address: Address): Buffer {
  const { firstname, lastname, address1, address2, city, state, zipcode, phoneno } = address;
  const snapshot: ShipTo = { firstname, lastname, address1, address2, city, state, zipcode, phoneno };
  return secrets.seal(snapshot, sealContext(orderId));
}

export const openShipTo = (
  secrets: Secrets,
  order: { readonly id: string; readonly shipping_address_sealed: Uint8Array },
): ShipTo => secrets.open<ShipTo>(order.shipping_address_sealed, sealContext(order.id));
