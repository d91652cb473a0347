import { expect, test } from "vitest";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { shortCents } from "#app/formats/money.ts";
import { planName, planPricings } from "./plan-pricings.ts";

type Priced = Pick<CatalogueProduct, "pricings">;
const product = (...boxes: readonly [months: number, dayssupply: number, price: number][]): Priced => ({
  pricings: boxes.map(([months, dayssupply, price]) => ({
    pricingid: `${months}`,
    label: "",
    months,
    dayssupply,
    price,
    permonth: price / months,
    refills: 3,
  })),
});
const patch = product([1, 28, 59], [3, 84, 159]);
const capsule = product([1, 28, 35], [3, 84, 94]);

test("a plan's supplies: what they cost together, and what the longer one saves", () => {
  expect(planPricings([patch, capsule])).toEqual([
    { months: 1, label: "28 days", cents: 9400, savedCents: 0 },
    { months: 3, label: "84 days", cents: 25_300, savedCents: 2900 },
  ]);
});

test("a supply that one of the products does not come in is not offered", () => {
  expect(planPricings([patch, product([1, 28, 20])]).map(({ months }) => months)).toEqual([1]);
  expect(planPricings([])).toEqual([]);
});

test("boxes that differ by days are called months, and nothing is saved where the longer supply costs more", () => {
  expect(planPricings([patch, product([1, 30, 69], [3, 90, 400])])).toEqual([
    { months: 1, label: "1 month", cents: 12_800, savedCents: 0 },
    { months: 3, label: "3 months", cents: 55_900, savedCents: 0 },
  ]);
});

test("a plan is named by its products, and its price without needless cents", () => {
  expect(planName(["Estradiol patch", "Progesterone capsule"])).toBe("Estradiol patch + progesterone capsule");
  expect(planName(["Estradiol patch", "DHEA insert"])).toBe("Estradiol patch + DHEA insert");
  expect([shortCents(9400), shortCents(9450), shortCents(125_300)]).toEqual(["$94", "$94.50", "$1,253"]);
});
