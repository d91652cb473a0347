import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { codeTexts } from "./testing/code-texts.ts";
import { type Copy, contentTexts } from "./testing/content-texts.ts";
import { longSentences, readingGrade, wordCount } from "./testing/reading-grade.ts";
import { shippedContent } from "./testing/shipped-content.ts";
import { stiltedPhrases } from "./testing/stilted.ts";

const inContent = contentTexts(await shippedContent());
const inCode = codeTexts();
const texts = [...inContent, ...inCode];

/** Words of the specification, kept as they are. */
const dictated = new Set([
  "The text field cannot be empty",
  "Your password does not match",
  "Password did not match",
  "The coupon you entered does not exist, please check the code you entered.",
]);
/** Where “not” is spelled out, as overlooking it could hurt or bind the patient: titles of stops, warnings, consents, papers for others. */
const isBinding = ({ where }: Copy): boolean =>
  /^(?:rules\.\w+\.title$|consents\.|documents\.|marketing\.footer$)|\.notices\./.test(where);

const report = (found: readonly Copy[], problems: (text: string) => readonly string[]): string[] =>
  found.flatMap(({ where, text }) => problems(text).map((problem) => `${where}: ${problem}`));

describe("the voice of content/VOICE.md", () => {
  const guide = readFileSync(new URL("VOICE.md", import.meta.url), "utf8");
  const pairs = [...guide.matchAll(/^\| (?!before|---)(.+?) \| (.+?) \|$/gm)].map(
    ([, before = "", after = ""]) => [before, after] as const,
  );
  test("the guide shows ten pairs", () => expect(pairs).toHaveLength(10));
  test.each(pairs)("“%s” is caught, “%s” is not", (before, after) => {
    expect(stiltedPhrases(before)).not.toEqual([]);
    expect(stiltedPhrases(after)).toEqual([]);
  });

  test("nothing a patient reads is stilted", () => {
    const spoken = texts.filter((copy) => !dictated.has(copy.text) && !isBinding(copy));
    expect(report(spoken, stiltedPhrases)).toEqual([]);
  });
});

describe("copy at or below 7th grade", () => {
  test("no sentence has more than 22 words", () => {
    expect(report(texts, (text) => longSentences(text, 22))).toEqual([]);
  });

  test("no text of 30 words or more reads above 7th grade", () => {
    const long = texts.filter(({ text }) => wordCount(text) >= 30);
    expect(long.length).toBeGreaterThan(120);
    expect(report(long, (text) => (readingGrade(text) > 7 ? [readingGrade(text).toFixed(1)] : []))).toEqual([]);
  });

  test.each(["app", "site", "contract"])("%s: what stands in its code, read together", (folder) => {
    const words = inCode
      .filter(({ where, text }) => where.startsWith(`${folder}/`) && wordCount(text) >= 8)
      .map(({ text }) => text);
    expect(readingGrade(words.join(".\n"))).toBeLessThanOrEqual(7);
  });

  test.each([
    ["Call your doctor. She can help you today.", 0, 3],
    ["Individual considerations regarding the administration of medication necessitate a consultation.", 15, 30],
  ])("“%s” is graded between %i and %i", (text, from, to) => {
    expect(readingGrade(text)).toBeGreaterThan(from);
    expect(readingGrade(text)).toBeLessThan(to);
  });
});

describe("the texts are found", () => {
  const all = new Set(texts.map(({ text }) => text));
  test.each([
    ["a sentence of the content", "You won't be charged before {{day}}."],
    [
      "a text of JSX",
      "We gave {…} to your browser to save. If it doesn’t turn up, try another browser, such as Safari or Chrome.",
    ],
    ["an attribute", "Enter your email and we'll send you a link to choose a new password."],
    ["a template", "{…} paid with {…}."],
    ["a page of the sample site", "Where would you like to start?"],
    ["an error of the calls", "You don't have access to this."],
  ])("%s", (_, text) => expect(all.has(text)).toBe(true));

  test("all parts of the content, and most files of the app", () => {
    expect(inContent.length).toBeGreaterThan(1500);
    expect(new Set(inCode.map(({ where }) => where)).size).toBeGreaterThan(200);
  });
});
