import type { Content } from "#content/loader/load.ts";
import type { Sentence } from "#content/schema/sentences/sentences.ts";
import { fillPlaceholders } from "./placeholders.ts";

export { type Sentence, sentence } from "#content/schema/sentences/sentences.ts";

/** A sentence, or a text that is worded already: one of the content's own, or one only the practice reads. */
export type Words = Sentence | string;

/** What is needed to word a sentence. */
export type SentenceContent = Pick<Content, "sentences">;

/** Sentences in the words of the content, one after the other; what is null is left out. */
export const toText = (content: SentenceContent, ...words: readonly (Words | null)[]): string =>
  words
    .filter((each) => each !== null)
    .map((each) => (typeof each === "string" ? each : wordsOf(content, each)))
    .join(" ");

const wordsOf = ({ sentences }: SentenceContent, { id, values }: Sentence): string =>
  fillPlaceholders(sentences[id], values, (name) => new Error(`Sentence ${id} was given no ${name}`));
