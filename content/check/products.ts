import { isSameNdc, tenDigits } from "#contract/dispensing/ndc.ts";
import { ContentError } from "../loader/read.ts";
import type { Checked, FileOf } from "./references.ts";

/**
 * Checks that named forms and products exist, that a prescription product without an NDC names its ingredients, that no package is two strengths', and that an emergency rule covers the
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
  checkPackages(catalogue.products, fileOf);
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

/** A strength's own NDC is one of its packages, and no code of a package may be another's: a scanned box is one strength. */
function checkPackages(products: Checked["catalogue"]["products"], fileOf: FileOf): void {
  const owners = new Map<string, string>();
  for (const { productid, ndc, ndcs } of products) {
    const file = fileOf("catalogue", productid);
    if (ndc !== null && !ndcs.some((each) => isSameNdc(each.ndc, ndc)))
      throw new ContentError(file, `${productid} has the ndc ${ndc}, which is none of its ndcs`);
    for (const each of ndcs)
      for (const digits of tenDigits(each.ndc)) {
        const owner = owners.get(digits);
        if (owner !== undefined)
          throw new ContentError(file, `The code of ${each.ndc} of ${productid} may be one of ${owner} as well`);
        owners.set(digits, productid);
      }
  }
}
