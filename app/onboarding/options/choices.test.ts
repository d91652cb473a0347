import { expect, test } from "vitest";
import type { OfferedProduct } from "#contract/onboarding.ts";
import {
  formsOf,
  inOrder,
  missingRequired,
  pricingOf,
  stillOffered,
  supplyOf,
  withCompanions,
  withNeeded,
  withPricing,
  withProduct,
} from "./choices.ts";

const product = (productid: string, fit: OfferedProduct["fit"], form = "Patch"): OfferedProduct => ({
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
  })),
  fit,
  reasons: [],
});
const patch = product("patch", "recommended");
const capsule = product("capsule", "required", "Capsule");
const tablet = product("tablet", "suitable", "Tablet");

test("the reveal shows the recommended first, then what belongs to it", () => {
  expect(inOrder([tablet, capsule, patch])).toEqual([patch, capsule, tablet]);
  expect(formsOf([patch, tablet, product("other", "suitable")])).toEqual(["Patch", "Tablet"]);
});

test("a product is chosen in one supply, the shortest at first", () => {
  const chosen = withProduct([], patch, true);
  expect(chosen).toEqual([{ productid: "patch", pricingid: "patch_1m" }]);
  const longer = withPricing(chosen, "patch", "patch_3m");
  expect(pricingOf(longer, patch)).toBe("patch_3m");
  expect(withProduct(longer, patch, true)).toEqual(longer);
  expect(withProduct(longer, patch, false)).toEqual([]);
});

test("what the card says is the supply that a press adds, and then the one that is chosen", () => {
  const pricing = (months: number, price: number) => ({ ...patch.pricings[0]!, pricingid: `patch_${months}m`, price });
  const dear = { ...patch, pricings: [pricing(1, 59), pricing(3, 159)] };
  const added = withProduct([], dear, true);
  expect([supplyOf([], dear)?.price, supplyOf([], dear)?.pricingid]).toEqual([59, added[0]?.pricingid]);
  expect(supplyOf(withPricing(added, "patch", "patch_3m"), dear)?.price).toBe(159);
});

test("what is no longer offered is not kept", () => {
  expect(
    stillOffered(
      [
        { productid: "patch", pricingid: "patch_1m" },
        { productid: "gone", pricingid: "x" },
      ],
      [patch],
    ),
  ).toEqual([{ productid: "patch", pricingid: "patch_1m" }]);
  expect(stillOffered([{ productid: "patch", pricingid: "patch_6m" }], [patch])).toEqual([]);
});

test("a required product that is not chosen is known", () => {
  expect(missingRequired(withProduct([], patch, true), [patch, capsule])).toEqual([capsule]);
  expect(missingRequired(withProduct([], capsule, true), [patch, capsule])).toEqual([]);
});

test("what must be taken with a product comes along with it, and leaves with the last that needs it", () => {
  const estrogen = { ...patch, needs: ["capsule"] };
  const offered = [estrogen, capsule, tablet];
  const both = withCompanions([], estrogen, true, offered);
  expect(both.map(({ productid }) => productid)).toEqual(["patch", "capsule"]);
  expect(withCompanions(both, estrogen, false, offered)).toEqual([]);
  const other = { ...tablet, needs: ["capsule"] };
  const three = withCompanions(both, other, true, [estrogen, capsule, other]);
  expect(withCompanions(three, other, false, [estrogen, capsule, other])).toEqual(both);
  expect(withCompanions(both, capsule, false, offered).map(({ productid }) => productid)).toEqual(["patch"]);
});

test("reveal before questions: what later answers made necessary is added to what she had chosen", () => {
  const estrogen = { ...patch, needs: ["capsule"] };
  const longer = [{ productid: "patch", pricingid: "patch_3m" }];
  expect(withNeeded(longer, [estrogen, capsule])).toEqual([
    ...longer,
    { productid: "capsule", pricingid: "capsule_1m" },
  ]);
  expect(withNeeded(longer, [patch, capsule])).toEqual(longer);
});
