import { describe, expect, test } from "vitest";
import { clausesOf, isWithinOneTypo, lastClauses, maxWords } from "./clauses.ts";

const continuing = (text: string) => lastClauses(text).clauses.map(({ continues }) => continues);

describe("a sentence goes on with the one before", () => {
  test.each([
    ["never by itself", "one two three. four five six.", [false, false]],
    ["where the one before is a fragment", "one two. four five six. seven eight nine", [false, true, false]],
    ["where it is one", "one two three. four five. seven eight nine", [false, true, true]],
    ["after a long pause", "one two three... four five six", [false, true]],
    ["after a question that is shouted", "one two three?! four five six", [false, true]],
    ["not after a smile", "one two three :) four five six", [false, false]],
    ["not over a “but”, however short", "one two but four five six", [false, false]],
    [
      "nor does what follows a long pause a sentence later",
      "one two three... four five six. seven eight nine",
      [false, true, false],
    ],
  ])("%s: %s", (_, text, expected) => expect(continuing(text)).toEqual(expected));

  test.each(["it", "its", "that", "thats", "this", "and", "or", "so", "because", "like", "just"])(
    "that begins with “%s”",
    (word) => expect(continuing(`one two three. ${word} five six`)).toEqual([false, true]),
  );
});

test.each(["but", "however", "though", "although", "except", "yet"])("a clause ends at “%s”", (word) =>
  expect(clausesOf(`one two ${word} three`)).toEqual([["one", "two"], ["three"]]),
);

describe("of a text that is too long", () => {
  const words = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `w${from + index}`);
  const texts = (text: string) => lastClauses(text).clauses.map((clause) => clause.words.join(" "));

  test("the last words are judged, in their order", () => {
    const sentences = Array.from({ length: 700 }, (_, index) => `a b c${index} d e`);
    const { clauses, truncated } = lastClauses(sentences.join(". "));
    expect(truncated).toBe(true);
    expect(clauses.map((clause) => clause.words[2])).toEqual(
      sentences.slice(-maxWords / 5).map((each) => each.split(" ")[2]),
    );
  });

  test("so is the end of one sentence, whose commas aren't counted", () => {
    const long = words(0, maxWords + 5);
    expect(texts(long.join(" "))).toEqual([long.slice(5).join(" ")]);
    const short = Array.from({ length: maxWords + 1 }, () => "a");
    const [only] = lastClauses(short.join(",")).clauses;
    expect(only?.words.filter((word) => word !== ",")).toHaveLength(maxWords);
  });

  test("commas between as many words as are judged don't make it too long", () => {
    expect(lastClauses(Array.from({ length: maxWords }, () => "a").join(",")).truncated).toBe(false);
  });

  test.each([
    [20_000, "chest", false],
    [20_001, "hest", true],
  ])("the last of %d letters are judged, from “%s”: cut %s", (letters, first, truncated) => {
    const judged = lastClauses(`chest ${"xyz".repeat(letters).slice(0, letters - 6)}`);
    expect([judged.clauses[0]?.words[0], judged.truncated]).toEqual([first, truncated]);
  });

  test.each([
    [maxWords, false],
    [maxWords + 1, true],
  ])("%d words are cut: %s", (count, truncated) => {
    expect(lastClauses(Array.from({ length: count }, () => "a").join(" ")).truncated).toBe(truncated);
  });
});

describe("one typo", () => {
  const pairs = ["chest", "pain", "breathe", "aab"].flatMap((word) =>
    Array.from(word).flatMap((letter, at) => {
      const [before, after] = [word.slice(0, at), word.slice(at + 1)];
      const next = after.charAt(0);
      return [
        [word, before + after],
        [word, `${before}x${letter}${after}`],
        [word, `${before}x${after}`],
        ...(next === "" ? [] : [[word, before + next + letter + after.slice(1)]]),
      ] as [string, string][];
    }),
  );

  test("is a letter added, missing or replaced, or two swapped, wherever it is and whichever word has it", () => {
    expect(pairs.length).toBeGreaterThan(60);
    for (const [one, other] of pairs) {
      expect([one, other, isWithinOneTypo(one, other)]).toEqual([one, other, true]);
      expect([other, one, isWithinOneTypo(other, one)]).toEqual([other, one, true]);
    }
  });

  test("is no more than one", () => {
    for (const [one, other] of pairs)
      if (one !== other) {
        expect([other, isWithinOneTypo(`yz${one}`, other)]).toEqual([other, false]);
        expect([other, isWithinOneTypo(`${other}yz`, one)]).toEqual([other, false]);
      }
    expect(isWithinOneTypo("abcd", "badc")).toBe(false);
    expect(isWithinOneTypo("abcd", "axcx")).toBe(false);
  });
});
