import { holds, type Facts } from "#content/conditions.ts";
import type { Content } from "#content/load.ts";
import { withheldBy, type Product } from "./screening.ts";

/** A product as it fits her; `fit` as in the contract. */
export interface Offer {
  readonly product: Product;
  readonly fit: "recommended" | "suitable" | "required";
  readonly reasons: readonly string[];
  /** Ids of the offered products one of which must be taken with it. */
  readonly needs: readonly string[];
  readonly rank: number;
}

export interface Offers {
  /** Treatments of step 3, the best strength of each family, best fit first. */
  readonly products: readonly Offer[];
  /** Add-ons of step 4, alike. */
  readonly addons: readonly Offer[];
  /** Left out for her safety: each family once. */
  readonly withheld: readonly { readonly name: string; readonly reason: string }[];
}

type Clinic = Pick<Content, "rules" | "catalogue" | "requirements">;

/** A clinician's preference outweighs any taste; her chosen form outweighs the usual order of forms. */
const rankOf = { clinicianPrefers: 100, sheChose: 50 } as const;

/** Whether she may have the product at all. */
export const isEligible = (content: Clinic, known: Facts, product: Product): boolean =>
  !withheldBy(content, known, product) && (product.suitableif === undefined || holds(product.suitableif, known));

/** What her answers allow, ranked. `form` is the form of treatment she asked for, or null. */
export function offersFor(content: Clinic, known: Facts, form: string | null): Offers {
  const { products } = content.catalogue;
  const preferred = new Set(
    content.rules.flatMap((rule) =>
      rule.prefer && rule.outcome === "CLINICIAN" && holds(rule.when, known) ? [rule.prefer] : [],
    ),
  );
  const ranked = products
    .filter((product) => isEligible(content, known, product))
    .map((product) => rank(product, known, preferred, form))
    .sort((a, b) => b.rank - a.rank);
  const best = ranked.filter(
    (each, index) => ranked.findIndex(({ product }) => product.family === each.product.family) === index,
  );
  const fitted = best.map((each) => fit(content, known, best, each));
  return {
    products: fitted.filter(({ product }) => !product.addon),
    addons: fitted.filter(({ product }) => product.addon),
    withheld: withheldFamilies(content, known),
  };
}

interface Ranked extends Omit<Offer, "fit" | "needs"> {
  /** Something she told us speaks against it. */
  readonly unwanted: boolean;
}

function rank(product: Product, known: Facts, preferred: ReadonlySet<string>, form: string | null): Ranked {
  const matched = product.recommend.filter(({ when }) => holds(when, known));
  return {
    product,
    reasons: matched.filter(({ weight }) => weight > 0).map(({ reason }) => reason),
    unwanted: matched.some(({ weight }) => weight < 0),
    rank:
      product.weight +
      matched.reduce((sum, { weight }) => sum + weight, 0) +
      (preferred.has(product.form) ? rankOf.clinicianPrefers : 0) +
      (product.form === form ? rankOf.sheChose : 0),
  };
}

/** `required` when another offer of hers needs it beside; `recommended` for the first of its kind that her answers speak for. */
function fit(
  content: Clinic,
  known: Facts,
  all: readonly Ranked[],
  { product, reasons, rank: place, unwanted }: Ranked,
): Offer {
  const need = content.requirements.find(
    ({ when, require, ifcategory }) =>
      product.categories.includes(require) &&
      holds(when, known) &&
      all.some((each) => each.product.categories.includes(ifcategory)),
  );
  const needs = neededWith(content, known, all, product);
  if (need) return { product, rank: place, fit: "required", reasons: [need.text, ...reasons], needs };
  const first = all.find((each) => each.product.categories.some((category) => product.categories.includes(category)));
  const recommended = first?.product === product && reasons.length > 0 && !unwanted;
  return { product, rank: place, fit: recommended ? "recommended" : "suitable", reasons, needs };
}

/** The offers that fulfil what `product` requires beside it. */
function neededWith({ requirements }: Clinic, known: Facts, all: readonly Ranked[], { categories }: Product): string[] {
  const required = requirements
    .filter(
      ({ when, ifcategory, require }) =>
        categories.includes(ifcategory) && !categories.includes(require) && holds(when, known),
    )
    .map(({ require }) => require);
  return all
    .filter(({ product }) => required.some((each) => product.categories.includes(each)))
    .map(({ product }) => product.productid);
}

function withheldFamilies(content: Clinic, known: Facts): { name: string; reason: string }[] {
  const byFamily = new Map<string, { name: string; reason: string }>();
  for (const product of content.catalogue.products) {
    const rule = withheldBy(content, known, product);
    if (rule && !byFamily.has(product.family)) byFamily.set(product.family, { name: product.name, reason: rule.text });
  }
  return [...byFamily.values()];
}
