import fc from "fast-check";
import type { Content } from "#content/loader/load.ts";
import { changeBegins } from "#contract/treatment/changes.ts";
import { type LastingPace, type Pace, paces } from "#contract/treatment/pace.ts";
import type { ChangeStart } from "../changes/change-rules.ts";

export const firstDay = "2026-06-01";
export const leadDays = 7;
export const horizon = 70;
export const strengths = [
  "estradiol_patch_0_025",
  "estradiol_patch_0_05",
  "estradiol_patch_0_075",
  "estradiol_patch_0_1",
] as const;

export interface Titration {
  /** Days' supply of a box. */
  readonly days: number;
  /** How many days each parcel takes, in turn. */
  readonly transits: readonly number[];
  /** When a doctor changes the strength, how it begins, and after how many days the patient agrees. */
  readonly changes: readonly {
    readonly at: number;
    readonly begins: ChangeStart["begins"];
    readonly in: number;
    readonly agreesIn: number;
    /** How fast what they have is used until then. */
    readonly until: Pace | null;
    readonly isRefused: boolean;
  }[];
  /** What a box of each strength costs, and of one from a day on. */
  readonly cents: readonly number[];
  readonly otherPrice: { readonly at: number; readonly strength: number; readonly cents: number } | null;
  /** A break from it. */
  readonly rest: { readonly at: number; readonly days: number } | null;
  /** Other directions from a day on, written so many days before. */
  readonly phases: readonly { readonly at: number; readonly notice: number; readonly pace: LastingPace }[];
}

export type Change = Titration["changes"][number];
const prices = fc.constantFrom(5900, 6200, 6900);

export const titrations: fc.Arbitrary<Titration> = fc.record({
  days: fc.constantFrom(28, 30, 84),
  transits: fc.array(fc.integer({ min: 1, max: leadDays }), { minLength: 3, maxLength: 6 }),
  changes: fc.array(
    fc.record({
      at: fc.integer({ min: 5, max: 45 }),
      begins: fc.constantFrom(...changeBegins),
      in: fc.integer({ min: 1, max: 40 }),
      agreesIn: fc.integer({ min: 0, max: 12 }),
      until: fc.constantFrom<Pace | null>(null, null, null, "double", "half"),
      isRefused: fc.constantFrom(...Array.from({ length: 8 }, () => false), true),
    }),
    { maxLength: 3 },
  ),
  cents: fc.array(prices, { minLength: strengths.length, maxLength: strengths.length }),
  otherPrice: fc.option(
    fc.record({ at: fc.integer({ min: 1, max: 60 }), strength: fc.nat(strengths.length - 1), cents: prices }),
  ),
  rest: fc.option(fc.record({ at: fc.integer({ min: 2, max: 60 }), days: fc.integer({ min: 1, max: 21 }) })),
  phases: fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 2, max: 60 }),
      notice: fc.integer({ min: 0, max: 20 }),
      pace: fc.constantFrom(...paces),
    }),
    { maxLength: 2, selector: ({ at }) => at },
  ),
});

/** Faster use is written so long before that the next box is there in time; a prescriber who wants it sooner is told the day without. */
export const inTime = (phases: Titration["phases"]): Titration["phases"] =>
  phases
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, notice, pace }) => ({ at, pace, notice: Math.min(at, Math.max(notice, leadDays + 1)) }));

export const pricingOf = (product: string) => `${product}_1m`;

/** The catalogue on a day: each strength has its price, and one has another from a day on. */
export function pricesOf({ cents, otherPrice }: Pick<Titration, "cents" | "otherPrice">): (count: number) => Content {
  const withPrices = (all: readonly number[]) =>
    ({
      catalogue: {
        products: strengths.map((productid, index) => ({
          productid,
          pricings: [{ pricingid: pricingOf(productid), pricecents: all[index] }],
        })),
      },
    }) as unknown as Content;
  const usual = withPrices(cents);
  if (otherPrice === null) return () => usual;
  const other = withPrices(cents.with(otherPrice.strength, otherPrice.cents));
  return (count) => (count < otherPrice.at ? usual : other);
}
