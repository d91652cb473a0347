import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { createEmergencyDetector } from "#contract/emergency/find-emergency.ts";

const { emergencywords } = await shippedContent();
const read = createEmergencyDetector(emergencywords);
const signIn = (text: string) => read(text)?.id ?? null;

const pauses = [
  ..."... |…|.... |. . . |\n|\n\n|\r\n| 😭 |😭|. |! |!! |!!! |? |?! |; |: |, | - |—| / | ( | ❤️‍🔥 |\t|, , |  ".split("|"),
];
const apostrophes = "'|’|‘|`|´|ʼ|＇|′| '|".split("|");

/** A word a patient can write for one alternative of a phrase. */
const written = (alternative: string): string => {
  const letters = alternative.replace(/^=/, "").replace(/\*$/, "");
  return letters.endsWith("+") ? String(Number.parseInt(letters, 10) + 7) : letters;
};
const wordsOf = (phrase: string) =>
  fc.tuple(
    ...phrase
      .split(" ")
      .filter((part) => !part.startsWith("-"))
      .map((part) => fc.constantFrom(...part.split("|"))),
  );

/** Letters held down: any letter of a word, three to six times. */
const heldDown = (word: string, at: number, times: number) => {
  const index = at % word.length;
  return /\d/.test(word) ? word : word.slice(0, index) + (word[index] ?? "").repeat(times) + word.slice(index + 1);
};
/** One typo in a long word: two letters swapped, one missing or one twice; never the first. */
const mistyped = (word: string, at: number, kind: number) => {
  const index = 1 + (at % Math.max(1, word.length - 2));
  const [before, here, next, rest] = [word.slice(0, index), word[index], word[index + 1], word.slice(index + 2)];
  const swapped = `${before}${next}${here}${rest}`;
  const typo = [swapped, `${before}${next}${rest}`, `${before}${here}${here}${next}${rest}`][kind % 3] ?? word;
  return typo === "though" ? word : typo;
};
const withApostrophe = (word: string, apostrophe: string) =>
  /^(?:cant|dont|wont|isnt|didnt|couldnt|doesnt)$/.test(word) ? `${word.slice(0, -1)}${apostrophe}t` : word;
const misspelled = (word: string, at: number) => {
  const spellings = emergencywords.misspellings[word];
  return spellings?.[at % spellings.length] ?? word;
};

const phrases = emergencywords.signs.flatMap(({ id, phrases: of }) => of.map((phrase) => [phrase, id] as const));
const runs = { numRuns: 25, seed: 42 };
/** Every rewriting of the words of a phrase is read as those words are. */
const staysFound = (
  phrase: string,
  rewrite: fc.Arbitrary<(words: readonly string[], plain: readonly string[]) => string>,
) =>
  fc.assert(
    fc.property(wordsOf(phrase), rewrite, (alternatives, rewriting) => {
      const words = alternatives.map(written);
      fc.pre(signIn(words.join(" ")) !== null);
      const text = rewriting(words, alternatives);
      expect({ text, sign: signIn(text) }).not.toEqual({ text, sign: null });
    }),
    runs,
  );

describe.each(phrases)("“%s” (%s) is found", (phrase) => {
  test("whatever stands between its words", () => {
    staysFound(
      phrase,
      fc.infiniteStream(fc.constantFrom(...pauses)).map((stream) => {
        const between = [...stream.take(12)];
        return (words) => words.map((word, index) => `${index === 0 ? "" : between[index]}${word}`).join("");
      }),
    );
  });

  test("with letters held down", () => {
    staysFound(
      phrase,
      fc.tuple(fc.nat(12), fc.integer({ min: 3, max: 6 })).map(
        ([at, times]) =>
          (words) =>
            words.map((word) => heldDown(word, at, times)).join(" "),
      ),
    );
  });

  test("without the spaces", () => {
    // “legred” could be any word: one that is taken apart has a longer piece.
    staysFound(
      phrase,
      fc.constant((words) => words.join(words.some(({ length }) => length > 3) ? "" : " ")),
    );
  });

  test("with every apostrophe, in capitals", () => {
    staysFound(
      phrase,
      fc.constantFrom(...apostrophes).map(
        (apostrophe) => (words) =>
          words
            .map((word) => withApostrophe(word, apostrophe))
            .join(" ")
            .toUpperCase(),
      ),
    );
  });

  test("misspelled as many people do, or with a typo", () => {
    staysFound(
      phrase,
      fc.tuple(fc.nat(), fc.nat()).map(
        ([at, kind]) =>
          (words, alternatives) =>
            words
              .map((word, index) => {
                const canTypo = !alternatives[index]?.startsWith("=") && word.length > 4 && !/\d/.test(word);
                return emergencywords.misspellings[word]
                  ? misspelled(word, at)
                  : canTypo
                    ? mistyped(word, at, kind)
                    : word;
              })
              .join(" "),
      ),
    );
  });
});

