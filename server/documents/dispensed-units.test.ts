import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { dispensedUnits, unitsText } from "./dispensed-units.ts";

const content = await shippedContent();

test.each([
  ["estradiol_patch_0_05", "estradiol_patch_0_05_3m", 1, "24 patches"],
  ["progesterone_capsule_100", "progesterone_capsule_100_3m", 1, "84 capsules"],
  ["estriol_cream", "estriol_cream_1m", 1, "30 g"],
  ["estradiol_vaginal_cream", "estradiol_vaginal_cream_1m", 1, "42.5 g"],
  ["minoxidil_serum", "minoxidil_serum_1m", 2, "60 mL"],
  ["moisturizer", "moisturizer_1m", 1, "1 bottle"],
  ["magnesium", "magnesium_3m", 12, "2,160 capsules"],
])("of %s, %s × %i is %s", (product_id, pricing_id, quantity, text) => {
  expect(unitsText(dispensedUnits(content, { product_id, pricing_id, quantity }))).toBe(text);
});

test.each([
  ["a pricing", "magnesium", "magnesium_6m"],
  ["a product", "moon_dust", "magnesium_1m"],
])("%s the catalogue does not have is counted in packs", (_, product_id, pricing_id) => {
  const units = (quantity: number) => unitsText(dispensedUnits(content, { product_id, pricing_id, quantity }));
  expect([units(1), units(2)]).toEqual(["1 pack", "2 packs"]);
});

test("a year of one product holds the same amount, however often it is filled", () => {
  for (const { productid, pricings } of content.catalogue.products) {
    const years = pricings.map(({ unit, unitsdispensed, months }) => `${(unitsdispensed * 12) / months} ${unit}`);
    expect([productid, new Set(years).size]).toEqual([productid, 1]);
  }
});
