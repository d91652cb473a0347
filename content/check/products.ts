import { ContentError } from "../loader/read.ts";
import type { Checked, FileOf } from "./references.ts";

/**
 * Checks that named forms and products exist, that a prescription product without an NDC names its ingredients, and that an emergency rule covers the
 * visit and offers an action.
 */
export function checkProducts({ catalogue, rules }: Checked, fileOf: FileOf): void {
  const forms = catalogue.forms.map((form) => form.id);
  const names = catalogue.products.flatMap((product) => [product.productid, product.family]);
  for (const { productid, form, prescription, ndc, ingredients } of catalogue.products) {
    if (!forms.includes(form))
      throw new ContentError(fileOf("catalogue", productid), `${productid} has the unknown form ${form}`);
    if (prescription && ndc === null && ingredients.length === 0)
      throw new ContentError(fileOf("catalogue", productid), `${productid} has no ndc: it must name its ingredients`);
  }
  for (const rule of rules) {
    const file = fileOf("rules", rule.id);
    if (rule.prefer && !forms.includes(rule.prefer))
      throw new ContentError(file, `${rule.id} prefers the unknown form ${rule.prefer}`);
    const scoped = typeof rule.scope === "object" && "products" in rule.scope ? rule.scope.products : [];
    const unknown = scoped.find((name) => !names.includes(name));
    if (unknown) throw new ContentError(file, `${rule.id} names the unknown product ${unknown}`);
    if (rule.outcome === "EMERGENCY" && (rule.scope !== "visit" || rule.actions.length === 0))
      throw new ContentError(file, `${rule.id} is an emergency: it must cover the visit and offer an action`);
  }
}
