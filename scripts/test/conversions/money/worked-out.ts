import { Cases, type Table, law } from "../laws.ts";
import { dollarsOf, eachCent, manyAmounts, plain, withSign } from "./amounts.ts";

/** What must hold of amounts that are worked out from others, within something larger. */
export const workedOutMoney: Table = {
  "app/cart/widget/cart-lines.ts unitCents": law<(line: { pricing: { price: number } }) => number>((unit, cases) =>
    eachCent((cents) => cases.is(unit({ pricing: { price: dollarsOf(cents) } }), cents, cents)),
  ),
  "app/cart/widget/cart-lines.ts subtotalCents": law<
    (lines: readonly { pricing: { price: number }; line: { quantity: number } }[]) => number
  >((subtotal, cases) =>
    manyAmounts((cents) => {
      const lines = [3, 1].map((quantity) => ({ pricing: { price: dollarsOf(cents) }, line: { quantity } }));
      cases.is(subtotal(lines), 4 * cents, cents);
    }),
  ),
  "app/treatment/billing/charges.ts amountOfSubscription": law<
    (charge: { items: readonly { subscriptionid: string; amount: number }[] }, of: { id: string }) => number
  >((amountOf, cases) =>
    manyAmounts((cents) => {
      const items = [820, cents, 5].map((each, index) => ({
        subscriptionid: String(index % 2),
        amount: dollarsOf(each),
      }));
      cases.is(amountOf({ items }, { id: "0" }), dollarsOf(825), cents);
      cases.is(amountOf({ items }, { id: "1" }), dollarsOf(cents), cents);
    }),
  ),
  "app/onboarding/options/product-choices.ts planCents": law<
    (choices: readonly Choice[], products: readonly { productid: string; pricings: readonly Priced[] }[]) => number
  >((plan, cases) =>
    manyAmounts((cents) => {
      const products = [cents, 819, 1].map((each, index) => ({
        productid: String(index),
        pricings: [{ pricingid: `p${index}`, price: dollarsOf(each), months: 1 }],
      }));
      const choices = ["0", "1"].map((productid) => ({ productid, pricingid: `p${productid}` }));
      cases.is(plan(choices, products), cents + 819, cents);
    }),
  ),
  "app/growth/upsell/upsell-text.ts upsellPriceText": law<
    (price: { total: number; renewal: { amount: number; dayssupply: number } | null }) => string
  >((text, cases) =>
    manyAmounts((cents) => {
      const total = dollarsOf(cents);
      cases.is(text({ total, renewal: null }), withSign(cents), cents);
      cases.is(text({ total, renewal: { amount: total, dayssupply: 30 } }), `${withSign(cents)} every 30 days`, cents);
      const other = { amount: dollarsOf(cents + 1), dayssupply: 30 };
      cases.is(text({ total, renewal: other }), `${withSign(cents)} for 30 days`, cents);
    }),
  ),
  "app/treatment/subscriptions/subscription-text.ts priceAndPeriodText": law<
    (price: { price: number; dayssupply: number; quantity: number }) => string
  >((text, cases) =>
    manyAmounts((cents) => {
      const price = { price: dollarsOf(cents), dayssupply: 84 };
      cases.is(text({ ...price, quantity: 1 }), `${withSign(cents)} every 84 days`, cents);
      cases.is(text({ ...price, quantity: 2 }), `${withSign(cents)} every 84 days, 2 of them`, cents);
    }),
  ),
  "clinic/prescribing/treatment-change/treatment-change.ts pricesText": law<(before: Period, after: Period) => string>(
    (text, cases) =>
      manyAmounts((cents) => {
        const [before, after] = [cents + 1, cents].map((each) => ({ price: dollarsOf(each), dayssupply: 28 }));
        if (!before || !after) return;
        cases.is(text(after, after), `${withSign(cents)} every 28 days, as before`, cents);
        const both = `${withSign(cents)} every 28 days instead of ${withSign(cents + 1)} every 28 days`;
        cases.is(text(before, after), both, cents);
      }),
  ),
  "clinic/money/money-labels.ts chargedLabel": law<
    (mismatch: { captured: number; held: number; currency: string }) => string
  >((label, cases) =>
    manyAmounts((cents) => {
      const amount = dollarsOf(cents);
      cases.is(label({ captured: amount, held: 0, currency: "usd" }), withSign(cents), cents);
      cases.is(label({ captured: amount, held: 0, currency: "eur" }), `${plain(cents)} EUR`, cents);
      if (cents > 0) cases.is(label({ captured: 0, held: amount, currency: "usd" }), `${withSign(cents)}, held`, cents);
    }),
  ),
  "server/documents/statement.ts sum": law<(items: readonly number[], of: (item: number) => number) => number>(
    (sum, cases) =>
      manyAmounts((cents) =>
        cases.is(
          sum([cents, 820, -cents, 819], (each) => each),
          1639,
          cents,
        ),
      ),
  ),
  "server/orders/pricing/quote.ts computeQuote": law<Quotes>((quote, cases) => {
    for (let cents = 50; cents <= 60_000; cents += 167)
      for (const off of [
        {},
        ...[0, 1, 15, 33, 50, 100].map((percent) => ({ percent })),
        { amountcents: 1001 },
        { amountcents: 90_000 },
      ])
        totals(
          quote(rates, [orderLine(cents, 1), orderLine(819, 3)], { code: "A", ...off }, "IA"),
          cents + 2457,
          cases,
        );
  }),
  "server/orders/pricing/quote.ts totalQuote": law<
    (content: typeof rates, lines: readonly Line[], discounts: readonly number[], state: string) => QuoteResult
  >((quote, cases) => {
    for (let cents = 1000; cents <= 60_000; cents += 91)
      totals(quote(rates, [orderLine(cents, 1), orderLine(820, 2)], [333, 1], "IA"), cents + 1640, cases);
  }),
  "server/orders/pricing/quote.ts lineTotalCents": law<
    (line: { priceCents: number; discountCents: number; taxCents: number }) => number
  >((total, cases) =>
    manyAmounts((cents) => cases.is(total({ priceCents: cents, discountCents: 5, taxCents: 7 }), cents + 2, cents)),
  ),
  "server/orders/pricing/quote.ts taxedCents": law<
    (content: typeof rates, category: "medicine" | "cosmetic", cents: number, state: string) => number
  >((taxed, cases) =>
    manyAmounts((cents) => {
      const off = Math.abs((taxed(rates, "medicine", cents, "IA") - cents) * 10_000 - cents * 725);
      cases.holds(off <= 5000, () => `the tax of ${cents} is off by ${off / 10_000}`);
      cases.is(taxed(rates, "cosmetic", cents, "IA"), cents, cents);
    }),
  ),
  "server/closing/accounting.ts accountingRows": law<
    (
      movements: readonly Moved[],
      orders: ReadonlyMap<string, typeof taxed>,
    ) => readonly { taxCents: number; cents: number }[]
  >((rows, cases) => {
    for (let part = 1; part < 3000; part += 1) {
      const parts = [part, Math.floor((3000 - part) / 2), Math.ceil((3000 - part) / 2)];
      const refunds = parts.map((cents): Moved => ({ kind: "refund", cents, orderId: "a" }));
      const all = rows([{ kind: "capture", cents: 3000, orderId: "a" }, ...refunds], new Map([["a", taxed]]));
      const sum = (of: (row: (typeof all)[number]) => number) => all.reduce((total, row) => total + of(row), 0);
      cases.is(all[0]?.taxCents, taxed.taxCents);
      cases.is(
        sum(({ cents }) => cents),
        0,
        parts,
      );
      cases.is(sum(({ taxCents }) => taxCents) + 0, 0, parts, "tax");
    }
  }),
  "server/closing/payouts.ts sumOfParts": law<(parts: readonly { cents: number }[]) => number>((sum, cases) =>
    manyAmounts((cents) => cases.is(sum([{ cents }, { cents: 820 }, { cents: -cents }, { cents: -1 }]), 819, cents)),
  ),
  "server/closing/accounting-csv.ts accountingCsv": law<(period: object, matched: object) => string>((csv, cases) =>
    manyAmounts((cents) => {
      if (cents % 111 !== 0) return;
      const at = new Date("2027-02-03T12:00:00Z");
      const moved = (each: number, tax: number) => ({
        movement: { kind: "capture", cents: each, orderId: "a", orderNumber: "1001", intentId: "pi_1", at },
        ...{ state: "IA", cents: each, taxCents: tax, discountCents: 3 },
      });
      const part = { day: "2027-02-03", kind: "capture", movements: 2, cents: cents + 819, availableOn: "2027-02-05" };
      const payout = {
        id: "po_1",
        amount: cents,
        status: "paid",
        itemized: "yes",
        createdAt: at,
        arrivesOn: "2027-02-05",
      };
      const matched = {
        payouts: [{ payout, parts: [part], differenceCents: 819, resentWith: null }],
        waiting: [part, { ...part, kind: "fee", cents: -30 }],
      };
      const period = {
        ...{ from: "2027-02-01", to: "2027-02-28", timezone: "America/New_York", unpaid: [] },
        rows: [moved(cents, 7), moved(819, 5)],
        fees: [{ id: "fee_1", kind: "capture", amount: cents, fee: 30, intentId: "pi_1", customer: null, at }],
        payouts: [{ id: "po_1", kind: "payout", cents: -cents, at }],
        days: { open: [], changed: [] },
      };
      const file = csv(period, matched);
      const sent = `${cents === 0 ? "" : "-"}${plain(cents)}`;
      const lines = [
        `"capture","2","${plain(cents + 819)}","0.12","0.06"`,
        `"IA","${plain(cents + 819)}","0.00","${plain(cents + 819)}","0.12","0.06"`,
        `"1001","","IA","${plain(cents)}","0.07","0.03","pi_1"`,
        `"fees of the gateway","1","-0.30","",""`,
        `"payouts to the bank","1","${sent}","",""`,
        `"payout","${sent}","po_1"`,
        `"2027-02-05","paid","${plain(cents)}","${plain(cents + 819)}","8.19",""`,
        `"po_1","2027-02-03","capture","2","${plain(cents + 819)}"`,
        `"","2027-02-03","capture","2","${plain(cents + 819)}","2027-02-05"`,
        `"all","","","","${plain(cents + 789)}",""`,
      ];
      for (const line of lines) cases.holds(file.includes(line), () => `${line} isn't in the file of ${cents}`);
    }),
  ),
};

