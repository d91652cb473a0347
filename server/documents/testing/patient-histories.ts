import type { PaidOrder } from "#server/orders/public.ts";

/** The content a statement reads. */
export const statementContent = {
  brand: { timezone: "America/New_York" },
  catalogue: { note: "", forms: [], products: [] },
} as const;

/** The middle of a day in the middle of a month; months are counted from January 2024. */
export const midMonth = (month: number): Date => new Date(Date.UTC(2024, month, 15, 17));

interface OrderInput {
  readonly cents: readonly {
    readonly price: number;
    readonly quantity: number;
    /** Percent. */
    readonly percentOff: number;
    readonly tax: number;
    readonly hsa: string;
  }[];
  readonly shipping?: number;
  readonly shippingTax?: number;
}

/** A delivered order of these lines, with sums that satisfy the database's constraints. */
export function deliveredOrder(id: string, { cents, shipping = 0, shippingTax = 0 }: OrderInput): PaidOrder {
  const lines = cents.map(({ price, quantity, percentOff, tax, hsa }, index) => ({
    order_id: id,
    line: index + 1,
    product_id: "magnesium",
    pricing_id: "magnesium_1m",
    name: "Magnesium glycinate",
    dosage: "200 mg",
    image: "/products/magnesium.svg",
    prescription: false,
    tax_category: "otc_drug",
    hsa,
    days_supply: 30,
    months: 1,
    refills: 0,
    quantity,
    unit_price_cents: price,
    discount_cents: Math.floor((price * quantity * percentOff) / 100),
    tax_cents: tax,
    cancelled_at: null,
    prescription_id: null,
  }));
  const total = (of: (line: (typeof lines)[number]) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const sums = {
    subtotal_cents: total((line) => line.unit_price_cents * line.quantity),
    discount_cents: total((line) => line.discount_cents),
    tax_cents: total((line) => line.tax_cents) + shippingTax,
    shipping_cents: shipping,
  };
  return {
    id,
    number: id,
    status: "delivered",
    kind: "cart",
    ...sums,
    total_cents: sums.subtotal_cents - sums.discount_cents + sums.tax_cents + sums.shipping_cents,
    coupon_code: null,
    placed_at: midMonth(0),
    shipTo: {
      firstname: null,
      lastname: null,
      address1: "1 Elm Street",
      address2: null,
      city: "Town",
      state: "IA",
      zipcode: "52240",
      phoneno: null,
    },
    lines,
  };
}
