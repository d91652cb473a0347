import * as z from "zod/mini";
import { care } from "#contract/care/calls.ts";
import { type Table, law } from "../laws.ts";
import { dollarsOf, eachCent, grouped, manyAmounts, most, plain, short, withSign, written } from "./amounts.ts";

/** Ways in which somebody types an amount, and what isn't one. */
const typings: readonly (readonly [text: (cents: number) => string, isAmount: (cents: number) => boolean])[] = [
  [plain, () => true],
  [grouped, () => true],
  [withSign, () => true],
  [(cents) => `$ ${plain(cents)}`, () => true],
  [(cents) => `  ${plain(cents)}\t`, () => true],
  [(cents) => plain(cents).replace(/0$/, ""), () => true],
  [(cents) => plain(cents).replace(/\.00$/, ""), () => true],
  [(cents) => plain(cents).replace(".", ","), () => false],
  [(cents) => plain(cents).replace(/^\d+/, ""), () => false],
  [(cents) => `${plain(cents)}0`, () => false],
  [(cents) => `-${plain(cents)}`, () => false],
  [(cents) => `${plain(cents)} USD`, () => false],
  [(cents) => plain(cents).replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))), () => false],
  [(cents) => grouped(cents).replace(",", "."), (cents) => cents < 100_000],
];

interface Typed {
  readonly amount: string;
  readonly reason: string;
}

