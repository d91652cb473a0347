import type { Content } from "#content/loader/load.ts";
import { CatalogueProduct } from "#contract/catalogue.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { PaidOrder } from "#server/orders/public.ts";
import type { Movement } from "#server/payment/public.ts";
import { type Units, dispensedUnits } from "./dispensed-units.ts";
import { practiceYear } from "./formats.ts";
import { lineKey, type PatientHistory, prescriptionFor } from "./patient-history.ts";

export type Eligibility = CatalogueProduct["hsa"];

/** Days are `YYYY-MM-DD` at the practice, amounts are in cents. */
export interface StatementLine {
  readonly orderNumber: string;
  /** The day it was sent; the day it was paid until then. */
  readonly serviceDay: string;
  readonly sent: boolean;
  readonly name: string;
  readonly strength: string;
  readonly form: string;
  readonly units: Units;
  readonly daysSupply: number;
  readonly rxNumber: string | null;
  readonly prescriber: { readonly name: string; readonly npi: string } | null;
  readonly eligibility: Eligibility;
  readonly priceCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  /** Price less discount. */
  readonly amountCents: number;
}

export interface StatementPayment {
  readonly orderNumber: string;
  readonly day: string;
  readonly card: { readonly brand: string; readonly last4: string };
  readonly amountCents: number;
  readonly taxCents: number;
  readonly shippingCents: number;
  /** What was captured beyond the order's total, or below it; nonzero only for a payment a person settled. */
  readonly adjustmentCents: number;
  readonly paidCents: number;
}

export interface StatementRefund {
  readonly orderNumber: string;
  readonly day: string;
  readonly card: { readonly brand: string; readonly last4: string };
  /** The number of its credit note; null where a bank moved the money. */
  readonly creditNote: string | null;
  /** Refunded; negative when a bank sent the refund back to the practice. */
  readonly cents: number;
}

/** A row of the summary; the rows sum to what was paid. */
export interface StatementShare {
  readonly category: Eligibility | "shipping" | "adjustment";
  readonly amountCents: number;
  readonly taxCents: number;
}

/** What a patient paid in a calendar year of the practice, and what was refunded in it. */
export interface Statement {
  readonly lines: readonly StatementLine[];
  readonly payments: readonly StatementPayment[];
  readonly refunds: readonly StatementRefund[];
  readonly shares: readonly StatementShare[];
  readonly paidCents: number;
  readonly refundedCents: number;
}

type CatalogueContent = Pick<Content, "catalogue"> & { readonly brand: Pick<Content["brand"], "timezone"> };

/** The statement of a year; null when no money moved in it. A payment counts in the year it was taken, a refund in the year it was made. */
export function statementOf(content: CatalogueContent, history: PatientHistory, year: number): Statement | null {
  const { timezone } = content.brand;
  const orders = new Map(history.orders.map((order) => [order.id, order]));
  const movementsOfYear = history.movements.flatMap((movement) => {
    const order = orders.get(movement.orderId);
    return order && practiceYear(timezone, movement.at) === year ? [{ ...movement, order }] : [];
  });
  if (movementsOfYear.length === 0) return null;
  const paymentMovements = movementsOfYear.filter(({ kind }) => kind === "payment");
  const refundMovements = movementsOfYear.flatMap(({ kind, ...movement }) =>
    kind === "payment" ? [] : [{ ...movement, kind }],
  );
  const lines = paymentMovements.flatMap(({ order, at }) => statementLines(content, history, order, at));
  const payments = paymentMovements.map(({ order, at, card, cents }): StatementPayment => ({
    orderNumber: orderNumberText(order),
    day: dayIn(timezone, at),
    card,
    amountCents: order.subtotal_cents - order.discount_cents,
    taxCents: order.tax_cents,
    shippingCents: order.shipping_cents,
    adjustmentCents: cents - order.total_cents,
    paidCents: cents,
  }));
  const refunds = refundMovements.map(({ order, at, card, cents, kind, creditNote }): StatementRefund => ({
    orderNumber: orderNumberText(order),
    day: dayIn(timezone, at),
    card,
    creditNote,
    cents: refundSigns[kind] * cents,
  }));
  return {
    lines,
    payments,
    refunds,
    shares: statementShares(lines, payments),
    paidCents: sum(payments, ({ paidCents }) => paidCents),
    refundedCents: sum(refunds, ({ cents }) => cents),
  };
}

/** What a bank sent back is taken off what was refunded. */
const refundSigns: Readonly<Record<Exclude<Movement["kind"], "payment">, 1 | -1>> = { refund: 1, returned: -1 };

function statementLines(
  content: CatalogueContent,
  history: PatientHistory,
  order: PaidOrder,
  paidAt: Date,
): StatementLine[] {
  return order.lines.map((line) => {
    const sentAt = history.shipments.get(lineKey(line))?.shippedAt;
    const at = sentAt ?? paidAt;
    const prescription = line.prescription
      ? prescriptionFor(history.prescriptions, { orderId: order.id, productId: line.product_id, at })
      : undefined;
    const priceCents = line.unit_price_cents * line.quantity;
    return {
      orderNumber: orderNumberText(order),
      serviceDay: dayIn(content.brand.timezone, at),
      sent: sentAt !== undefined,
      name: line.name,
      strength: line.dosage,
      form: productFormName(content, line.product_id),
      units: dispensedUnits(content, line),
      daysSupply: line.days_supply * line.quantity,
      rxNumber: prescription?.rxNumber ?? null,
      prescriber: prescription ? { name: prescription.doctor.name, npi: prescription.doctor.npi } : null,
      eligibility: line.hsa as Eligibility,
      priceCents,
      discountCents: line.discount_cents,
      taxCents: line.tax_cents,
      amountCents: priceCents - line.discount_cents,
    };
  });
}

/** What was paid, by eligibility; shipping with its tax and adjustments a person settled are separate. */
function statementShares(lines: readonly StatementLine[], payments: readonly StatementPayment[]): StatementShare[] {
  const byKind = CatalogueProduct.shape.hsa.options.map((kind): StatementShare => {
    const ofKind = lines.filter(({ eligibility }) => eligibility === kind);
    return { category: kind, amountCents: sum(ofKind, amount), taxCents: sum(ofKind, tax) };
  });
  const shipping: StatementShare = {
    category: "shipping",
    amountCents: sum(payments, ({ shippingCents }) => shippingCents),
    taxCents: sum(payments, tax) - sum(lines, tax),
  };
  const adjustmentCents = sum(payments, ({ adjustmentCents: cents }) => cents);
  const adjustment: StatementShare = { category: "adjustment", amountCents: adjustmentCents, taxCents: 0 };
  return [...byKind, shipping, adjustment].filter(({ amountCents, taxCents }) => amountCents !== 0 || taxCents !== 0);
}

const amount = ({ amountCents }: { readonly amountCents: number }) => amountCents;
const tax = ({ taxCents }: { readonly taxCents: number }) => taxCents;

export const sum = <T>(items: readonly T[], amountOf: (item: T) => number): number =>
  items.reduce((total, item) => total + amountOf(item), 0);

const orderNumberText = ({ number }: Pick<PaidOrder, "number">): string => number ?? "";

/** The form of a product as the catalogue names it; empty for a product it does not have. */
export function productFormName({ catalogue }: Pick<Content, "catalogue">, productId: string): string {
  const form = catalogue.products.find(({ productid }) => productid === productId)?.form;
  return catalogue.forms.find(({ id }) => id === form)?.name ?? "";
}
