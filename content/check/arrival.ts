import { ContentError } from "../loader/read.ts";
import type { Checked } from "./references.ts";

const file = "arrival.yaml";

/** Checks that every prescription product has words for its first box, whose dose can be noted where it has one, and that named products exist. */
export function checkArrival({ arrival, catalogue }: Checked): void {
  const known = catalogue.products.map(({ productid }) => productid);
  const unknown = arrival.bydoctor.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new ContentError(file, `bydoctor names the unknown product ${unknown}`);
  for (const { productid, form, categories, prescription, dosing } of catalogue.products) {
    if (!prescription) continue;
    const words = arrival.forms.find((each) => each.form === form);
    if (words === undefined) throw new ContentError(file, `forms lacks ${form}, the form of ${productid}`);
    if (dosing && words.done === undefined)
      throw new ContentError(file, `${form} has no label for noting the first dose of ${productid}`);
    if (!arrival.expect.some(({ category }) => categories.includes(category)))
      throw new ContentError(file, `expect lacks a category of ${productid}`);
  }
}
