import { expect, test } from "vitest";
import { excerptOf, hasWords } from "./excerpt.ts";

test("all words are needed, by the beginning of each, whatever their case and accents", () => {
  const text = "The Émilie patch itches; her doctor’s office called.";
  expect(hasWords(text, ["emil", "itch"])).toBe(true);
  expect(hasWords(text, ["itch", "rash"])).toBe(false);
  expect(hasWords(text, ["atch"])).toBe(false);
  expect(hasWords(text, ["doctors"])).toBe(true);
});

const long = `${"before ".repeat(30)}the rash came ${"after ".repeat(30)}`.trim();
test("an excerpt is on one line, and around the first word that was looked for", () => {
  expect(excerptOf("  A short\n\n text ", [])).toBe("A short text");
  expect(excerptOf(long, [])).toMatch(/^before before .*…$/);
  expect(excerptOf(long, [])).toHaveLength(161);
  expect(excerptOf(long, ["rash"])).toMatch(/^…before before [a-z ]*the rash came after .*…$/);
  expect(excerptOf("A rash", ["rash"])).toBe("A rash");
});
