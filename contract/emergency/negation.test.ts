import { describe, expect, test } from "vitest";
import { areDenied, deniedPositions, denialWords, isNegationWord, isNegator } from "./negation.ts";
import { createTextMatcher } from "./text-matcher.ts";

const read = createTextMatcher(["=pain", "=hives", "=swelling", "=trouble =breathing", "=cant =breathe"]);
/** The signs in a sentence, in their order; `-` before those that are denied. */
const signsIn = (text: string) =>
  read(text).clauses.flatMap(({ words, found }) => {
    const inOrder = found.toSorted((one, other) => one.first - other.first);
    const denied = areDenied(words, inOrder);
    return inOrder.map(({ phrase }, index) => (denied[index] ? "-" : "") + phrase.replaceAll("=", ""));
  });

test.each<[string, readonly string[]]>([
  ["pain", ["pain"]],
  ["no pain", ["-pain"]],
  ["pain, no", ["pain"]],
  ["no, pain", ["pain"]],
  ["no more pain", ["-pain"]],
  ["no signs of any pain", ["-pain"]],
  ["no pain and hives", ["-pain", "hives"]],
  ["no pain or hives", ["-pain", "-hives"]],
  ["no pain nor hives", ["-pain", "-hives"]],
  ["no pain hives", ["-pain", "-hives"]],
  ["no pain, hives", ["-pain", "hives"]],
  ["no pain, hives or swelling", ["-pain", "-hives", "-swelling"]],
  ["no pain, or hives", ["-pain", "-hives"]],
  ["no pain or, hives", ["-pain", "hives"]],
  ["no pain or hives, swelling", ["-pain", "-hives", "swelling"]],
  ["no fever or pain", ["-pain"]],
  ["no fever, pain or hives", ["pain", "hives"]],
  ["no or pain", ["pain"]],
  ["no pain, hives now", ["-pain", "hives"]],
  ["no pain or hives now", ["-pain", "hives"]],
  ["no pain or hives here", ["-pain", "-hives"]],
  ["no pain now", ["-pain"]],
  ["not sure if pain", ["pain"]],
  ["no not pain", ["pain"]],
  ["never had pain before", ["pain"]],
  ["no trouble breathing", ["-trouble breathing"]],
  ["no hives, trouble breathing", ["-hives", "trouble breathing"]],
  ["no hives trouble breathing", ["-hives", "trouble breathing"]],
  ["no hives or trouble breathing", ["-hives", "-trouble breathing"]],
  ["no real trouble breathing", ["-trouble breathing"]],
  ["no hives cant breathe", ["-hives", "cant breathe"]],
  ["not cant breathe", ["cant breathe"]],
  ["no pain I feel hives", ["-pain", "hives"]],
])("in “%s” are denied: %j", (text, expected) => expect(signsIn(text)).toEqual(expected));

describe("a denial", () => {
  test("reaches so many words and no further", () => {
    const after = (fillers: number) => signsIn(`no ${"any ".repeat(fillers)}pain`);
    expect(after(23)).toEqual(["-pain"]);
    expect(after(24)).toEqual(["pain"]);
  });

  test("denies a sign all of whose words it reaches", () => {
    expect(areDenied(["trouble", "no", "pain"], [{ first: 0, last: 2 }])).toEqual([false]);
    expect(areDenied(["no", "pain"], [])).toEqual([]);
  });

  test("denies nothing of a sign that its negator is a word of", () => {
    expect(deniedPositions(["no", "pain"], new Set([1]))).toEqual([1]);
    expect(deniedPositions(["no", "pain"], new Set([0, 1]))).toEqual([]);
    expect(deniedPositions(["no", "pain"], new Set())).toEqual([]);
    expect(deniedPositions(["pain", "no", "hives"], new Set([0, 2]))).toEqual([2]);
  });

  test("is made of words that are read as they are written, but for those that are also of signs", () => {
    const { difficulty, ...asWritten } = denialWords;
    for (const each of Object.values(asWritten)) for (const word of each) expect(isNegationWord(word), word).toBe(true);
    for (const word of [...difficulty, "pain"]) expect(isNegationWord(word), word).toBe(false);
    for (const word of denialWords.negators) expect(isNegator(word), word).toBe(true);
    for (const word of denialWords.inability) expect(isNegator(word), word).toBe(false);
  });
});
