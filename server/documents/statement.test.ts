import fc from "fast-check";
import { expect, test } from "vitest";
import type { PatientHistory } from "./patient-history.ts";
import { statementOf, sum } from "./statement.ts";
import { midMonth, deliveredOrder, statementContent } from "./testing/patient-histories.ts";

const card = { brand: "visa", last4: "4242" };
const empty: Omit<PatientHistory, "orders" | "movements"> = {
  visits: [],
  prescriptions: [],
  voided: [],
  shipments: new Map(),
};

const anyOrder = fc.record({
  cents: fc.array(
    fc.record({
      price: fc.integer({ min: 0, max: 50_000 }),
      quantity: fc.integer({ min: 1, max: 12 }),
      percentOff: fc.integer({ min: 0, max: 100 }),
      tax: fc.integer({ min: 0, max: 4_000 }),
      hsa: fc.constantFrom("eligible", "needs_letter", "not_eligible"),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  shipping: fc.integer({ min: 0, max: 2_000 }),
  shippingTax: fc.integer({ min: 0, max: 200 }),
  month: fc.integer({ min: 0, max: 35 }),
  refunds: fc.array(
    fc.record({ share: fc.double({ min: 0, max: 0.4, noNaN: true }), months: fc.integer({ min: 0, max: 30 }) }),
    {
      maxLength: 2,
    },
  ),
  gap: fc.constantFrom(0, 0, 0, 137, -20),
});

test("decisions §12 the lines of every year sum to what was paid in it, to the cent", () => {
  fc.assert(
    fc.property(fc.array(anyOrder, { minLength: 1, maxLength: 6 }), (inputs) => {
      const orders = inputs.map((each, index) => deliveredOrder(`o${index}`, each));
      const movements = orders.flatMap(({ id, total_cents }, index) => {
        const { month, refunds, gap } = inputs[index] as (typeof inputs)[number];
        const captured = Math.max(total_cents + gap, 0);
        return [
          { orderId: id, kind: "payment" as const, cents: captured, at: midMonth(month), card, creditNote: null },
          ...refunds.map(({ share, months }) => ({
            orderId: id,
            kind: "refund" as const,
            cents: Math.floor(captured * share),
            at: midMonth(month + months),
            card,
            creditNote: "CN-o-1",
          })),
        ];
      });
      const years = [...new Set(movements.map(({ at }) => at.getUTCFullYear()))];
      const statements = years.map((year) => {
        const statement = statementOf(statementContent, { ...empty, orders, movements }, year);
        if (!statement) throw new Error(`No statement of ${year}`);
        const { lines, payments, shares, paidCents, refunds, refundedCents } = statement;
        expect(lines.every((line) => line.priceCents - line.discountCents === line.amountCents)).toBe(true);
        expect(sum(lines, ({ amountCents }) => amountCents)).toBe(sum(payments, ({ amountCents }) => amountCents));
        for (const each of payments)
          expect(each.amountCents + each.taxCents + each.shippingCents + each.adjustmentCents).toBe(each.paidCents);
        expect(sum(payments, (each) => each.paidCents)).toBe(paidCents);
        expect(sum(shares, ({ amountCents, taxCents }) => amountCents + taxCents)).toBe(paidCents);
        expect(sum(refunds, ({ cents }) => cents)).toBe(refundedCents);
        return statement;
      });
      const all = (kind: string) =>
        movements.filter((each) => each.kind === kind).reduce((total, { cents }) => total + cents, 0);
      expect(sum(statements, ({ paidCents }) => paidCents)).toBe(all("payment"));
      expect(sum(statements, ({ refundedCents }) => refundedCents)).toBe(all("refund"));
    }),
  );
});

test("decisions §12 the year is the practice's: the last evening of December is not yet January", () => {
  const [late] = [
    deliveredOrder("late", { cents: [{ price: 5900, quantity: 1, percentOff: 0, tax: 0, hsa: "eligible" }] }),
  ];
  const at = new Date("2026-01-01T04:30:00Z");
  const history = {
    ...empty,
    orders: [late],
    movements: [{ orderId: "late", kind: "payment" as const, cents: 5900, at, card, creditNote: null }],
  };
  expect(statementOf(statementContent, history, 2025)?.payments[0]?.day).toBe("2025-12-31");
  expect(statementOf(statementContent, history, 2026)).toBeNull();
});

test("decisions §12 a refund counts in the year it is made, and one the bank sent back is deducted again", () => {
  const orders = [
    deliveredOrder("one", { cents: [{ price: 5900, quantity: 1, percentOff: 0, tax: 0, hsa: "eligible" }] }),
  ];
  const movements = [
    {
      orderId: "one",
      kind: "payment" as const,
      cents: 5900,
      at: new Date("2025-06-01T12:00:00Z"),
      card,
      creditNote: null,
    },
    {
      orderId: "one",
      kind: "refund" as const,
      cents: 1000,
      at: new Date("2026-02-01T12:00:00Z"),
      card,
      creditNote: "CN-one-1",
    },
    {
      orderId: "one",
      kind: "returned" as const,
      cents: 1000,
      at: new Date("2026-02-03T12:00:00Z"),
      card,
      creditNote: null,
    },
  ];
  const history = { ...empty, orders, movements };
  expect(statementOf(statementContent, history, 2025)).toMatchObject({ paidCents: 5900, refunds: [] });
  expect(statementOf(statementContent, history, 2026)).toMatchObject({
    paidCents: 0,
    lines: [],
    refunds: [
      { day: "2026-02-01", cents: 1000, creditNote: "CN-one-1" },
      { day: "2026-02-03", cents: -1000, creditNote: null },
    ],
    refundedCents: 0,
  });
});

test("decisions §12 an order that was never paid is on no statement", () => {
  const orders = [
    deliveredOrder("held", { cents: [{ price: 5900, quantity: 1, percentOff: 0, tax: 0, hsa: "eligible" }] }),
  ];
  expect(statementOf(statementContent, { ...empty, orders, movements: [] }, 2026)).toBeNull();
});
