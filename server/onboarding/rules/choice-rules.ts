import type { Content } from "#content/loader/load.ts";
import { evaluateCondition, type Facts } from "#content/logic/conditions.ts";
import type { ProductChoice } from "#contract/onboarding/options.ts";
import type { RefusedField } from "#server/platform/refusal.ts";
import { type Sentence, type Words, sentence } from "#server/platform/sentences.ts";
import { companionToleranceDays, exclusiveCategories } from "#server/prescriptions/public.ts";
import { contraindicatingRule, type Product } from "./screening.ts";
import { isEligible } from "./treatment-options.ts";

type ClinicalContent = Pick<Content, "rules" | "catalogue" | "requirements">;

/**
 * What is wrong with a choice of products at a step: `addon` products belong to step 4, the others to step 3. `concurrent` is what the patient
 * chose at the other step. An empty list means the choice is valid.
 */
export function choiceIssues(
  content: ClinicalContent,
  known: Facts,
  selection: {
    readonly addon: boolean;
    readonly products: readonly ProductChoice[];
    readonly concurrent: readonly ProductChoice[];
  },
): RefusedField[] {
  const issues = selection.products.flatMap((choice, index) => {
    const problem = choiceProblem(content, known, selection.addon, choice);
    return problem ? [{ path: `products.${index}.${problem.field}`, message: problem.message }] : [];
  });
  if (issues.length > 0) return issues;
  const all = [...productsOfChoices(content, selection.products), ...productsOfChoices(content, selection.concurrent)];
  const message =
    combinationIssue(content, known, all) ?? supplyIssue(content, [...selection.products, ...selection.concurrent]);
  return message ? [{ path: "products", message }] : [];
}

/** Why products cannot be combined: one is doubled, or one lacks a product it requires; null when they can. */
export const combinationIssue = (content: ClinicalContent, known: Facts, products: readonly Product[]): Words | null =>
  duplicateIssue(products) ?? missingRequirement(content, known, products);

/** The catalogue entries of choices; products the catalogue does not have are left out. */
export const productsOfChoices = (content: Pick<Content, "catalogue">, choices: readonly ProductChoice[]): Product[] =>
  choices.flatMap(
    ({ productid }) => content.catalogue.products.find((product) => product.productid === productid) ?? [],
  );

/** Why choices cannot come together: what belongs together is used up together, so it comes in one supply. */
function supplyIssue(content: ClinicalContent, choices: readonly ProductChoice[]): Sentence | null {
  const chosen = choices.flatMap(({ productid, pricingid }) => {
    const product = content.catalogue.products.find((each) => each.productid === productid);
    const pricing = product?.pricings.find((each) => each.pricingid === pricingid);
    return product && pricing ? [{ product, days: pricing.dayssupply }] : [];
  });
  const ofCategory = (category: string) =>
    chosen.filter(({ product }) => product.categories.some((each) => each === category));
  for (const { ifcategory, require } of content.requirements)
    for (const dependent of ofCategory(ifcategory))
      for (const companion of ofCategory(require))
        if (Math.abs(dependent.days - companion.days) > companionToleranceDays)
          return sentence("onboarding.choose_one_supply", {
            name: dependent.product.name,
            other: companion.product.name,
          });
  return null;
}

function choiceProblem(
  content: ClinicalContent,
  known: Facts,
  addon: boolean,
  { productid, pricingid }: ProductChoice,
) {
  const product = content.catalogue.products.find((each) => each.productid === productid);
  if (!product || product.addon !== addon)
    return { field: "productid", message: sentence("onboarding.choose_product_shown") };
  if (!product.pricings.some((pricing) => pricing.pricingid === pricingid))
    return { field: "pricingid", message: sentence("onboarding.choose_supply_shown") };
  if (isEligible(content, known, product)) return null;
  return {
    field: "productid",
    message: contraindicatingRule(content, known, product)?.text ?? sentence("onboarding.product_does_not_fit"),
  };
}

/** Why products can't be taken together because one is enough; null where they can. */
export function duplicateIssue(products: readonly Product[]): Sentence | null {
  const hasDuplicates = (names: readonly string[]) => new Set(names).size !== names.length;
  if (hasDuplicates(products.map(({ family }) => family))) return sentence("onboarding.choose_one_strength");
  const hormones = products.flatMap(({ categories }) =>
    categories.filter((category) => exclusiveCategories.includes(category)),
  );
  return hasDuplicates(hormones) ? sentence("onboarding.choose_one_hormone") : null;
}

/** The text of an unmet requirement, such as a progestogen beside estrogen. */
function missingRequirement(content: ClinicalContent, known: Facts, products: readonly Product[]): string | null {
  const includesCategory = (category: string) =>
    products.some(({ categories }) => categories.some((each) => each === category));
  return (
    content.requirements.find(
      ({ when, ifcategory, require }) =>
        evaluateCondition(when, known) && includesCategory(ifcategory) && !includesCategory(require),
    )?.text ?? null
  );
}
