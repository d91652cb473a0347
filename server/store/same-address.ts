import type { Services } from "#server/platform/services.ts";
import { orderById } from "./orders.ts";
import { openShipTo, type ShipTo } from "./ship-to.ts";
import { addressesOf } from "./shipping.ts";
import { soldTo } from "./sold.ts";

type Place = Pick<ShipTo, "address1" | "address2" | "zipcode">;

/** Whether an order went to where another patient has her parcels sent, or had; however it is written. */
export async function goesTo(
  parts: Pick<Services, "db" | "secrets">,
  orderId: string,
  patientId: string,
): Promise<boolean> {
  const order = await orderById(parts.db, orderId);
  if (!order) return false;
  const there = plain(openShipTo(parts.secrets, order));
  const hers = [
    ...(await addressesOf(parts, patientId)),
    ...(await soldTo(parts, patientId)).map(({ shipTo }) => shipTo),
  ];
  return hers.some((place) => plain(place) === there);
}

/** Street, unit and zip code without what people write differently. */
const plain = ({ address1, address2, zipcode }: Place): string =>
  [`${address1} ${address2 ?? ""}`, zipcode.slice(0, 5)]
    .map((part) =>
      part
        .toLowerCase()
        .replace(/\b(?:apartment|apt|unit|suite|ste)\b/g, "")
        .replace(/[^a-z0-9]/g, ""),
    )
    .join("|");
