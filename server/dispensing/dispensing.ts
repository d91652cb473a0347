import type { Dispensing } from "#contract/care/packed-lines.ts";
import { type LineRow, linesOf, type OrderRow, ordersById } from "#server/orders/public.ts";
import type { Services } from "#server/platform/services.ts";
import { fillIn, isVoidedForGood, orderFillRows, parcelOf, parcelRows } from "#server/prescriptions/public.ts";
import { type ChartEffects, chartEffects, noChartEffects } from "#server/tasks/public.ts";
import { labelLanguageNotice, labelLanguageOf } from "./label-language.ts";
import { changedParts, isVerified, labelDigests, labelSources, labelWord } from "./label-parts.ts";
import { lineToPack } from "./match-scans.ts";
import { packedBoxRows } from "./packing.ts";
import { voidedLines, voidingOffers } from "./void-fill.ts";

/** What was packed and sent of orders, by order, as the pharmacy sees it; a fixed number of queries. */
export async function dispensingOf(
  services: Pick<Services, "db" | "content" | "clock" | "secrets" | "config">,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Dispensing>> {
  if (orderIds.length === 0) return new Map();
  const { db } = services;
  const [lines, parcels, fills, boxes, orders] = await Promise.all([
    linesOf(db, orderIds),
    parcelRows(db, [...orderIds]).execute(),
    orderFillRows(db, [...orderIds]).execute(),
    packedBoxRows(db, orderIds).execute(),
    ordersById(db, orderIds),
  ]);
  const effects = await chartEffects(services, [...new Set(orders.map(({ patient_id: id }) => id))]);
  const voidingOf = await voidingOffers(db, parcels.length === 0 ? [] : orders);
  /** Packed and not left: what its label says is compared. */
  const labeled = fills.filter(({ parcel, packer, voided_at }) => parcel === null && packer !== null && !voided_at);
  const isLabeled = (order: OrderRow) =>
    labeled.some(({ order_id }) => order_id === order.id) || speaksOther(services, effects.get(order.patient_id));
  const labeledPatients = new Set(orders.filter(isLabeled).map(({ patient_id }) => patient_id));
  const sourceOf = await labelSources(services, [...labeledPatients], effects);
  const notices = labelNotices(services, { lines, orders, fills, effects, sourceOf });
  const patientOf = (orderId: string) => orders.find(({ id }) => id === orderId)?.patient_id ?? "";
  const effectsOf = (orderId: string) => effects.get(patientOf(orderId)) ?? noChartEffects;
  return new Map(
    orderIds.map((id) => [
      id,
      {
        lines: lines
          .filter((line) => line.order_id === id && line.cancelled_at === null && !isVoidedForGood(line, fills))
          .map((line) => {
            const { packages, units } = lineToPack(services, line);
            const brought = parcelOf(line, parcels, fills);
            const parcel = brought?.parcel ?? null;
            const fill = fillIn(line, brought, fills);
            const isCompared = line.prescription && fill !== undefined && labeled.includes(fill);
            const label = isCompared
              ? labelDigests(services, sourceOf(patientOf(id), line.product_id), fill.packed_at)
              : null;
            return {
              pricingid: line.pricing_id,
              packedat: fill?.packed_at.toISOString() ?? null,
              lotnumber: fill?.lot_number ?? null,
              expireson: fill?.expires_on ?? null,
              matched: fill?.matched ?? null,
              uncoded: fill?.uncoded_reason ?? null,
              filled: fill?.packer == null ? null : { actor: fill.packer, name: fill.packer_name },
              verified:
                fill?.verifier == null || fill.verified_at === null || (isCompared && !isVerified(fill, label))
                  ? null
                  : { at: fill.verified_at.toISOString(), actor: fill.verifier, name: fill.verifier_name },
              label: label && labelWord(services, label),
              labelchanged: isCompared ? [...changedParts(fill, label)] : [],
              boxes: boxes
                .filter((box) => box.order_id === id && box.line === line.line && box.parcel === parcel)
                .map((box) => ({
                  ...{ ndc: box.ndc, lotnumber: box.lot_number, expireson: box.expires_on, serial: box.serial },
                })),
              packages: packages.map(({ ndc, units: inOne }) => ({ ndc, units: inOne })),
              units,
              parcel,
              voiding: voidingOf(line, parcel),
            };
          }),
        voided: voidedLines(
          lines.filter(({ order_id }) => order_id === id),
          fills,
        ),
        package: {
          ...{ name: effectsOf(id).packageName, plain: effectsOf(id).plainPackage },
          easyopen: effectsOf(id).easyOpen ? services.content.documents.easyopen.packing : null,
          ...{ largetype: effectsOf(id).largeType, language: notices.get(id) ?? null },
        },
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

/** Their labels may be in another language. */
const speaksOther = (services: Pick<Services, "content" | "config">, effects: ChartEffects | undefined): boolean =>
  labelLanguageOf(services, effects?.language ?? null) !== null;

/** By order, what is said of the language of its labels. */
function labelNotices(
  services: Pick<Services, "content" | "config">,
  {
    lines,
    orders,
    fills,
    effects,
    sourceOf,
  }: {
    readonly lines: readonly LineRow[];
    readonly orders: readonly OrderRow[];
    readonly fills: Parameters<typeof isVoidedForGood>[1];
    readonly effects: ReadonlyMap<string, ChartEffects>;
    readonly sourceOf: Awaited<ReturnType<typeof labelSources>>;
  },
): ReadonlyMap<string, string> {
  const { content } = services;
  const speaks = (patientId: string) => effects.get(patientId)?.language ?? null;
  const medicinesOf = (order: OrderRow) =>
    lines
      .filter((line) => line.order_id === order.id && line.prescription)
      .filter((line) => line.cancelled_at === null && !isVoidedForGood(line, fills))
      .flatMap(({ product_id: productId, name }) => {
        const product = content.catalogue.products.find(({ productid }) => productid === productId);
        const { prescription } = sourceOf(order.patient_id, productId);
        if (!product || !prescription) return [];
        const { planned, directions } = prescription;
        return [{ name, product, planned, directions: directions ?? product.howtouse }];
      });
  return new Map(
    orders.flatMap((order) => {
      const notice = labelLanguageNotice(services, speaks(order.patient_id), medicinesOf(order));
      return notice === null ? [] : [[order.id, notice] as const];
    }),
  );
}
