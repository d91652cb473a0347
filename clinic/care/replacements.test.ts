import { expect, test } from "vitest";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { replacementsFor } from "./replacements.ts";

const product = (productid: string, name: string, change: Partial<CatalogueProduct> = {}): CatalogueProduct => ({
  ...{ productid, name, form: "", strength: productid, description: "", howtouse: "", picture: "", prescription: true },
  ...{ hsa: "eligible", notices: [], fit: "suitable", reasons: [] },
  pricings: [
    { pricingid: `${productid}_1m`, label: "", months: 1, dayssupply: 28, price: 59, permonth: 59, refills: 3 },
    { pricingid: `${productid}_3m`, label: "", months: 3, dayssupply: 84, price: 159, permonth: 53, refills: 3 },
  ],
  ...change,
});
const catalogue = [
  product("tablet", "Estradiol tablet"),
  product("cream", "Sildenafil arousal cream"),
  product("patch", "Estradiol patch"),
  product("patch_low", "Estradiol patch"),
  product("magnesium", "Magnesium", { prescription: false }),
];

test("a product is replaced by another supply or strength of it, then by other forms, not by other medicines", () => {
  const options = replacementsFor({ productid: "patch", pricingid: "patch_1m" }, catalogue);
  expect(options.map(({ pricingid }) => pricingid)).toEqual([
    "patch_3m",
    "patch_low_1m",
    "patch_low_3m",
    "tablet_1m",
    "tablet_3m",
  ]);
  expect(options[1]?.label).toBe("Estradiol patch patch_low · 28 days · $59.00");
  expect(replacementsFor({ productid: "gone", pricingid: null }, catalogue)).toEqual([]);
});
