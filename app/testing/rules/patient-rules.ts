import { eachMatters, ifAny, inAnyOrder, nothingOf, onlyIfEach, sumOfEach, law, type Table } from "./check.ts";
import type { retryOutcome } from "#app/account/billing/retried-charge.tsx";
import type { firstErrors } from "#app/auth/form-errors.ts";
import type { toCheckoutBody } from "#app/cart/checkout/use-cart-payment.ts";
import type { findProduct, itemCount } from "#app/cart/widget/cart-lines.ts";
import type { anyOf, text, wholeNumber } from "#app/cart/widget/shape-checks.ts";
import type { withoutAttempt } from "#app/cart/widget/stored-cart.ts";
import type { stepPosition } from "#app/onboarding/flow/step-addresses.ts";
import type { mainReasons } from "#app/onboarding/options/plan-builder.tsx";
import type { isChosen } from "#app/onboarding/options/product-choices.ts";
import type { summaryItems } from "#app/onboarding/options/revealed-plan.tsx";
import type { rowsBeforeTax } from "#app/onboarding/plan/plan-summary.tsx";
import type { asksForOthers, freeTextOf } from "#app/onboarding/questions/answer-values.ts";
import type { sumRows } from "#app/orders/order-summary-rows.ts";
import type { isDeclinedByDoctor, isRefundPending } from "#app/orders/payment-text.ts";
import type { directionOf } from "#app/ui/data/trend-chart.tsx";
import { OrderStatus } from "#contract/orders/orders.ts";

const names = ["patch", "capsule", "estriol"] as const;
const lines = names.map((name, at) => ({
  productid: name,
  pricingid: `${name}_1m`,
  quantity: 2 + at,
  price: 17 + 14 * at,
}));
const catalogue = names.map((name, at) => ({
  ...{
    productid: name,
    name: `The ${name}`,
    strength: `${at}.5 mg`,
    picture: `${name}.svg`,
    reasons: [`fits ${name}`],
  },
  pricings: [1, 3].map((months) => ({
    pricingid: `${name}_${months}m`,
    months,
    dayssupply: 28 * months,
    price: 10 * months + at,
  })),
}));
type Catalogue = Parameters<typeof findProduct>[0];
const offered = catalogue as unknown as Catalogue;

const summary = {
  subtotal: 50,
  discount: 7,
  discountfrom: null,
  taxamount: 3,
  shipping: 5,
  totalamount: 51,
  couponid: null,
};

