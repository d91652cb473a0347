/**
 * How hard a text is to read: its Flesch-Kincaid grade (0.39 words per sentence + 11.8 syllables per word − 15.59) and its longest sentence. Names of
 * medicines and hormones count as words of two syllables: a patient has to meet them, and they can't be made easier.
 */
const names =
  /\b(?:estradiol|estriol|estrogens?|progesterone|progestogen|tretinoin|retinoids?|sildenafil|minoxidil|magnesium|glycinate|vitamins?|tamoxifen|raloxifene|aromatase|inhibitor|nitroglycerin|isosorbide|riociguat|warfarin|rifampin|calcium|triglycerides|menopause|calendula)\b/gi;

/** Words alone: no markup, no web address, numbers and names as a short word. */
const plain = (text: string): string =>
  text
    .replaceAll(/\{\{\w+\}\}|\{…\}/g, "names")
    .replaceAll(/\S+@\S+|https?:\S+|\]\([^)]*\)/g, " ")
    .replaceAll(/[*#_[\]()>]/g, " ")
    .replaceAll(/\d+(?:[.,/-]\d+)*/g, "two")
    .replaceAll(names, "names");

/** Sentences, items of a list and what follows a colon. */
const sentencesOf = (text: string): string[] =>
  plain(text)
    .replaceAll(/\b(?:a|p)\.m\.|\bDr\.|\bU\.S\./g, "two")
    .split(/[.!?:;]+["”’)]?(?=\s|$)|\n+/)
    .filter((sentence) => /[a-z]{2}/i.test(sentence));

const wordsOf = (text: string): string[] => text.match(/[A-Za-z'’-]*[A-Za-z][A-Za-z'’-]*/g) ?? [];

function syllablesOf(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|[^aeiouydt]ed|[^laeiouy]e)$/, "")
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}

export const wordCount = (text: string): number => wordsOf(plain(text)).length;

export function readingGrade(text: string): number {
  const sentences = sentencesOf(text);
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59;
}

/** The sentences of more than `most` words. */
export const longSentences = (text: string, most: number): string[] =>
  sentencesOf(text).filter((sentence) => wordsOf(sentence).length > most);
