import type { Content } from "#content/load.ts";
import { planOf } from "#server/care/public.ts";
import { offersNow } from "#server/onboarding/public.ts";
import type { Parts, Review } from "./review.ts";
import type { Option, Question, Step } from "./steps.ts";

type Product = Content["catalogue"]["products"][number];

/** At most so many products are put to her at once. */
const most = 4;

/** What a list is made of: what she gets, and what her answers of now allow, best fit first. */
export interface Choice {
  readonly hers: readonly Product[];
  readonly offers: readonly { readonly product: Product; readonly fit: string; readonly needs: readonly string[] }[];
}

const isComputed = ({ type, answerlookup }: Question): boolean =>
  type === "treatmentform" || answerlookup !== undefined;

/** The questions of a step with the answer lists that hang on what she gets. */
export async function questionsIn(parts: Parts, { row, steps, answers }: Review, step: Step): Promise<Question[]> {
  if (!step.questions.some(isComputed)) return [...step.questions];
  const [{ prescribed }, offers] = await Promise.all([planOf(parts, row.patient_id), offersNow(parts, row.patient_id)]);
  const hers = parts.content.catalogue.products.filter(({ productid }) => prescribed.has(productid));
  const form = steps.flatMap(({ questions }) => questions).find(({ type }) => type === "treatmentform");
  const wish = form && answers.get(form.id)?.value;
  return step.questions.map((question) => ({
    ...question,
    answerlist: listFor(parts.content, question, { hers, offers }, typeof wish === "string" ? wish : null),
  }));
}

/** The answer list of a question; `wish` is the form she would like, if she named one. */
export function listFor(
  { catalogue }: Pick<Content, "catalogue">,
  { type, answerlookup, answerlist }: Pick<Question, "type" | "answerlookup" | "answerlist">,
  choice: Choice,
  wish: string | null,
): readonly Option[] {
  const instead = insteadOf(choice);
  if (type === "treatmentform") {
    const forms = catalogue.forms.filter(({ id }) => instead.some(({ form }) => form === id));
    return forms.length === 0 ? [] : [...forms.map(({ id, name }) => ({ id, name, exclusive: false })), ...answerlist];
  }
  if (answerlookup === "recommendation") return presentAll(besides(choice));
  if (answerlookup === "methodchange_recommendation") {
    const wished = instead.filter(({ form }) => form === wish);
    return presentAll(wished.length > 0 ? wished : instead);
  }
  return answerlist;
}

/** What does the same as something she gets, in another form. */
const insteadOf = ({ hers, offers }: Choice): Product[] =>
  offers
    .map(({ product }) => product)
    .filter((product) => hers.some((her) => sharesCategory(her, product) && her.form !== product.form))
    .filter((product) => !hers.some(({ family }) => family === product.family));

/** What her answers speak for, does something nothing of hers does, and needs nothing beside it. */
const besides = ({ hers, offers }: Choice): Product[] =>
  offers
    .filter(({ fit, needs }) => fit === "recommended" && needs.length === 0)
    .map(({ product }) => product)
    .filter((product) => !hers.some((her) => sharesCategory(her, product)));

const sharesCategory = (one: Product, other: Product): boolean =>
  one.categories.some((category) => other.categories.includes(category));

const presentAll = (products: readonly Product[]): Option[] =>
  products.slice(0, most).map(({ productid, name }) => ({ id: productid, name, exclusive: false }));
