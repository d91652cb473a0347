import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { pictureName, drawnUse, uses } from "./uses.ts";

test("every product of the catalogue says by its picture how it is used, or that it is not drawn", async () => {
  const { catalogue } = await shippedContent();
  const pictures = [...new Set(catalogue.products.map(({ picture }) => pictureName(picture)))];
  expect(pictures.toSorted()).toEqual(Object.keys(uses).toSorted());
});

test("a picture of the practice's own has no drawing", () => {
  expect([drawnUse("/products/patch.svg"), drawnUse("/products/moonlight.svg"), drawnUse("")]).toEqual([
    "patch on hip",
    null,
    null,
  ]);
});