export const patientRules: Table = {
  "app/cart/checkout/use-cart-payment.ts toCheckoutBody": law<typeof toCheckoutBody>((body, cases) => {
    const of = (own: Parameters<typeof toCheckoutBody>[0], coupon: string | null = null) =>
      JSON.parse(body(own, coupon, 51)) as Record<string, unknown>;
    eachMatters(cases, of, lines);
    cases.is(of(lines)["totalamount"], 51);
    cases.is("couponid" in of(lines), false);
    cases.is(of(lines, "c1")["couponid"], "c1");
    cases.is(
      JSON.stringify(of(lines)["checkout"]),
      JSON.stringify(lines.map(({ productid, pricingid, quantity }) => ({ productid, pricingid, quantity }))),
    );
  }),
  "app/cart/widget/cart-lines.ts findProduct": law<typeof findProduct>((find, cases) => {
    for (const { productid, pricings } of catalogue)
      for (const { pricingid } of pricings) {
        const found = find(offered, { productid, pricingid });
        cases.is(`${found?.product.productid} ${found?.pricing.pricingid}`, `${productid} ${pricingid}`);
        inAnyOrder(cases, (all) => find(all as Catalogue, { productid, pricingid }), offered);
      }
    cases.is(find(offered, { productid: "patch", pricingid: "capsule_1m" }), null);
    cases.is(find(offered, { productid: "gone", pricingid: "patch_1m" }), null);
  }),
  "app/cart/widget/cart-lines.ts itemCount": law<typeof itemCount>((count, cases) => {
    cases.is(count([]), 0);
    for (const line of lines) cases.is(count([line]), line.quantity);
    sumOfEach(cases, count, lines);
    inAnyOrder(cases, count, lines);
  }),
  "app/auth/form-errors.ts firstErrors": law<typeof firstErrors>((errors, cases) => {
    const issue = (field: string, message: string) =>
      ({ path: field, message }) as unknown as Parameters<typeof errors>[0][number];
    const of = (issues: Parameters<typeof errors>[0]) => errors(issues);
    eachMatters(cases, of, [issue("email", "a"), issue("password", "b")]);
    nothingOf(cases, (more) => of([issue("email", "first"), ...more]), [], [issue("email", "second")]);
  }),
  "app/cart/widget/shape-checks.ts anyOf": law<typeof anyOf>((of, cases) => {
    ifAny(cases, (checks) => of(...checks.map((isRight) => () => isRight))("x"), [false, false, false], true);
    cases.is(of()("x"), false);
  }),
  "app/onboarding/plan/plan-summary.tsx rowsBeforeTax": law<typeof rowsBeforeTax>((rows, cases) => {
    for (const [cents, shown] of [
      [0, "$0.00"],
      [1, "$0.01"],
      [123_456, "$1,234.56"],
    ] as const)
      cases.is(
        rows(cents)
          .map(({ label, value }) => JSON.stringify([label, value]))
          .join(),
        `["Tax","Once we know your address"],["Today","${shown}"]`,
      );
  }),
  "app/cart/widget/shape-checks.ts text": law<typeof text>((of, cases) => {
    for (const [length, expected] of [
      [0, true],
      [3, true],
      [4, true],
      [5, false],
    ] as const)
      cases.is(of(4)("x".repeat(length)), expected, length);
    for (const other of [4, null, undefined, ["x"]]) cases.is(of(4)(other), false, other);
  }),
  "app/cart/widget/shape-checks.ts wholeNumber": law<typeof wholeNumber>((of, cases) => {
    for (const [value, expected] of [
      [1, false],
      [2, true],
      [3, true],
      [5, true],
      [6, false],
      [2.5, false],
      ["3", false],
      [null, false],
    ] as const)
      cases.is(of(2, 5)(value), expected, value);
  }),
  "app/cart/widget/stored-cart.ts withoutAttempt": law<typeof withoutAttempt>((without, cases) => {
    const attempts = names.map((key) => ({ key, body: `body of ${key}` })) as unknown as Parameters<
      typeof withoutAttempt
    >[0];
    for (const [at, key] of names.entries())
      cases.is(
        without(attempts, key)
          .map((each) => each.key)
          .join(),
        names.toSpliced(at, 1).join(),
        key,
      );
    cases.is(without(attempts, "other").length, 3);
  }),
  "app/onboarding/flow/step-addresses.ts stepPosition": law<typeof stepPosition>((position, cases) => {
    const steps = [1, 2.1, 2.2, 5.1, 5.2, 7];
    for (const [at, step] of steps.entries()) cases.is(position({ steps }, step), at, step);
    for (const [step, expected] of [
      [5.4, 4.5],
      [2.15, 1.5],
      [2.9, 2.5],
      [5.05, 2.5],
      [6, 4.5],
      [9, 5.5],
      [0.5, -0.5],
    ] as const)
      cases.is(position({ steps }, step), expected, step);
  }),
  "app/onboarding/options/plan-builder.tsx mainReasons": law<typeof mainReasons>((reasons, cases) => {
    const plan: readonly { readonly reasons: string[] }[] = catalogue;
    eachMatters(cases, reasons, plan);
    nothingOf(cases, reasons, plan, [{ reasons: [] }, { reasons: ["fits patch"] }]);
    cases.is(reasons([{ reasons: ["1", "2"] }, { reasons: ["2", "3", "4"] }]).join(), "1,2,3");
  }),
  "app/onboarding/options/product-choices.ts isChosen": law<typeof isChosen>((chosen, cases) => {
    const of = (name: string) => ({ productid: name, pricingid: `${name}_1m` });
    ifAny(cases, (choices) => chosen(choices, "soap"), names.map(of), of("soap"));
    cases.is(chosen([], "soap"), false);
  }),
  "app/onboarding/options/revealed-plan.tsx summaryItems": law<typeof summaryItems>((items, cases) => {
    const choices = names.map((name) => ({ productid: name, pricingid: `${name}_3m` }));
    const of = (own: readonly { readonly productid: string; readonly pricingid: string }[]) => items(own, offered);
    eachMatters(cases, of, choices);
    inAnyOrder(cases, of, choices);
    nothingOf(cases, of, choices, [{ productid: "gone", pricingid: "gone_1m" }]);
    for (const [at, item] of of(choices).entries()) {
      cases.is(item.price, 30 + at, item.id);
      cases.is(item.detail, `${at}.5 mg · 84 days`, item.id);
    }
  }),
  "app/onboarding/questions/answer-values.ts asksForOthers": law<typeof asksForOthers>((asks, cases) => {
    const answerlist = names.map((id, at) => ({ id, asksothers: at === 2 }));
    const question = { answerlist } as unknown as Parameters<typeof asksForOthers>[0];
    for (const [at, name] of names.entries()) cases.is(asks(question, name), at === 2, name);
    ifAny(cases, (values) => asks(question, [...values]), ["patch", "capsule"], "estriol");
    for (const none of [undefined, [], ""]) cases.is(asks(question, none), false);
  }),
  "app/onboarding/questions/answer-values.ts freeTextOf": law<typeof freeTextOf>((textOf, cases) => {
    type Screen = Parameters<typeof freeTextOf>[0];
    const screen = {
      questions: [
        { id: "words", answertype: "text" },
        { id: "more", answertype: "text" },
        { id: "one", answertype: "single" },
      ],
    } as unknown as Screen;
    const told = [
      { questionid: "words", answer: "chest pain", others: null },
      { questionid: "more", answer: "since noon", others: null },
      { questionid: "one", answer: "others", others: "in the arm" },
    ] as unknown as Parameters<typeof freeTextOf>[1];
    const of = (answers: typeof told) => textOf(screen, answers);
    eachMatters(cases, of, told);
    for (const words of ["chest pain", "since noon", "in the arm"])
      cases.holds(of(told).includes(words), () => `without ${words}`);
    cases.holds(
      !of([{ questionid: "one", answer: "patch" } as (typeof told)[number]]).includes("patch"),
      () => "the id of a choice",
    );
  }),
  "app/account/billing/retried-charge.tsx retryOutcome": law<typeof retryOutcome>((outcome, cases) => {
    type Orders = Parameters<typeof retryOutcome>[2];
    const retried = { outcome: "pending", amount: 20.14, message: "A sentence." } as const;
    const waits = (orders: Orders) => outcome(retried, { hasfailedtransaction: true }, orders) === "pending";
    const others = OrderStatus.options.flatMap((status) => (waits([{ status }]) ? [] : { status }));
    for (const status of ["authorizing", "unknown"] as const) ifAny(cases, waits, others, { status });
  }),
  "app/orders/order-summary-rows.ts sumRows": law<typeof sumRows>((rows, cases) => {
    const of = (change: Partial<typeof summary> & { discountfrom?: string | null } = {}) =>
      rows({ ...summary, ...change } as Parameters<typeof sumRows>[0])
        .map(({ label, value }) => `${label} ${value}`)
        .join("; ");
    cases.is(of(), "Order Sub-total $50.00; Discount −$7.00; Tax $3.00; Shipping $5.00; Grand Total $51.00");
    cases.is(of({ discount: 0, shipping: 0 }), "Order Sub-total $50.00; Tax $3.00; Shipping Free; Grand Total $51.00");
    cases.holds(of({ discount: 0.01 }).includes("Discount −$0.01"), () => "one cent");
    cases.holds(of({ shipping: 0.01 }).includes("Shipping $0.01"), () => "one cent of shipping");
    cases.holds(of({ discountfrom: "SPRING" as never }).includes("Discount (SPRING) −$7.00"), () => "where it's from");
  }),
  "app/orders/payment-text.ts isDeclinedByDoctor": law<typeof isDeclinedByDoctor>((declined, cases) => {
    const event = (name: string, state: string) => ({ event: name, state });
    const of = (timeline: readonly ReturnType<typeof event>[]) =>
      declined({ timeline } as unknown as Parameters<typeof declined>[0]);
    const others = [event("placed", "done"), event("declined", "next"), event("approved", "done")];
    ifAny(cases, of, others, event("declined", "done"));
  }),
  "app/orders/payment-text.ts isRefundPending": law<typeof isRefundPending>((pending, cases) => {
    type Order = Parameters<typeof isRefundPending>[0];
    const of = (detail: readonly object[], status: Order["status"] = "paid") =>
      pending({ status, detail } as unknown as Order);
    const canceled = names.map((productid) => ({ productid, cancelled: true }));
    onlyIfEach(cases, of, canceled, { productid: "patch", cancelled: false });
    cases.is(of([]), false);
    for (const status of OrderStatus.options) cases.is(of(canceled, status), status === "paid", status);
  }),
  "app/ui/data/trend-chart.tsx directionOf": law<typeof directionOf>((direction, cases) => {
    for (let then = 0; then <= 10; then += 1)
      for (let now = 0; now <= 10; now += 1)
        cases.is(direction(then, now), now === then ? "same" : now < then ? "better" : "worse", then, now);
  }),
};
