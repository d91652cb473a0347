import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { csvText } from "#contract/fields/csv.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { asText } from "./spreadsheet-damage.ts";
import type { Order } from "#contract/orders/orders.ts";

type Prescriptions = NonNullable<PatientRecord["prescriptions"]>;

/** What of an order is sent: what was canceled is not. */
export const sentItems = (order: Order) => order.detail.filter(({ cancelled }) => !cancelled);

/** The active prescription of an item, by its product. */
export const prescriptionOf = (prescriptions: Prescriptions, productId: string) =>
  prescriptions.find(({ productid, status }) => productid === productId && status === "active") ?? null;

/** What of an order is still to be sent: neither canceled, nor in a parcel that didn't come back. */
export const itemsToSend = ({ order, dispensing }: OrderItem): Order["detail"] =>
  order === null
    ? []
    : sentItems(order).filter(
        ({ pricingid }) => (dispensing?.lines.find((line) => line.pricingid === pricingid)?.parcel ?? null) === null,
      );

/** What of an order is on its way: neither arrived nor come back. All that is sent of it, for a caller who isn't told of parcels. */
export function itemsOnTheWay({ order, dispensing }: OrderItem): Order["detail"] {
  if (order === null || dispensing === null) return order === null ? [] : sentItems(order);
  const underWay = new Set(
    dispensing.parcels.flatMap(({ parcel, deliveredat, returnedat }) => (deliveredat || returnedat ? [] : [parcel])),
  );
  const isUnderWay = new Set(
    dispensing.lines.flatMap(({ pricingid, parcel }) => (parcel !== null && underWay.has(parcel) ? [pricingid] : [])),
  );
  return sentItems(order).filter(({ pricingid }) => isUnderWay.has(pricingid));
}

/** The lot an item was packed from, wherever it is; null where it has none. */
export const lotOf = ({ dispensing }: OrderItem, pricingid: string): string | null =>
  dispensing?.lines.find((line) => line.pricingid === pricingid)?.lotnumber ?? null;

/** The lot an item was packed from and not sent yet. */
export const packedLot = ({ dispensing }: OrderItem, pricingid: string) =>
  dispensing?.lines.find((line) => line.pricingid === pricingid && line.parcel === null && line.packedat !== null) ??
  null;

/** Everything still to be sent is packed. */
export const isPacked = (item: OrderItem): boolean =>
  itemsToSend(item).every(({ pricingid }) => packedLot(item, pricingid) !== null);

/** What of an order is packed, and a pharmacist has yet to verify before it leaves. */
export const linesToVerify = (item: OrderItem) =>
  itemsToSend(item).flatMap((line) => {
    const packed = packedLot(item, line.pricingid);
    return line.prescription && packed !== null && packed.verified === null ? [{ ...line, packed }] : [];
  });

const head = ["Order", "Patient", "Born", "Address", "Address 2", "City", "State", "ZIP", "Items", "Prescriptions"];

/** The orders as a file for the pharmacy: one row each, with columns to fill in and send back. Lots and their ends are one a line, as the items are. */
export const pharmacyCsv = (items: readonly OrderItem[], prescriptionsOf: ReadonlyMap<string, Prescriptions>): string =>
  csvText([
    [...head, "Lot", "Expires", "Carrier", "Tracking"],
    ...items.flatMap((item) => {
      const { order, patient } = item;
      if (!order?.number) return [];
      const prescriptions = prescriptionsOf.get(patient.id) ?? [];
      const sent = itemsToSend(item);
      const lots = sent.map(({ pricingid }) => packedLot(item, pricingid));
      const hasLots = lots.some((lot) => lot !== null);
      return [
        [
          order.number,
          patientName(patient),
          patient.birthday ?? "",
          order.shipto?.address1 ?? "",
          order.shipto?.address2 ?? "",
          order.shipto?.city ?? "",
          order.shipto?.state ?? "",
          asText(order.shipto?.zipcode ?? ""),
          sent
            .map(({ quantity, name, dosage, dayssupply }) => `${quantity} × ${name} ${dosage}, ${dayssupply} days`)
            .join("\n"),
          sent
            .flatMap(({ productid }) => prescriptionOf(prescriptions, productid) ?? [])
            .map((each) => [each.rxnumber, medicineName(each), each.directions].filter(Boolean).join(": "))
            .join("\n"),
          hasLots ? lots.map((lot) => asText(lot?.lotnumber ?? "-")).join("\n") : "",
          hasLots ? lots.map((lot) => lot?.expireson ?? "-").join("\n") : "",
          "",
          "",
        ],
      ];
    }),
  ]);