describe("in a whole message", () => {
  test.each([
    ["I can't... breathe", "chest_or_breath"],
    ["my chest... it hurts", "chest_or_breath"],
    ["my chest. it hurts", "chest_or_breath"],
    ["I am worried about my chest. It hurts a lot since noon", "chest_or_breath"],
    ["i want to... die", "self_harm"],
    ["i want\nto\ndie", "self_harm"],
    ["I. Can’t. Breathe.", "chest_or_breath"],
    ["HELP!!! chest!! hurts!!", "chest_or_breath"],
    ["chest 😭😭 hurts", "chest_or_breath"],
    ["my mother... she... my face... is numb", "stroke_signs"],
    ["i dont want... to be here... anymore", "self_harm"],
    ["thinking\nabout\ntaking\nall\nmy\npills", "self_harm"],
    ["mychesthurts", "chest_or_breath"],
    ["iwanttodie", "self_harm"],
    ["icantbreatheee", "chest_or_breath"],
    ["took30pills", "overdose"],
    ["I took... 30... pills", "overdose"],
    ["chesttttt painnnnn", "chest_or_breath"],
    ["i cnat breth", "chest_or_breath"],
    ["one side of my face... drooping", "stroke_signs"],
    ["No pain. Chest hurts now", "chest_or_breath"],
    ["I had a stroke years ago. My chest... it hurts", "chest_or_breath"],
    ["no fever... i can't... breathe", "chest_or_breath"],
    ["My leg... is swollen", "leg_clot"],
    ["i could not... breathe", "chest_or_breath"],
    ["no puedo... respirar", "chest_or_breath"],
  ])("%j leads to %s", (text, id) => {
    expect(signIn(text)).toBe(id);
  });
});

describe("a denial holds", () => {
  const denials = [
    "No chest pain or headache today",
    "no chest pain",
    "I don't have any chest pain",
    "I have no chest pain and no trouble breathing.",
    "No leg swelling, hives or chest pain.",
    "My leg is fine. No pain.",
    "How is my chest? No pain!",
    "My chest... no pain",
    "My leg is okay... it isn't swollen",
    "My mother... she had chest pain years ago",
    "My leg feels great today after the walk. My arm hurts a little from the gym.",
    "Thanks. The patch is fine. No chest pain. No swelling.",
  ];
  test.each(denials)("%s", (text) => {
    expect(signIn(text)).toBeNull();
  });

  test.each(denials)("with typographic apostrophes, emoji, capitals and held letters around it: %s", (text) => {
    for (const each of [
      text.replaceAll("'", "’"),
      `${text} 😊`,
      text.toUpperCase(),
      `Hi... ${text}`,
      `${text}\n\nThanks...`,
      `${text}!!!`,
    ])
      expect([each, signIn(each)]).toEqual([each, null]);
  });

  test.each([
    "no swelling or hives throat closing now",
    // In doubt it's there: what is happening now may be the last of the list alone.
    "No headache or chest pain tonight",
    "No leg swelling, hives or chest pain tonight.",
    "no headache or chest pain cant breathe tonight",
    "No. Chest pain.",
    "no pain yesterday... chest hurts",
  ])("of one sign only: %s", (text) => {
    expect(signIn(text)).not.toBeNull();
  });
});

test("a word that no phrase knows is not taken apart into one that it does", () => {
  for (const text of [
    "my password was wrong and locked me out",
    "my dog hurt itself",
    "the legend of my life",
    "therapist pain",
    "what happened tonight",
    "take it without food",
  ])
    expect([text, signIn(text)]).toEqual([text, null]);
});
