import type { Content } from "#content/loader/load.ts";
import type { VoidReason } from "#contract/care/packed-lines.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { type Units, dispensedUnits } from "./dispensed-units.ts";
import { practiceYear } from "./formats.ts";
import { lineKey, type PatientHistory, prescriptionFor, type Shipment } from "./patient-history.ts";
import { productFormName } from "./statement.ts";

/** A prescribed drug that was sent to a patient; the day is in the practice's time zone. */
export interface DispensedDrug {
  /** Of the order and its line. */
  readonly id: string;
  readonly productId: string;
  readonly prescriptionId: string | null;
  readonly day: string;
  readonly sentAt: Date;
  readonly deliveredAt: Date | null;
  readonly name: string;
  readonly strength: string;
  readonly form: string;
  /**
   * National Drug Codes of what was sent: of each maker whose box was scanned, or the catalogue's where none was. None for a compounded drug, which names its
   * ingredients.
   */
  readonly ndcs: readonly string[];
  readonly ingredients: readonly string[];
  readonly units: Units;
  readonly daysSupply: number;
  readonly rxNumber: string | null;
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
  readonly filledBy: string | null;
  readonly verifiedBy: string | null;
  readonly prescriber: { readonly name: string; readonly npi: string } | null;
}

/** What was recorded as dispensed, and wasn't. */
export interface VoidedDrug extends DispensedDrug {
  readonly voidedAt: Date;
  readonly voidedBy: string | null;
  readonly reason: VoidReason;
}

type CatalogueContent = Pick<Content, "catalogue"> & { readonly brand: Pick<Content["brand"], "timezone"> };

/** Every prescribed drug that was sent to the patient, oldest first; `year` restricts them to that year at the practice. */
export function dispensedDrugs(content: CatalogueContent, history: PatientHistory, year?: number): DispensedDrug[] {
  const { timezone } = content.brand;
  const sent = history.orders.flatMap((order) =>
    order.lines.flatMap((line) => {
      const parcel = line.prescription ? history.shipments.get(lineKey(line)) : undefined;
      return parcel && (year === undefined || practiceYear(timezone, parcel.shippedAt) === year)
        ? [{ order, line, parcel }]
        : [];
    }),
  );
  sent.sort((a, b) => a.parcel.shippedAt.getTime() - b.parcel.shippedAt.getTime());
  return sent.map((each) => drugOf(content, history, each));
}

/** Every prescribed drug of which it was recorded that it was sent, and voided since, oldest first. */
export function voidedDrugs(content: CatalogueContent, history: PatientHistory): VoidedDrug[] {
  return history.voided.flatMap((voided) => {
    const found = history.orders
      .flatMap((order) => order.lines.map((line) => ({ order, line })))
      .find(({ line }) => lineKey(line) === voided.lineKey);
    if (!found?.line.prescription) return [];
    const { id, voidedAt, voidedBy, reason } = voided;
    return { ...drugOf(content, history, { ...found, parcel: voided }), id, voidedAt, voidedBy, reason };
  });
}

type PatientOrder = PatientHistory["orders"][number];

function drugOf(
  content: CatalogueContent,
  history: PatientHistory,
  {
    order,
    line,
    parcel: { shippedAt, deliveredAt, ndcs, lotNumber, expiresOn, filledBy, verifiedBy },
  }: {
    readonly order: PatientOrder;
    readonly line: PatientOrder["lines"][number];
    readonly parcel: Shipment;
  },
): DispensedDrug {
  const product = content.catalogue.products.find(({ productid }) => productid === line.product_id);
  const prescription = prescriptionFor(history.prescriptions, {
    orderId: order.id,
    productId: line.product_id,
    at: shippedAt,
  });
  return {
    id: lineKey(line),
    productId: line.product_id,
    prescriptionId: prescription?.id ?? null,
    day: dayIn(content.brand.timezone, shippedAt),
    sentAt: shippedAt,
    deliveredAt,
    name: line.name,
    strength: line.dosage,
    form: productFormName(content, line.product_id),
    ndcs: ndcs.length > 0 ? ndcs : [product?.ndc ?? []].flat(),
    ingredients: product?.ingredients ?? [],
    units: dispensedUnits(content, line),
    daysSupply: line.days_supply * line.quantity,
    lotNumber,
    expiresOn,
    filledBy,
    verifiedBy,
    rxNumber: prescription?.rxNumber ?? null,
    prescriber: prescription ? { name: prescription.doctor.name, npi: prescription.doctor.npi } : null,
  };
}
