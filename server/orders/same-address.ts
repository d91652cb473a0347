import { foldLetters } from "#contract/fields/fold-letters.ts";
import { addressesOf } from "#server/addresses/public.ts";
import type { Services } from "#server/platform/services.ts";
import { orderById } from "./orders.ts";
import { openShipTo, type ShipTo } from "./shipping-address.ts";
import { paidOrdersOf } from "./views/paid-orders.ts";

type AddressLines = Pick<ShipTo, "address1" | "address2" | "zipcode">;

/** Whether an order went to an address another patient has or had on file, ignoring differences in spelling. */
export async function shipsToAddressOf(
  services: Pick<Services, "db" | "secrets">,
  orderId: string,
  patientId: string,
): Promise<boolean> {
  const order = await orderById(services.db, orderId);
  if (!order) return false;
  const orderAddress = normalizeAddress(openShipTo(services.secrets, order));
  const patientAddresses = [
    ...(await addressesOf(services, patientId)),
    ...(await paidOrdersOf(services, patientId)).map(({ shipTo }) => shipTo),
  ];
  return patientAddresses.some((address) => normalizeAddress(address) === orderAddress);
}

/** Street, unit and zip code without the differences in how people write them. */
const normalizeAddress = ({ address1, address2, zipcode }: AddressLines): string =>
  [`${address1} ${address2 ?? ""}`, zipcode.slice(0, 5)]
    .map((part) =>
      foldLetters(part)
        .replace(/\b(?:apartment|apt|unit|suite|ste)\b/g, "")
        .replace(/[^a-z0-9]/g, ""),
    )
    .join("|");
