import { Refusal } from "../refusal.ts";
import { type Sentence, sentence } from "../sentences.ts";
import { glyphsOfFont } from "./fonts.ts";
import { foldForPrint, fontFor, letterInWords } from "./printable-text.ts";

/** Why something isn't printed, or isn't taken that has to be; names the letter, as somebody typed it. */
export const unprintableSentence = (letter: string): Sentence =>
  sentence("documents.unprintable", { letter: letterInWords(letter) });

/** The first character that can't be printed of texts that are each printed in one font; undefined where all of it prints. */
async function unprintableLetter(texts: readonly string[]): Promise<string | undefined> {
  if (texts.every((text) => /^[\n -~]*$/.test(text))) return undefined;
  const glyphs = {
    brand: await glyphsOfFont("text", "brand"),
    latin: await glyphsOfFont("text", "latin"),
    wide: await glyphsOfFont("text", "wide"),
  };
  return texts.map((text) => fontFor(foldForPrint(text), (set) => glyphs[set]).missing).find(Boolean);
}

/** A text, or its paragraphs, or several texts by what they are about; undefined was not given. */
type Written = string | readonly string[] | Readonly<Record<string, string>> | undefined;

/** Refuses what has to be printed later and couldn't be, at the field it was written in, before anybody signs it. */
export async function requirePrintable(texts: Readonly<Record<string, Written>>): Promise<void> {
  const fields: { path: string; message: Sentence }[] = [];
  for (const { path, parts } of Object.entries(texts).flatMap(([field, written]) => fieldsOf(field, written))) {
    const letter = await unprintableLetter(parts);
    if (letter !== undefined) fields.push({ path, message: unprintableSentence(letter) });
  }
  if (fields.length > 0) throw new Refusal("bad_request", { fields });
}

function fieldsOf(path: string, written: Written = []): { path: string; parts: readonly string[] }[] {
  if (typeof written === "string") return [{ path, parts: [written] }];
  return Array.isArray(written)
    ? [{ path, parts: written }]
    : Object.entries(written).map(([key, text]: [string, string]) => ({ path: `${path}.${key}`, parts: [text] }));
}
