import fc from "fast-check";
import { priceLines } from "#server/catalogue/public.ts";
import { accountingCsv } from "#server/closing/accounting-csv.ts";
import { type Accounting, accountingRows, accountingSums, presentAccounting } from "#server/closing/accounting.ts";
import { compareDay, type KnownPayment } from "#server/closing/compare-day.ts";
import { sumsOf } from "#server/closing/day-money.ts";
import { matchPayouts, presentPayouts, sumOfParts } from "#server/closing/payouts.ts";
import { welcomeKeptText } from "#server/discounts/discount-text.ts";
import { type AvailableDiscount, availableAfter } from "#server/discounts/earned-discounts.ts";
import { wantedFills } from "#server/orders/placing/fill-order.ts";
import { renewalChargeQuotes } from "#server/orders/placing/renewal-order.ts";
import { computeQuote, quoteWithEarnedDiscount, totalQuote } from "#server/orders/pricing/quote.ts";
import { presentQuote } from "#server/orders/views/present-order.ts";
import { chargeKeyOf, findCharge } from "#server/payment/charges/charged-once.ts";
import { toPaymentSummaries } from "#server/payment/payment-summary.ts";
import type { LedgerMovement } from "#server/payment/public.ts";
import { careEndsOn, chargesStoppedBy } from "#server/payment/refunds/disputes.ts";
import { disputeStatuses, type GatewayMovement, type Intent, movementKinds } from "#server/platform/gateway/port.ts";
import { allocate } from "#server/platform/money.ts";
import { upsellRequestsByStatus } from "#server/upsell-requests/upsell-requests.ts";
import { mostUrgent } from "#server/work-items/due.ts";
import { type CheckedRule, rule } from "./check-rule.ts";
import { content, daysFromNow, lineOf, products } from "./treatment-world.ts";

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0);

const pricedLines = fc
  .tuple(
    fc.subarray([...products], { minLength: 2 }),
    fc.array(fc.constantFrom(1, 1, 3), { minLength: 5, maxLength: 5 }),
  )
  .map(([ids, quantities]) =>
    priceLines(
      content,
      ids.map((productid, index) => ({
        productid,
        pricingid: content.catalogue.products.find((each) => each.productid === productid)!.pricings[0]!.pricingid,
        quantity: quantities[index]!,
      })),
    ),
  );
const percent = fc.constantFrom(0, 10, 25, 80);

/** Lines, each with what is off it already. */
const discountedLines = fc
  .tuple(pricedLines, fc.array(fc.constantFrom(0, 0, 500), { minLength: 5, maxLength: 5 }))
  .map(([lines, discounts]) => lines.map((line, index) => ({ line, off: discounts[index]! })));
type DiscountedLine = { readonly line: Parameters<typeof totalQuote>[1][number]; readonly off: number };
const partsOf = (lines: readonly DiscountedLine[]) =>
  [lines.map(({ line }) => line), lines.map(({ off }) => off)] as const;

const discount = (source: AvailableDiscount["source"], off: number): AvailableDiscount => ({
  ...{ id: source, source, code: source, percent: off, amountCents: null },
});

/** Movements of two payments; each of an amount of its own, so that which is which is known. */
const movements = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...movementKinds),
      payment: fc.constantFrom("one", "other"),
      hours: fc.integer({ min: -30, max: 30 }),
      late: fc.constantFrom(0, 0, 0, 20),
      known: fc.constantFrom("both", "both", "ours", "gateway"),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((moved) =>
    moved.map(({ kind, payment, hours, late, known }, index) => {
      const cents = 1000 + index;
      const at = daysFromNow(hours / 24);
      return {
        ours: {
          ...{ kind, cents, at: daysFromNow((hours + late) / 24), intentId: payment, creditNote: null },
          ...ordered(payment),
        },
        gateway: {
          ...{ id: `m${index}`, kind, amount: cents, fee: 30, net: cents - 30, intentId: payment, customer: null, at },
          ...{ payoutId: null, availableOn: "2026-06-20" },
        },
        known,
      };
    }),
  )
  .map((moved) => ({
    ours: moved.filter(({ known }) => known !== "gateway").map(({ ours }): LedgerMovement => ours),
    gateway: moved.filter(({ known }) => known !== "ours").map(({ gateway }): GatewayMovement => gateway),
    known: new Map<string, KnownPayment>([["one", { ...ordered("one"), undecided: false, released: false }]]),
  }));
