import { ContentError } from "../loader/read.ts";
import { labelSentences, labelWarnings, phraseFor } from "../logic/label-phrases.ts";
import { labelTerms, type LabelTerm } from "../schema/label-language.ts";
import { speakingFields } from "../schema/log.ts";
import type { Checked } from "./references.ts";

type Language = Checked["labels"][number];

/**
 * Checks that each language of labels says everything that a label of the catalogue says in English: each sentence that a product, two of it at once, a
 * former wording or a warning has, with the same numbers in their order, the same times and the same “not”.
 */
export function checkLabels(content: Checked): void {
  requireNoCounts(content);
  const choices = Object.values(content.log).find(({ effect }) => effect === "speaking")?.fields[
    speakingFields.language
  ]?.choices;
  for (const language of content.labels) {
    const fail = (problem: string) => new ContentError(`labels/${language.language}.yaml`, problem);
    if (!Object.hasOwn(choices ?? {}, language.language) || Object.keys(choices ?? {})[0] === language.language)
      throw fail(`${language.language} is no language to choose in log.yaml besides the first`);
    if (content.labels.some((other) => other !== language && other.language === language.language))
      throw fail("is there twice");
    const { start, from } = language.frames;
    for (const [frame, id] of [
      [start, "documents.label_start"],
      [from, "prescriptions.directions_from"],
    ] as const) {
      if (frame.english !== content.sentences[id]) throw fail(`“${frame.english}” isn't what ${id} says`);
      if (placeholders(frame.english) !== placeholders(frame.text))
        throw fail(`“${frame.text}” hasn't the placeholders of its English`);
    }
    for (const { english, text, forms } of language.phrases) {
      const problem = phraseProblem(language, english, text);
      if (problem !== null) throw fail(`“${text}” ${problem} as “${english}”`);
      const unknown = forms?.find((form) => !content.catalogue.forms.some(({ id }) => id === form));
      if (unknown !== undefined) throw fail(`“${english}” names the unknown form ${unknown}`);
    }
    for (const { productid, form, sentence } of labelTexts(content))
      if (!phraseFor(language, sentence, form)) throw fail(`lacks “${sentence}” of ${productid}`);
  }
}

/** How many are used at once is for the directions to say: a warning beside “two at the same time” that says “one” leaves a patient with both. */
function requireNoCounts({ catalogue, documents }: Checked): void {
  for (const product of catalogue.products.filter(({ double }) => double !== null))
    for (const warning of labelWarnings(documents, product))
      if (englishNumbers(warning) !== "")
        throw new ContentError(
          "documents.yaml",
          `the warning “${warning}” of ${product.productid} says how many, and directions may say two at once`,
        );
}

/** Each sentence that labels of the catalogue say in English, of which the practice knows beforehand. */
const labelTexts = (content: Checked) =>
  content.catalogue.products
    .filter(({ prescription }) => prescription)
    .flatMap((product) =>
      [
        product.howtouse,
        ...(product.double ? [product.double.directions] : []),
        ...(product.dosing?.formerdirections ?? []),
        ...labelWarnings(content.documents, product),
        content.documents.easyopen.label,
      ]
        .flatMap(labelSentences)
        .map((sentence) => ({ productid: product.productid, form: product.form, sentence })),
    );

const placeholders = (text: string): string => [...text.matchAll(/\{\{[^}]*\}\}/gu)].map(([each]) => each).join();

/** What a translation hasn't as its English has it; null where it has all that is compared. */
export function phraseProblem(language: Pick<Language, "terms">, english: string, text: string): string | null {
  if (placeholders(english) !== "" || placeholders(text) !== "") return "has placeholders";
  if (labelSentences(english).length > 1) return "is more than one sentence";
  if (englishNumbers(english) !== (text.match(/\d+(?:[.,]\d+)?/gu) ?? []).join()) return "hasn't the same numbers";
  const missing = labelTerms.find((term) => englishTerm(term).test(english) !== says(language.terms[term], text));
  return missing === undefined ? null : `doesn't say “${missing}”`;
}

const numberWords: Readonly<Record<string, string>> = {
  ...{ one: "1", once: "1", two: "2", twice: "2", both: "2", three: "3", four: "4", five: "5", six: "6", seven: "7" },
  ...{ eight: "8", nine: "9", ten: "10", eleven: "11", twelve: "12" },
};

/** The numbers of an English sentence as digits, in their order. “At once” is none. */
const englishNumbers = (english: string): string =>
  [
    ...english
      .toLowerCase()
      .replaceAll("at once", "")
      .matchAll(/\d+(?:\.\d+)?|\p{L}+/gu),
  ]
    .flatMap(([word]) => (/^\d/u.test(word) ? [word] : (numberWords[word] ?? [])))
    .join();

const englishTerm = (term: LabelTerm): RegExp =>
  term === "not" ? /\b(?:not|never|without|can't|don't)\b/iu : new RegExp(String.raw`\b${term}s?\b`, "iu");

const says = (words: readonly string[], text: string): boolean =>
  words.some((word) => new RegExp(String.raw`(?<!\p{L})${word}(?!\p{L})`, "iu").test(text));
