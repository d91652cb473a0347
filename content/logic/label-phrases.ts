import type { Content } from "../schema/content.ts";

/** The sentences of a text, in its order. A number with a point in it is no end. */
export const labelSentences = (text: string): readonly string[] =>
  text
    .trim()
    .split(/(?<=[.!?])\s+/u)
    .map((sentence) => sentence.replaceAll(/\s+/gu, " "));

/** What a language has for a sentence on the label of a product in a form; undefined where it has nothing. */
export const phraseFor = (
  { phrases }: Pick<Content["labels"][number], "phrases">,
  sentence: string,
  form: string,
): Content["labels"][number]["phrases"][number] | undefined =>
  phrases.find(({ english, forms }) => english === sentence && (forms?.includes(form) ?? true));

/** The warnings that a label, and a leaflet, of a product say besides the prescription. */
export const labelWarnings = (
  { label }: Pick<Content["documents"], "label">,
  product: Pick<Content["catalogue"]["products"][number], "categories" | "form">,
): readonly string[] =>
  label.warnings
    .filter(
      ({ categories, forms }) =>
        (categories?.some((category) => product.categories.includes(category)) ?? true) &&
        (forms?.includes(product.form) ?? true),
    )
    .map(({ text }) => text);