const ordered = (payment: string) => ({ orderId: `order-${payment}`, orderNumber: `100-${payment}` });
type Moved = typeof movements extends fc.Arbitrary<infer M> ? M : never;
const day = { from: daysFromNow(-0.5), to: daysFromNow(0.5) };
const fee: GatewayMovement = {
  ...{ id: "fee", kind: "fee", amount: 0, fee: 1500, intentId: null, customer: null, at: daysFromNow(0) },
  ...{ net: -1500, payoutId: null, availableOn: "2026-06-20" },
};
const nothingMoved = {
  "a fee": (): Partial<Moved> => ({ gateway: [fee] }),
  "a payout": (): Partial<Moved> => ({ gateway: [{ ...fee, id: "out", kind: "payout", amount: 9000, fee: 0 }] }),
  "a movement of another day on both sides": (): Partial<Moved> => ({
    ours: [{ kind: "capture", cents: 77, at: daysFromNow(-2), intentId: "old", creditNote: null, ...ordered("old") }],
    gateway: [{ ...fee, id: "old", kind: "capture", amount: 77, intentId: "old", at: daysFromNow(-2) }],
  }),
};

const taxedOrders = new Map([
  ["order-one", { state: "CA", taxCents: 90, discountCents: 110, totalCents: 1090, beforeCents: 0 }],
  ["order-other", { state: "IL", taxCents: 33, discountCents: 0, totalCents: 1500, beforeCents: 700 }],
]);
const accountingOf = ({ ours, gateway }: Pick<Moved, "ours" | "gateway">): Accounting => ({
  ...{ from: "2026-06-01", to: "2026-06-30", timezone: "America/New_York", unpaid: [] },
  rows: accountingRows(ours, taxedOrders),
  fees: gateway.filter(({ fee: cents }) => cents !== 0),
  payouts: [],
  days: { open: ["2026-06-02"], changed: ["2026-06-03"] },
});

/** All that moved is in one payout but the first. */
const itemized = (gateway: readonly GatewayMovement[]) => ({
  payout: {
    ...({ id: "po", amount: 100, status: "paid", itemized: "yes", arrivesOn: "2026-06-20" } as const),
    createdAt: daysFromNow(3),
  },
  movements: gateway.filter(({ id }) => id !== "m0"),
});
const payoutsOf = ({ gateway }: Pick<Moved, "gateway">) =>
  matchPayouts("America/New_York", [itemized(gateway)], gateway);

const intent = (id: string, more: Partial<Intent>): Intent => ({
  ...{ id, status: "succeeded", amount: 5900, currency: "usd", amountCaptured: 5900, amountRefunded: 0 },
  ...{ orderId: null, customer: "c", chargeKey: null, chargeFor: [], ...more },
});
const charge = { order_id: "order", charge_key: "key", charge_for: ["period s 2", "period t 2"], off_session: true };

