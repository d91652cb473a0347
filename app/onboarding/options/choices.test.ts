import { describe, expect, test } from "vitest";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import {
  sortByFit,
  missingRequired,
  chosenPricingId,
  dropUnavailable,
  chosenPricing,
  setChosenWithCompanions,
  addRequired,
  planCents,
  planMonths,
  productsInPlan,
  putInPlan,
  replacedBy,
  setDaysSupply,
  setChosen,
} from "./product-choices.ts";

const product = (productid: string, fit: CatalogueProduct["fit"], form = "Patch"): CatalogueProduct => ({
  productid,
  name: productid,
  form,
  strength: "",
  description: "",
  howtouse: "",
  picture: "",
  prescription: true,
  hsa: "eligible",
  notices: [],
  pricings: [1, 3].map((months) => ({
    pricingid: `${productid}_${months}m`,
    label: `${months}`,
    months,
    dayssupply: months * 30,
    price: 10 * months,
    permonth: 10,
    refills: 3,
  })),
  fit,
  reasons: [],
});
const patch = product("patch", "recommended");
const capsule = product("capsule", "required", "Capsule");
const tablet = product("tablet", "suitable", "Tablet");

test("the reveal shows recommended products first, then those they require", () => {
  expect(sortByFit([tablet, capsule, patch])).toEqual([patch, capsule, tablet]);
});

test("a product is chosen with one pricing, the shortest by default", () => {
  const chosen = setChosen([], patch, true);
  expect(chosen).toEqual([{ productid: "patch", pricingid: "patch_1m" }]);
  const longer = setDaysSupply(chosen, [patch], 3);
  expect(chosenPricingId(longer, patch)).toBe("patch_3m");
  expect(setChosen(longer, patch, true)).toEqual(longer);
  expect(setChosen(longer, patch, false)).toEqual([]);
});

test("the card shows the pricing a press adds, and then the one chosen", () => {
  const pricing = (months: number, price: number) => ({
    ...patch.pricings[0]!,
    pricingid: `patch_${months}m`,
    months,
    price,
  });
  const dear = { ...patch, pricings: [pricing(1, 59), pricing(3, 159)] };
  const added = setChosen([], dear, true);
  expect([chosenPricing([], dear)?.price, chosenPricing([], dear)?.pricingid]).toEqual([59, added[0]?.pricingid]);
  expect(chosenPricing(setDaysSupply(added, [dear], 3), dear)?.price).toBe(159);
});

test("products and pricings no longer offered are dropped", () => {
  expect(
    dropUnavailable(
      [
        { productid: "patch", pricingid: "patch_1m" },
        { productid: "gone", pricingid: "x" },
      ],
      [patch],
    ),
  ).toEqual([{ productid: "patch", pricingid: "patch_1m" }]);
  expect(dropUnavailable([{ productid: "patch", pricingid: "patch_6m" }], [patch])).toEqual([]);
});

test("a required product that is not chosen is detected", () => {
  expect(missingRequired(setChosen([], patch, true), [patch, capsule])).toEqual([capsule]);
  expect(missingRequired(setChosen([], capsule, true), [patch, capsule])).toEqual([]);
});

test("a product's required companion is added with it, and removed with the last product that needs it", () => {
  const estrogen = { ...patch, requiresoneof: ["capsule"] };
  const products = [estrogen, capsule, tablet];
  const both = setChosenWithCompanions([], estrogen, true, products);
  expect(both.map(({ productid }) => productid)).toEqual(["patch", "capsule"]);
  expect(setChosenWithCompanions(both, estrogen, false, products)).toEqual([]);
  const other = { ...tablet, requiresoneof: ["capsule"] };
  const three = setChosenWithCompanions(both, other, true, [estrogen, capsule, other]);
  expect(setChosenWithCompanions(three, other, false, [estrogen, capsule, other])).toEqual(both);
  expect(setChosenWithCompanions(both, capsule, false, products).map(({ productid }) => productid)).toEqual(["patch"]);
});

test("reveal before questions: what later answers make necessary is added to the patient's choices", () => {
  const estrogen = { ...patch, requiresoneof: ["capsule"] };
  const longer = [{ productid: "patch", pricingid: "patch_3m" }];
  expect(addRequired(longer, [estrogen, capsule])).toEqual([
    ...longer,
    { productid: "capsule", pricingid: "capsule_3m" },
  ]);
  expect(addRequired(longer, [patch, capsule])).toEqual(longer);
});

test("a plan lists what fits best first, and what that requires last", () => {
  const choices = [capsule, tablet, patch].reduce<ReturnType<typeof setChosen>>(
    (all, each) => setChosen(all, each, true),
    [],
  );
  expect(productsInPlan(choices, [tablet, capsule, patch])).toEqual([patch, tablet, capsule]);
});

describe("swapping", () => {
  const estrogenPatch = { ...patch, requiresoneof: ["capsule"], replaces: ["tablet"] };
  const estrogenTablet = { ...tablet, requiresoneof: ["capsule"], replaces: ["patch"] };
  const cream = product("cream", "suitable");
  const products = [estrogenPatch, capsule, estrogenTablet, cream];
  const plan = setDaysSupply(putInPlan([], estrogenPatch, products), products, 3);

  test("a product takes the place of the one with the same hormone, in the supply of the plan, with what it requires", () => {
    expect(replacedBy(plan, estrogenTablet, products)).toEqual([estrogenPatch]);
    expect(
      putInPlan(plan, estrogenTablet, products).toSorted((a, b) => a.productid.localeCompare(b.productid)),
    ).toEqual([
      { productid: "capsule", pricingid: "capsule_3m" },
      { productid: "tablet", pricingid: "tablet_3m" },
    ]);
  });

  test("what was taken off comes back in the supply of what it goes with", () => {
    const without = setChosenWithCompanions(plan, capsule, false, products);
    expect(without.map(({ pricingid }) => pricingid)).toEqual(["patch_3m"]);
    const again = putInPlan(without, capsule, products);
    expect(again.map(({ pricingid }) => pricingid)).toEqual(["patch_3m", "capsule_3m"]);
    expect(planMonths(again, products)).toBe(3);
  });

  test("a product with another hormone is added beside the others", () => {
    expect(replacedBy(plan, cream, products)).toEqual([]);
    expect(putInPlan(plan, cream, products).map(({ pricingid }) => pricingid)).toEqual([
      "patch_3m",
      "capsule_3m",
      "cream_3m",
    ]);
  });

  test("the products of a plan change their supply together, and their prices add up", () => {
    expect([planMonths(plan, products), planCents(plan, products)]).toEqual([3, 6000]);
    expect(planCents(setDaysSupply(plan, products, 1), products)).toBe(2000);
    expect(planMonths([{ productid: "patch", pricingid: "patch_1m" }, ...plan.slice(1)], products)).toBeNull();
    expect(setDaysSupply(plan, products, 6)).toEqual(plan);
  });
});
