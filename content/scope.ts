import type { Content } from "./schema/content.ts";

type Product = Content["catalogue"]["products"][number];
type Scope = Content["rules"][number]["scope"];

/** Whether a rule of this scope applies to a product: by its id, its family or one of its categories; `visit` applies to all. */
export function scopeCovers(scope: Scope, product: Product): boolean {
  if (scope === "visit") return true;
  if ("products" in scope) return scope.products.includes(product.productid) || scope.products.includes(product.family);
  return scope.categories.some((category) => product.categories.includes(category));
}