export const moneyRules = {
  "closing/accounting-csv#accountingCsv": rule({
    cases: movements,
    ask: (moved) => accountingCsv(accountingOf(moved), payoutsOf(moved)).split("\r\n"),
    // An order's tax is divided in the order its money moved.
    anyOrder: { gateway: true },
  }),
  "closing/accounting#accountingSums": rule({
    cases: movements,
    ask: (moved) => accountingSums(accountingOf(moved)),
    anyOrder: { gateway: true },
  }),
  "closing/accounting#presentAccounting": rule({
    cases: movements,
    ask: (moved) => presentAccounting(accountingOf(moved)),
    anyOrder: { gateway: true },
  }),
  "closing/accounting#accountingRows": rule({
    cases: movements.map(({ ours }) => ({ ours, orders: taxedOrders })),
    ask: ({ ours, orders }) => accountingRows(ours, orders),
    anyOrder: { orders: true },
    nothing: { "an order that didn't move": () => ({ orders: new Map([["still", {}]]) }) },
  }),
  "closing/compare-day#compareDay": rule({
    ...{ cases: movements, runs: 100 },
    ask: ({ ours, gateway, known }) => compareDay(day, ours, gateway, known),
    anyOrder: { ours: true, gateway: true, known: true },
    nothing: nothingMoved,
  }),
  "closing/payouts#matchPayouts": rule({
    cases: movements.map(({ gateway }) => ({ gateway, paid: gateway.slice(1) })),
    ask: ({ gateway, paid }) => matchPayouts("America/New_York", [{ ...itemized(gateway), movements: paid }], gateway),
    anyOrder: { gateway: true, paid: true },
    nothing: {
      "a payout of other days": () => ({
        gateway: [{ ...fee, id: "po-own", kind: "payout", payoutId: "po", amount: 1 }],
      }),
    },
  }),
  "closing/payouts#sumOfParts": rule({
    cases: movements.map(({ gateway }) => ({ parts: payoutsOf({ gateway }).payouts.flatMap(({ parts }) => parts) })),
    ask: ({ parts }) => sumOfParts(parts),
    anyOrder: { parts: true },
    nothing: { "nothing of a day": () => ({ parts: [] }) },
  }),
  "closing/payouts#presentPayouts": rule({
    cases: movements,
    ask: (moved) =>
      presentPayouts({ from: "2026-06-01", to: "2026-06-30", timezone: "America/New_York", ...payoutsOf(moved) }),
    anyOrder: {},
  }),
  "closing/day-money#fingerprintOf": "Of one day's figures as they were shown, in the order they were shown in.",
  "closing/day-money#sumsOf": rule({
    cases: movements,
    ask: ({ ours }) => sumsOf(ours),
    anyOrder: { ours: true },
    nothing: { "nothing moved": () => ({ ours: [] }) },
  }),
  "discounts/discount-text#welcomeKeptText": rule({
    cases: percent.map((off) => ({ available: [discount("friend", off), discount("referral", 50)] })),
    ask: ({ available }) => welcomeKeptText(content, available),
    anyOrder: { available: true },
    nothing: { "a discount of another kind": () => ({ available: [discount("promo", 99), discount("followup", 98)] }) },
  }),
  "orders/placing/fill-order#wantedFills": rule({
    cases: pricedLines.map((lines) => ({ lines: lines.filter(({ product }) => product.productid !== "magnesium") })),
    ask: ({ lines }) =>
      (["cart", "upsell"] as const).map((kind) =>
        wantedFills(lines, kind).map(({ lineIndex, ...fill }) => ({
          ...fill,
          ofLine: lines[lineIndex]?.product.productid,
        })),
      ),
    anyOrder: { lines: true },
    nothing: {
      "something without a prescription": () => ({
        lines: priceLines(content, [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }]),
      }),
    },
  }),
  "orders/placing/renewal-order#renewalChargeQuotes": rule({
    cases: fc.record({ ids: fc.subarray([...products], { minLength: 2 }), off: percent }).map(({ ids, off }) => ({
      ...{ ids, sourceLines: ids.map((id) => lineOf(`order-${id}`, id)) },
      available: [discount("promo", off)] as readonly AvailableDiscount[],
    })),
    ask: ({ ids, sourceLines, available }) =>
      renewalChargeQuotes(
        content,
        ids.map((productId) => ({
          lines: [
            { sourceOrderId: `order-${productId}`, productId, quantity: 1, unitPriceCents: 5900, discountCents: 0 },
          ],
        })),
        { sourceLines, shipState: "IL", available },
      ).map(({ totalCents, discountCents, lines }) => [totalCents, discountCents, lines[0]?.product.productid]),
    anyOrder: { sourceLines: true },
    nothing: {
      "another order's line": () => ({ sourceLines: [lineOf("other", products[0]), lineOf("more", "magnesium")] }),
      "a discount that would leave less than can be charged": () => ({
        available: [{ ...discount("friend", 0), percent: null, amountCents: 5890 }],
      }),
    },
  }),
  "platform/money#allocate": rule({
    cases: fc
      .record({
        weights: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 2 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ weights, share }) => ({ weights, amount: Math.floor(sum(weights) * share) })),
    // Left-over cents go to the earlier line; whose they are, their sum is the amount.
    ask: ({ weights, amount }) => {
      const shares = allocate(amount, weights);
      return [sum(shares), shares.every((each, index) => each >= 0 && each <= weights[index]!)];
    },
    anyOrder: { weights: true },
    nothing: { "a line that is free": () => ({ weights: [0] }) },
  }),
  "orders/pricing/quote#computeQuote": rule({
    cases: fc.record({ lines: pricedLines, off: percent }),
    ask: ({ lines, off }) => {
      const quote = computeQuote(content, lines, off === 0 ? null : { code: "SPRING", percent: off }, "IL");
      return [
        quote,
        quote.totalCents - sum(quote.lines.map((each) => each.priceCents - each.discountCents + each.taxCents)),
      ];
    },
    anyOrder: { lines: true },
  }),
  "orders/pricing/quote#isBelowMinimumCharge": "Of one quote's total.",
  "orders/pricing/quote#quoteWithEarnedDiscount": rule({
    cases: fc.record({ lines: discountedLines, off: percent }).map(({ lines, off }) => ({
      ...{ lines: lines as readonly DiscountedLine[], off },
      available: [discount("referral", off)] as readonly AvailableDiscount[],
    })),
    ask: ({ lines, available }) => {
      const { earned, ...quote } = quoteWithEarnedDiscount(content, ...partsOf(lines), "IL", available);
      return [quote, earned?.discount.id, earned && sum(earned.lineCents)];
    },
    anyOrder: { lines: true },
    nothing: {
      "a later discount": ({ off }) => (off === 0 ? {} : { last: true, available: [discount("friend", 90)] }),
    },
  }),
  "orders/pricing/quote#usedDiscount": "Of one quote's own discount and what it takes off each of its lines.",
  "discounts/earned-discounts#availableAfter": rule({
    cases: fc.record({ used: fc.integer({ min: 0, max: 3000 }) }).map(({ used }) => ({
      used,
      available: [
        { ...discount("credit", 0), amountCents: 2000 },
        discount("friend", 90),
      ] as readonly AvailableDiscount[],
    })),
    ask: ({ available, used }) => {
      const credit = available.find(({ id }) => id === "credit");
      return (
        credit &&
        new Map(
          availableAfter(available, { discount: credit, usedCents: used }).map(({ id, amountCents }) => [
            id,
            amountCents,
          ]),
        )
      );
    },
    anyOrder: { available: true },
  }),
  "orders/pricing/quote#totalQuote": rule({
    cases: discountedLines.map((lines) => ({ lines: lines as readonly DiscountedLine[] })),
    ask: ({ lines }) => totalQuote(content, ...partsOf(lines), "IL"),
    anyOrder: { lines: true },
  }),
  "orders/views/present-order#presentQuote": rule({
    cases: pricedLines.map((lines) => ({ lines })),
    ask: ({ lines }) => presentQuote(content, computeQuote(content, lines, null, "IL")),
    anyOrder: { lines: true },
  }),
  "payment/charges/charged-once#chargeKeyOf": rule({
    cases: fc.record({ purposes: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 2 }) }),
    ask: ({ purposes }) => chargeKeyOf("row", purposes, 1),
    anyOrder: { purposes: true },
  }),
  "payment/charges/charged-once#findCharge": rule({
    cases: fc.subarray(["own", "adopted", "declined"], { minLength: 1 }).map((found) => ({
      intents: [
        ...(found.includes("own") ? [intent("own", { orderId: "order" })] : []),
        ...(found.includes("adopted") ? [intent("adopted", { chargeFor: ["period t 2"] })] : []),
        ...(found.includes("declined")
          ? [intent("declined", { status: "requires_payment_method", chargeKey: "key" })]
          : []),
      ],
    })),
    ask: ({ intents }) => findCharge(charge, intents, ({ id }) => id === "known"),
    anyOrder: { intents: true },
    nothing: {
      "one that is known": () => ({ intents: [intent("known", { chargeFor: charge.charge_for })] }),
      "one for something else": () => ({ intents: [intent("else", { chargeFor: ["period s 3"], orderId: "later" })] }),
      "one that came to nothing": () => ({
        intents: [intent("over", { status: "canceled", chargeFor: ["period s 2"] })],
      }),
    },
  }),
  "payment/payment-summary#toPaymentSummaries": rule({
    cases: fc.array(fc.nat(5900), { minLength: 2, maxLength: 4 }).map((refunds) => ({
      rows: refunds.map((refunded, index) => ({
        ...{ order_id: `o${index}`, capture: index === 0 ? ("manual" as const) : ("automatic" as const) },
        ...{ brand: "visa", last4: `424${index}`, refunded },
      })),
    })),
    ask: ({ rows }) => toPaymentSummaries(rows),
    anyOrder: { rows: true },
    nothing: {
      "another order's payment": () => ({
        rows: [{ order_id: "x", capture: "automatic" as const, brand: "amex", last4: "0005", refunded: 9 }],
      }),
    },
  }),
  "payment/refunds/disputes#careEndsOn": rule({
    cases: fc
      .tuple(fc.array(fc.constantFrom(...disputeStatuses, "reported" as const)), fc.constantFrom(null, "2026-07-01"))
      .map(([statuses, day]) => ({
        rows: [
          ...statuses.map((status) => ({ status, ends_on: null })),
          ...(day === null ? [] : [{ status: "ending" as const, ends_on: day }]),
        ],
      })),
    ask: ({ rows }) => careEndsOn(rows),
    anyOrder: { rows: true },
    nothing: { "a dispute beside": () => ({ rows: [{ status: "lost" as const, ends_on: null }] }) },
  }),
  "payment/refunds/disputes#chargesStoppedBy": rule({
    cases: fc.record({
      rows: fc.array(fc.record({ status: fc.constantFrom(...disputeStatuses, "reported" as const) })),
    }),
    ask: ({ rows }) => chargesStoppedBy(rows),
    anyOrder: { rows: true },
    nothing: {
      "a lost one beside one": ({ rows }) => ({ rows: rows.length === 0 ? [] : [{ status: "lost" as const }] }),
    },
  }),
  "upsell-requests/upsell-requests#upsellRequestsByStatus": rule({
    cases: fc
      .array(fc.constantFrom("open", "approved", "declined", "lapsed", "withdrawn"), { minLength: 2, maxLength: 5 })
      .map((statuses) => ({
        rows: statuses.map((status, index) => ({
          ...{ order_id: `o${index}`, status, product_id: `p${index}`, name: `Name ${index}` },
        })),
      })),
    ask: ({ rows }) => upsellRequestsByStatus(rows as Parameters<typeof upsellRequestsByStatus>[0]),
    anyOrder: { rows: true },
    nothing: {
      "one that was approved": () => ({
        rows: [{ order_id: "x", status: "approved" as const, product_id: "x", name: "X" }],
      }),
    },
  }),
  "work-items/due#mostUrgent": rule({
    cases: fc.record({ looks: fc.array(fc.record({ within: fc.constantFrom("today" as const, 1, 2, 3) })) }),
    ask: ({ looks }) => mostUrgent(looks),
    anyOrder: { looks: true },
    nothing: { "one that has longer": ({ looks }) => ({ looks: looks.length === 0 ? [] : [{ within: 9 }] }) },
  }),
} satisfies Readonly<Record<string, CheckedRule | string>>;
