import { texts } from "../alphabet.ts";
import { Cases, law } from "../laws.ts";

export type Given = readonly string[];
/** What a row says of one text and what became of it. */
export type Look<Result> = (result: Result, text: string) => boolean;

export const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
export const graphemesOf = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** The texts in a result, however deep. */
export const textsIn = (result: unknown): readonly string[] => {
  if (typeof result === "string") return [result];
  return typeof result === "object" && result !== null ? Object.values(result).flatMap(textsIn) : [];
};
/** No half of a character, and no sign for one that was lost, but where they were given. */
export function isWhole(result: unknown, text: string): boolean {
  const all = textsIn(result);
  return all.every(
    (each) => (!text.isWellFormed() || each.isWellFormed()) && (text.includes("\ufffd") || !each.includes("\ufffd")),
  );
}

/** Over the whole alphabet: it never throws, loses no half of a character, and what the row says holds. */
export const over = <Result>(fault: string, look: Look<Result>, twice: "idempotent" | "" = "") =>
  law<(text: string) => Result>((convert, cases) => lookOver(convert, cases, fault, look, twice));

export function lookOver<Result>(
  convert: (text: string) => Result,
  cases: Cases,
  fault: string,
  look: Look<Result>,
  twice: "idempotent" | "" = "",
): void {
  for (const text of texts) {
    const result = attempt(() => convert(text), text, cases);
    if (result === failed) continue;
    cases.holds(isWhole(result, text), () => `${show(text)} becomes ${show(result)}, not whole characters`);
    cases.holds(look(result, text), () => `${show(text)} becomes ${show(result)}: ${fault}`);
    if (twice === "idempotent" && typeof result === "string")
      cases.holds(Object.is(convert(result), result), () => `${show(text)} becomes ${show(result)}, then another text`);
  }
}

/** A function of several texts, with a letter of the alphabet in each place by turns. */
export const ofMany = (count: number, look: (result: string, given: Given) => boolean) =>
  law<(...given: Given) => string>((convert, cases) => {
    for (const text of texts)
      for (let place = 0; place < count; place += 1) {
        const given = Array.from({ length: count }, (_, index) => (index === place ? text : `w${index}`));
        const result = attempt(() => convert(...given), text, cases);
        if (result !== failed)
          cases.holds(isWhole(result, text) && look(result, given), () => `${show(given)} becomes ${show(result)}`);
      }
  });

export const failed = Symbol("it threw");
export function attempt<Result>(run: () => Result, text: string, cases: Cases): Result | typeof failed {
  try {
    return run();
  } catch (error) {
    cases.holds(false, () => `${show(text)} throws ${String(error)}`);
    return failed;
  }
}
export const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 200) ?? "undefined";

/** Whether a text is the beginning of another one and ends between two characters as a reader sees them. */
export function isCutBetween(shown: string, whole: string): boolean {
  const all = graphemesOf(whole);
  const part = graphemesOf(shown);
  return part.every((each, index) => each === all[index]);
}
export const contains =
  <Result extends string>(...parts: readonly string[]): Look<Result> =>
  (result, text) =>
    [...parts, text].every((part) => result.includes(part));
export const asciiDigits = (text: string): string => text.replace(/[^0-9]/g, "");
/** The digits that somebody typed, also on a full-width keyboard. */
export const typedDigits = (text: string): string => asciiDigits(text.normalize("NFKC"));
export const isNullOr =
  (pattern: RegExp): Look<string | null | undefined> =>
  (result) =>
    result === null || result === undefined || pattern.test(result);
/** An address of the app: nothing in it ends the path or leaves the site. */
export const isPath = (path: string): boolean =>
  path.startsWith("/") && !path.startsWith("//") && !/[\s"<>\\]/u.test(path);

export function run(convert: () => string): string {
  try {
    return convert();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
