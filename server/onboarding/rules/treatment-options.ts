import type { Content } from "#content/loader/load.ts";
import { evaluateCondition, type Facts } from "#content/logic/conditions.ts";
import { exclusiveCategories } from "#server/prescriptions/public.ts";
import { contraindicatingRule, type Product } from "./screening.ts";

/** A product as it fits the patient; `fit` as in the contract. */
export interface TreatmentOption {
  readonly product: Product;
  readonly fit: "recommended" | "suitable" | "required";
  readonly reasons: readonly string[];
  /** Ids of the offered products of which one must be taken with it. */
  readonly needs: readonly string[];
  /** Ids of the offered products with the same hormone, of which only one may be taken. */
  readonly replaces: readonly string[];
  /** What a doctor says of it to a patient with these answers; null where the answers call for nothing. */
  readonly doctorSays: string | null;
  readonly rank: number;
}

export interface TreatmentOptions {
  /** Treatments of step 3, the best strength of each family, best fit first. */
  readonly products: readonly TreatmentOption[];
  /** Add-ons of step 4, likewise. */
  readonly addons: readonly TreatmentOption[];
  /** Left out for the patient's safety, each family once. */
  readonly contraindicated: readonly { readonly name: string; readonly reason: string }[];
}

type ClinicalContent = Pick<Content, "rules" | "catalogue" | "requirements">;

/** A clinician's preference outweighs any taste; the patient's chosen form outweighs the usual order of forms. */
const rankBonus = { clinicianPrefers: 100, patientChose: 50 } as const;

/** Whether the patient may have the product at all. */
export const isEligible = (content: ClinicalContent, known: Facts, product: Product): boolean =>
  !contraindicatingRule(content, known, product) &&
  (product.suitableif === undefined || evaluateCondition(product.suitableif, known));

/** What the answers allow, ranked. `form` is the form of treatment the patient asked for, or null. */
export function rankTreatmentOptions(content: ClinicalContent, known: Facts, form: string | null): TreatmentOptions {
  const { products } = content.catalogue;
  const preferred = new Set(
    content.rules.flatMap((rule) =>
      rule.prefer && rule.outcome === "CLINICIAN" && evaluateCondition(rule.when, known) ? [rule.prefer] : [],
    ),
  );
  const ranked = products
    .filter((product) => isEligible(content, known, product))
    .map((product) => rankProduct(product, known, preferred, form))
    .sort((a, b) => b.rank - a.rank);
  const best = ranked.filter(
    (each, index) => ranked.findIndex(({ product }) => product.family === each.product.family) === index,
  );
  const options = best.map((each) => toTreatmentOption(content, known, best, each));
  return {
    products: options.filter(({ product }) => !product.addon),
    addons: options.filter(({ product }) => product.addon),
    contraindicated: contraindicatedFamilies(content, known),
  };
}

interface RankedProduct extends Omit<TreatmentOption, "fit" | "needs" | "replaces"> {
  /** Something in the answers speaks against it. */
  readonly isDiscouraged: boolean;
}

function rankProduct(
  product: Product,
  known: Facts,
  preferred: ReadonlySet<string>,
  form: string | null,
): RankedProduct {
  const matched = product.recommend.filter(({ when }) => evaluateCondition(when, known));
  return {
    product,
    reasons: matched.filter(({ weight }) => weight > 0).map(({ reason }) => reason),
    doctorSays: product.doctorsays.find(({ when }) => evaluateCondition(when, known))?.text ?? null,
    isDiscouraged: matched.some(({ weight }) => weight < 0),
    rank:
      product.weight +
      matched.reduce((sum, { weight }) => sum + weight, 0) +
      (preferred.has(product.form) ? rankBonus.clinicianPrefers : 0) +
      (product.form === form ? rankBonus.patientChose : 0),
  };
}

/** `required` when another offered product needs it beside; `recommended` for the first of its kind that the answers speak for. */
function toTreatmentOption(
  content: ClinicalContent,
  known: Facts,
  all: readonly RankedProduct[],
  { product, reasons, doctorSays, rank, isDiscouraged }: RankedProduct,
): TreatmentOption {
  const requirement = content.requirements.find(
    ({ when, require, ifcategory }) =>
      product.categories.includes(require) &&
      evaluateCondition(when, known) &&
      all.some((each) => each.product.categories.includes(ifcategory)),
  );
  const common = {
    product,
    rank,
    doctorSays,
    needs: requiredProductIds(content, known, all, product),
    replaces: sameHormoneIds(all, product),
  };
  if (requirement) return { ...common, fit: "required", reasons: [requirement.text, ...reasons] };
  const first = all.find((each) => each.product.categories.some((category) => product.categories.includes(category)));
  const recommended = first?.product === product && reasons.length > 0 && !isDiscouraged;
  return { ...common, fit: recommended ? "recommended" : "suitable", reasons };
}

const sameHormoneIds = (all: readonly RankedProduct[], { productid, categories }: Product): string[] =>
  all
    .map(({ product }) => product)
    .filter((other) => other.productid !== productid)
    .filter((other) =>
      exclusiveCategories.some(
        (each) => categories.some((own) => own === each) && other.categories.some((its) => its === each),
      ),
    )
    .map((other) => other.productid);

/** The offered products that fulfil what `product` requires beside it. */
function requiredProductIds(
  { requirements }: ClinicalContent,
  known: Facts,
  all: readonly RankedProduct[],
  { categories }: Product,
): string[] {
  const required = requirements
    .filter(
      ({ when, ifcategory, require }) =>
        categories.includes(ifcategory) && !categories.includes(require) && evaluateCondition(when, known),
    )
    .map(({ require }) => require);
  return all
    .filter(({ product }) => required.some((each) => product.categories.includes(each)))
    .map(({ product }) => product.productid);
}

function contraindicatedFamilies(content: ClinicalContent, known: Facts): { name: string; reason: string }[] {
  const byFamily = new Map<string, { name: string; reason: string }>();
  for (const product of content.catalogue.products) {
    const rule = contraindicatingRule(content, known, product);
    if (rule && !byFamily.has(product.family)) byFamily.set(product.family, { name: product.name, reason: rule.text });
  }
  return [...byFamily.values()];
}
