import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { pickedFor } from "./running-medicines.ts";

const content = await shippedContent();
const product = (id: string) =>
  content.catalogue.products.find(({ productid }) => productid === id) ?? expect.fail(`no product ${id}`);
const weak = "estradiol_patch_0_05";
const strong = "estradiol_patch_0_1";
const capsule = "progesterone_capsule_100";
const others = content.catalogue.products.filter(
  ({ family, productid }) => family === product(weak).family && productid !== weak && productid !== strong,
);

/** Whose days count for the strong patch, where days are picked for these products from these days on. */
const daysOf = (picked: Readonly<Record<string, string>>, wanted = product(strong)) =>
  pickedFor(content, new Map(Object.entries(picked).map(([id, firstDay]) => [id, { firstDay }])), wanted)?.productId;

describe("whose days a medicine is taken on", () => {
  test("its own, also where another strength's were picked later", () => {
    expect(daysOf({ [weak]: "2027-03-01", [strong]: "2027-02-01" })).toBe(strong);
  });
  test("else those of the strength that was picked last, in whatever order they are read", () => {
    const [other] = others;
    const third = other?.productid ?? expect.fail("no third strength");
    expect(daysOf({ [weak]: "2027-02-01", [third]: "2027-03-01" })).toBe(third);
    expect(daysOf({ [third]: "2027-03-01", [weak]: "2027-02-01" })).toBe(third);
  });
  test("not those of another medicine, nor of a strength that is taken more or less often", () => {
    expect(daysOf({ [capsule]: "2027-02-01" })).toBeUndefined();
    const weekly = product(strong);
    expect(daysOf({ [weak]: "2027-02-01" })).toBe(weak);
    expect(
      daysOf({ [weak]: "2027-02-01" }, { ...weekly, dosing: weekly.dosing && { ...weekly.dosing, daysaweek: 1 } }),
    ).toBeUndefined();
    expect(daysOf({ [weak]: "2027-02-01" }, { ...weekly, dosing: null })).toBeUndefined();
  });
});
