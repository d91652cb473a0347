import { describe, expect, test } from "vitest";
import { clausesOf, maxWords, isWithinOneTypo } from "./clauses.ts";
import { matchesAlternative } from "./phrases.ts";
import { createTextMatcher } from "./text-matcher.ts";

describe("the words of a message", () => {
  test.each([
    ["I CAN’T sleep!", [["i", "cant", "sleep"]]],
    ["Hello, Dr. Marsh.\nThanks", [["hello", ",", "dr"], ["marsh"], ["thanks"]]],
    [
      "no pain but a rash",
      [
        ["no", "pain"],
        ["a", "rash"],
      ],
    ],
    ["I can not é — ,", [["i", "cannot", "e", ","]]],
    [" ... , ! ", []],
    ["my chest\nhurts\n,\n", [["my", "chest", ",", "hurts", ","]]],
    ["ch\u00ADe\u200Bst p\u2060ai\uFEFFn", [["chest", "pain"]]],
    ["can\u02BCt can\u00B4t can\u2019t can\uFF07t don t", [["cant", "cant", "cant", "cant", "dont"]]],
  ])("%j", (text, clauses) => {
    expect(clausesOf(text)).toEqual(clauses);
  });

  test.each([
    ["chest", "chest", true],
    ["chest", "chets", true],
    ["chest", "ches", true],
    ["chest", "chesst", true],
    ["chest", "cheat", true],
    ["chest", "cheats", false],
    ["breath", "breast", false],
    ["", "a", true],
  ])("%s and %s differ by one typo at most: %s", (a, b, same) => {
    expect([isWithinOneTypo(a, b), isWithinOneTypo(b, a)]).toEqual([same, same]);
  });
});

describe("a phrase", () => {
  test.each([
    ["week", "weak", false],
    ["weakness", "weak*", true],
    ["tweakness", "weak*", false],
    ["worse", "=worst", false],
    ["sucidal", "suicid*", true],
    ["pian", "pain", false],
    ["chets", "pain|chest", true],
    ["cancer", "=cancel*", false],
    ["cancelling", "=cancel*", true],
    ["30", "3+", true],
    ["2", "3+", false],
    ["3", "3+", true],
    ["4e5", "3+", false],
    ["0x10", "3+", false],
    ["999999999", "3+", true],
    ["1000000000", "3+", false],
  ])("%s is %s: %s", (word, alternatives, expected) => {
    expect(alternatives.split("|").some((each) => matchesAlternative(word, each))).toBe(expected);
  });

  test.each([
    ["chest pain", "my chest is in pain", 1],
    ["chest pain", "pain in the chest", 1],
    ["chest pain", "chest of drawers made by a man who knew no pain", 0],
    ["chest pain -drawers", "chest pain from drawers", 0],
    ["pain pain", "pain", 0],
    ["pain", "pain and pain", 2],
    ["pain -risk", "pain, and the risk", 1],
    ["pain -risk", "a risk of pain, maybe", 0],
    ["took 3+ pills", "I took 30 of the pills", 1],
    ["took 3+ pills", "I took 30 of all the pills", 0],
    ["took 3+ pills", "I took my pills at 9", 0],
    ["took 3+ pills", "at 9 I took 30 pills", 1],
  ])("“%s” occurs in “%s” %i times", (phrase, text, times) => {
    expect(createTextMatcher([phrase])(text).clauses.flatMap(({ found }) => found)).toHaveLength(times);
  });
});

describe("decisions §5 matching takes little work, whatever the patient writes", () => {
  const phrases = ["chest|heart pain*|hurt*", "patch red|itchy -risk", "took 3+ pills"];
  /** How often a word is compared with an alternative of a phrase. */
  const comparisons = (text: string) => {
    let count = 0;
    createTextMatcher(phrases, {
      matches: (word, alternative) => {
        count += 1;
        return matchesAlternative(word, alternative);
      },
    })(text);
    return count;
  };

  test("a word is compared once, however often it occurs", () => {
    expect(comparisons("pain ".repeat(1000))).toBe(comparisons("pain"));
    expect(comparisons("a, ".repeat(1600))).toBe(comparisons("a"));
  });

  test("a word is compared only with alternatives of the same first character", () => {
    expect(comparisons("zebra")).toBe(0);
    expect(comparisons("pain")).toBe(3);
  });

  test("the end of a long text is read, and `cut` is reported", () => {
    const read = createTextMatcher(phrases);
    const long = read(`${"pain chest. ".repeat(5000)} patch red`);
    expect(long).toMatchObject({ words: maxWords, truncated: true });
    expect(long.includesAny(["patch red|itchy -risk"])).toBe(true);
    expect(read("a ".repeat(9999))).toMatchObject({ words: maxWords, truncated: true });
    expect(read("a ".repeat(2500))).toMatchObject({ words: 2500, truncated: false });
  });
});
