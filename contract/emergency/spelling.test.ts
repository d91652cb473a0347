import { expect, test } from "vitest";
import { createTextMatcher } from "./text-matcher.ts";

const wordsOf = (phrases: readonly string[], text: string) => createTextMatcher(phrases)(text).clauses[0]?.words;

test.each([
  ["where it is known as one", ["pain"], "mypain", ["my", "pain"]],
  ["not where all pieces are little words", ["pain"], "imsotoo", ["imsotoo"]],
  ["not where only a letter is held down", ["pain"], "paaaain", ["paaain"]],
  ["where a piece is as long as one may be", ["abcdefghijklmnop"], "myabcdefghijklmnop", ["my", "abcdefghijklmnop"]],
  ["not where a piece is longer", ["abcdefghijklmnopq"], "myabcdefghijklmnopqmy", ["myabcdefghijklmnopqmy"]],
  ["not where it is short", ["pain"], "ipain", ["ipain"]],
  ["as few pieces as possible", ["chest", "chestpain", "pain"], "mychestpain", ["my", "chestpain"]],
  ["of as few pieces the longer last one", ["pain", "painful", "fully", "ly"], "painfully", ["pain", "fully"]],
  ["with an ending of the last piece", ["pain", "heart*"], "painhearts", ["pain", "hearts"]],
  [
    "rather exactly, in many pieces, than with a long ending",
    ["pain", "heart*"],
    "painheartitisinmyanon",
    ["pain", "heart", "it", "is", "in", "my", "an", "on"],
  ],
])("a word that misses its spaces is taken apart %s", (_, phrases, text, words) => {
  expect(wordsOf(phrases, text)).toEqual(words);
});

test.each([
  [60, 15],
  [61, 1],
])("a word of %i letters is taken apart into %i: no longer one is", (letters, count) => {
  const text = "pain".repeat(15).slice(0, letters).padEnd(letters, "i");
  expect(wordsOf(["pain"], text)).toHaveLength(count);
});
