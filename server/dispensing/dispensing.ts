import type { Dispensing } from "#contract/care/packed-lines.ts";
import { linesOf } from "#server/orders/public.ts";
import type { Services } from "#server/platform/services.ts";
import { orderFillRows, parcelOf, parcelRows } from "#server/prescriptions/public.ts";
import { lineToPack } from "./match-scans.ts";
import { packedBoxRows } from "./packing.ts";

/** What was packed and sent of orders, by order, as the pharmacy sees it; a fixed number of queries. */
export async function dispensingOf(
  services: Pick<Services, "db" | "content" | "clock">,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Dispensing>> {
  if (orderIds.length === 0) return new Map();
  const { db } = services;
  const [lines, parcels, fills, boxes] = await Promise.all([
    linesOf(db, orderIds),
    parcelRows(db, [...orderIds]).execute(),
    orderFillRows(db, [...orderIds]).execute(),
    packedBoxRows(db, orderIds).execute(),
  ]);
  return new Map(
    orderIds.map((id) => [
      id,
      {
        lines: lines
          .filter(({ order_id, cancelled_at }) => order_id === id && cancelled_at === null)
          .map((line) => {
            const { packages, units } = lineToPack(services, line);
            const parcel = parcelOf(line, parcels, fills)?.parcel ?? null;
            const fill = fills.find(
              (each) => each.order_id === id && each.line === line.line && each.parcel === parcel,
            );
            return {
              pricingid: line.pricing_id,
              packedat: fill?.packed_at.toISOString() ?? null,
              lotnumber: fill?.lot_number ?? null,
              expireson: fill?.expires_on ?? null,
              matched: fill?.matched ?? null,
              uncoded: fill?.uncoded_reason ?? null,
              filled: fill?.packer == null ? null : { actor: fill.packer, name: fill.packer_name },
              verified:
                fill?.verifier == null || fill.verified_at === null
                  ? null
                  : { at: fill.verified_at.toISOString(), actor: fill.verifier, name: fill.verifier_name },
              boxes: boxes
                .filter((box) => box.order_id === id && box.line === line.line && box.parcel === parcel)
                .map((box) => ({
                  ...{ ndc: box.ndc, lotnumber: box.lot_number, expireson: box.expires_on, serial: box.serial },
                })),
              packages: packages.map(({ ndc, units: inOne }) => ({ ndc, units: inOne })),
              units,
              parcel,
            };
          }),
        packerverifies: services.content.shipping.packerverifies,
        parcels: parcels
          .filter(({ order_id }) => order_id === id)
          .map((row) => ({
            parcel: row.parcel,
            carrier: row.carrier,
            trackingnumber: row.tracking_number,
            shippedat: row.shipped_at.toISOString(),
            deliveredat: row.delivered_at?.toISOString() ?? null,
            returnedat: row.returned_at?.toISOString() ?? null,
            returnreason: row.return_reason,
          })),
      },
    ]),
  );
}