/** What must hold of everything that turns an amount into another form. */
export const writtenMoney: Table = {
  "contract/fields/numbers.ts toCents": law<(dollars: number) => number>((toCents, cases) =>
    eachCent((cents) => {
      cases.is(toCents(dollarsOf(cents)), cents, plain(cents));
      cases.is(toCents(-dollarsOf(cents)), -cents, -cents);
    }),
  ),
  "contract/fields/numbers.ts toDollars": law<(cents: number) => number>((toDollars, cases) =>
    eachCent((cents) => cases.is(toDollars(cents), dollarsOf(cents), cents)),
  ),
  "contract/fields/numbers.ts plainAmount": written(plain),
  "contract/fields/numbers.ts formatCents": written(withSign),
  "contract/fields/numbers.ts formatNumber": written(
    (cents) => grouped(cents * 100).replace(/\.00$/, ""),
    (value) => value,
  ),
  "contract/fields/period.ts priceEvery": law<(priced: { price: number; dayssupply: number }) => string>(
    (text, cases) =>
      manyAmounts((cents) =>
        cases.is(text({ price: dollarsOf(cents), dayssupply: 28 }), `${withSign(cents)} every 28 days`, cents),
      ),
  ),
  "app/formats/money.ts shortCents": written(short),
  "app/formats/money.ts formatDollars": written(withSign, dollarsOf),
  "clinic/money/closing/closing-labels.ts sumLabel": written(
    (cents) => (cents === 0 ? "–" : withSign(cents)),
    dollarsOf,
  ),
  "clinic/money/closing/closing-labels.ts amountLabel": law<(dollars: number | null) => string>((label, cases) => {
    manyAmounts((cents) => cases.is(label(dollarsOf(cents)), withSign(cents), cents));
    cases.is(label(null), "–");
  }),
  "server/documents/formats.ts money": law<(cents: number) => string>((write, cases) => {
    manyAmounts((cents) => {
      cases.is(write(cents), withSign(cents), cents);
      cases.is(write(-cents), `${cents === 0 ? "" : "−"}${withSign(cents)}`, -cents);
    });
  }),

  "clinic/care/payments/dollars.ts parseCents": law<(typed: string) => number | null>((parse, cases) =>
    manyAmounts((cents) => {
      for (const [text, isAmount] of typings) cases.is(parse(text(cents)), isAmount(cents) ? cents : null, text(cents));
    }),
  ),
  "clinic/care/payments/dollars.ts parseDollars": law<(typed: string) => number | null>((parse, cases) =>
    manyAmounts((cents) => {
      for (const [text, isAmount] of typings)
        cases.is(parse(text(cents)), isAmount(cents) ? dollarsOf(cents) : null, text(cents));
    }),
  ),
  "clinic/money/refund-dialog.tsx refundSchema": law<(left: number, questions: number) => z.ZodMiniType>(
    (schema, cases) => {
      const [all, half] = [schema(most, 0), schema(most / 2, 0)];
      const isTaken = (by: z.ZodMiniType, amount: string) => z.safeParse(by, { amount, reason: "Sent twice." }).success;
      for (let cents = 0; cents <= most; cents += 397)
        for (const [text, isAmount] of typings) {
          const typed = text(cents);
          cases.is(isTaken(all, typed), isAmount(cents) && cents > 0, typed);
          cases.is(isTaken(half, typed), isAmount(cents) && cents > 0 && cents <= most / 2, typed, "of half");
        }
    },
  ),
  "clinic/money/money-step.ts refundOf": law<
    (
      typed: Typed,
      refundable: number,
      questionids: readonly string[],
    ) => { amount: number; refundable: number; reason: string; kind: string }
  >((refundOf, cases) =>
    manyAmounts((cents) => {
      for (const [text, isAmount] of typings) {
        if (!isAmount(cents)) continue;
        const left = dollarsOf(most + cents);
        const { amount, refundable, reason } = refundOf({ amount: text(cents), reason: "Sent twice." }, left, []);
        cases.is(amount, dollarsOf(cents), text(cents));
        cases.is(refundable, left);
        cases.is(reason, "Sent twice.");
      }
      const body = { amount: dollarsOf(cents), reason: "Sent twice." };
      cases.is(z.safeParse(care.refundOrder.body, body).success, cents > 0, cents, "by the call");
    }),
  ),

  "app/cart/checkout/use-cart-payment.ts seenTotal": law<(body: string) => number | null>((seenTotal, cases) => {
    manyAmounts((cents) => {
      const totalamount = dollarsOf(cents);
      cases.is(seenTotal(JSON.stringify({ totalamount, checkout: [{ quantity: 2 }] })), totalamount);
    });
    for (const body of ["{", "{}", JSON.stringify({ checkout: [] })]) cases.is(seenTotal(body), null, body);
  }),
  "server/platform/money.ts roundHalfEven": law<(numerator: number, denominator: number) => number>((round, cases) => {
    for (let denominator = 1; denominator <= 60; denominator += 1)
      for (let numerator = 0; numerator <= 2000; numerator += 1) {
        const rounded = round(numerator, denominator);
        const off = 2 * (rounded * denominator - numerator);
        const isRight = Math.abs(off) < denominator || (Math.abs(off) === denominator && rounded % 2 === 0);
        cases.holds(isRight && Number.isInteger(rounded), () => `${numerator}/${denominator} is ${rounded}`);
      }
  }),
  "server/platform/money.ts basisPointsOf": law<(cents: number, basisPoints: number) => number>((share, cases) => {
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints += 25)
      for (let cents = 0; cents <= most; cents += 997) {
        const part = share(cents, basisPoints);
        const off = 2 * Math.abs(part * 10_000 - cents * basisPoints);
        cases.holds(off < 10_000 || (off === 10_000 && part % 2 === 0), () => `${basisPoints} of ${cents} is ${part}`);
      }
  }),
  "server/platform/money.ts percentOf": law<(cents: number, percent: number) => number>((share, cases) => {
    for (let percent = 0; percent <= 100; percent += 1)
      for (let cents = 0; cents <= most; cents += 499) {
        const off = Math.abs(share(cents, percent) * 100 - cents * percent);
        cases.holds(off < 50 || (off === 50 && share(cents, percent) % 2 === 0), () => `${percent} % of ${cents}`);
      }
  }),
  "server/platform/money.ts allocate": law<(amount: number, weights: readonly number[]) => number[]>(
    (allocate, cases) => {
      const made = Array.from({ length: 300 }, (_, seed) =>
        Array.from(
          { length: 1 + (seed % 30) },
          (_each, line) => ((seed + 1) * (line + 7) * 7919) % (seed % 3 ? 9973 : 5),
        ),
      );
      const lines = [[1], [1, 1, 1], [820, 819, 1], [0, 5300, 0], [3333, 3333, 3334], [999_999, 1], [0, 0], ...made];
      for (const weights of lines) {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        for (let amount = 0; amount <= sum; amount += Math.max(1, Math.floor(sum / 300))) {
          const shares = allocate(amount, weights);
          const isWhole = shares.every(
            (share, index) => Number.isInteger(share) && share >= 0 && share <= (weights[index] ?? 0),
          );
          cases.holds(isWhole, () => `${amount} over ${weights.join(" ")} is ${shares.join(" ")}`);
          cases.is(
            shares.reduce((total, share) => total + share, 0),
            amount,
            amount,
            weights,
          );
        }
      }
    },
  ),
  "server/payment/charges/charged-once.ts visitPurpose": law<(patientId: string, cents: number) => string>(
    (purpose, cases) => {
      const seen = new Set<string>();
      manyAmounts((cents) => seen.add(purpose("0190", cents)));
      let count = 0;
      manyAmounts(() => void (count += 1));
      cases.is(seen.size, count, "every amount has a purpose of its own");
    },
  ),
};
