import type { Content } from "#content/loader/load.ts";
import { loadPlan } from "#server/care/public.ts";
import { currentTreatmentOptions } from "#server/onboarding/public.ts";
import type { Deps, Followup } from "../load-followup.ts";
import type { Option, Question, Step } from "../step-order.ts";

type Product = Content["catalogue"]["products"][number];

/** Most products listed at once. */
const maxOptions = 4;

/** The products a list is made of: those the patient gets, and those their current answers allow, best fit first. */
export interface ProductOptions {
  readonly prescribed: readonly Product[];
  readonly candidates: readonly {
    readonly product: Product;
    readonly fit: string;
    readonly needs: readonly string[];
  }[];
}

const hasComputedList = ({ type, answerlookup }: Question): boolean =>
  type === "treatmentform" || answerlookup !== undefined;

/** The questions of a step, with the answer lists that depend on what the patient gets. */
export async function questionsWithOptions(
  services: Deps,
  { row, steps, answers }: Followup,
  step: Step,
): Promise<Question[]> {
  if (!step.questions.some(hasComputedList)) return [...step.questions];
  const [{ prescribed }, candidates] = await Promise.all([
    loadPlan(services, row.patient_id),
    currentTreatmentOptions(services, row.patient_id),
  ]);
  const prescribedProducts = services.content.catalogue.products.filter(({ productid }) => prescribed.has(productid));
  const form = steps.flatMap(({ questions }) => questions).find(({ type }) => type === "treatmentform");
  const preferredForm = form && answers.get(form.id)?.value;
  return step.questions.map((question) => ({
    ...question,
    answerlist: answerListFor(
      services.content,
      question,
      { prescribed: prescribedProducts, candidates },
      typeof preferredForm === "string" ? preferredForm : null,
    ),
  }));
}

/** The answer list of a question; `preferredForm` is the form the patient would like, or null. */
export function answerListFor(
  { catalogue }: Pick<Content, "catalogue">,
  { type, answerlookup, answerlist }: Pick<Question, "type" | "answerlookup" | "answerlist">,
  choice: ProductOptions,
  preferredForm: string | null,
): readonly Option[] {
  const alternatives = alternativesOf(choice);
  if (type === "treatmentform") {
    const forms = catalogue.forms.filter(({ id }) => alternatives.some(({ form }) => form === id));
    return forms.length === 0 ? [] : [...forms.map(({ id, name }) => ({ id, name, exclusive: false })), ...answerlist];
  }
  if (answerlookup === "recommendation") return presentAll(recommendedProducts(choice));
  if (answerlookup === "methodchange_recommendation") {
    const inPreferredForm = alternatives.filter(({ form }) => form === preferredForm);
    return presentAll(inPreferredForm.length > 0 ? inPreferredForm : alternatives);
  }
  return answerlist;
}

/** Products with the same effect as one the patient gets, in another form. */
const alternativesOf = ({ prescribed: prescribedProducts, candidates }: ProductOptions): Product[] =>
  candidates
    .map(({ product }) => product)
    .filter((product) =>
      prescribedProducts.some((current) => sharesCategory(current, product) && current.form !== product.form),
    )
    .filter((product) => !prescribedProducts.some(({ family }) => family === product.family));

/** Products the answers recommend, with an effect none of the patient's products has, and that need no companion. */
const recommendedProducts = ({ prescribed: prescribedProducts, candidates }: ProductOptions): Product[] =>
  candidates
    .filter(({ fit, needs }) => fit === "recommended" && needs.length === 0)
    .map(({ product }) => product)
    .filter((product) => !prescribedProducts.some((current) => sharesCategory(current, product)));

const sharesCategory = (one: Product, other: Product): boolean =>
  one.categories.some((category) => other.categories.includes(category));

const presentAll = (products: readonly Product[]): Option[] =>
  products.slice(0, maxOptions).map(({ productid, name }) => ({ id: productid, name, exclusive: false }));