interface Choice {
  readonly productid: string;
  readonly pricingid: string;
}
interface Priced {
  readonly pricingid: string;
  readonly price: number;
  readonly months: number;
}
interface Period {
  readonly price: number;
  readonly dayssupply: number;
}
interface Moved {
  readonly kind: "capture" | "refund";
  readonly cents: number;
  readonly orderId: string;
}
const taxed = { state: "IA", taxCents: 203, totalCents: 3000, beforeCents: 0 };

/** Tax in hundredths of a percent, none on cosmetics, and shipping that is taxed. */
const rates = {
  taxrates: { rates: { IA: { medicine: 725, cosmetic: 0, shipping: 599 } } },
  shipping: { standard: { cents: 995 } },
};
const orderLine = (pricecents: number, quantity: number) => ({
  product: { taxcategory: "medicine" },
  pricing: { pricecents },
  quantity,
});
type Line = ReturnType<typeof orderLine>;
interface QuoteResult {
  readonly lines: readonly { priceCents: number; discountCents: number; taxCents: number }[];
  readonly linesCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  readonly shippingCents: number;
  readonly totalCents: number;
}
type Quotes = (content: typeof rates, lines: readonly Line[], coupon: object, state: string) => QuoteResult;

/** The parts of a quote are whole cents and add up to its total; no line costs less than nothing. */
function totals(quote: QuoteResult, linesCents: number, cases: Cases): void {
  const sumOf = (of: (line: QuoteResult["lines"][number]) => number) =>
    quote.lines.reduce((total, line) => total + of(line), 0);
  const shippingTax = 60;
  cases.is(quote.linesCents, linesCents);
  cases.is(
    sumOf((line) => line.priceCents),
    linesCents,
  );
  cases.is(
    sumOf((line) => line.discountCents),
    quote.discountCents,
    linesCents,
  );
  cases.is(sumOf((line) => line.taxCents) + shippingTax, quote.taxCents, linesCents);
  cases.is(quote.linesCents - quote.discountCents + quote.taxCents + quote.shippingCents, quote.totalCents, linesCents);
  for (const { priceCents, discountCents, taxCents } of quote.lines) {
    const isWhole = [priceCents, discountCents, taxCents].every((cents) => Number.isInteger(cents) && cents >= 0);
    cases.holds(isWhole && discountCents <= priceCents, () => `a line of ${priceCents} less ${discountCents}`);
    cases.holds(Math.abs(taxCents * 10_000 - (priceCents - discountCents) * 725) <= 5000, () => `a tax of ${taxCents}`);
  }
}
