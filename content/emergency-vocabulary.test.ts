import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { clauseBreaks, continuingWords } from "#contract/emergency/clauses.ts";
import { createEmergencyDetector, emergencyPhrases } from "#contract/emergency/find-emergency.ts";
import { denialWords } from "#contract/emergency/negation.ts";
import { parsePhrase } from "#contract/emergency/phrases.ts";
import { glue, notSplit } from "#contract/emergency/spelling.ts";
import { createTextMatcher } from "#contract/emergency/text-matcher.ts";

/*
 * Each listed word and phrase in sentences of its own, alone and beside a denial of something else. A word that decides what is denied stands here a
 * second time: one that falls out of its list, or a new one, is noticed.
 */

const { emergencywords } = await shippedContent();
const read = createEmergencyDetector(emergencywords);
const signIn = (text: string) => read(text)?.id ?? null;

const lettersOf = (alternative: string) => alternative.replace(/^=/, "").replace(/[*+]$/, "");
/** A phrase in every way to write it: one alternative for each of its parts. */
const variantsOf = (phrase: string): readonly string[] =>
  parsePhrase(phrase)
    .required.map((part) => part.split("|").map(lettersOf))
    .reduce<readonly string[]>(
      (starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`.trim())),
      [""],
    );

const signPhrases = emergencywords.signs.flatMap((sign) => sign.phrases.map((phrase) => ({ sign, phrase })));
const readingOnly = ({ sign, phrase }: (typeof signPhrases)[number]) =>
  createEmergencyDetector({ ...emergencywords, signs: [{ ...sign, phrases: [phrase] }] });
const failing = (texts: readonly string[], fails: (text: string) => boolean) => texts.filter(fails);

describe("decisions §5 each phrase of the emergency words, in each of its variants", () => {
  test("counts as many as before", () => {
    const counts = emergencywords.signs.map(({ id, phrases }) => [id, phrases.flatMap(variantsOf).length]);
    // A number that sinks is words that are no longer read.
    expect(Object.fromEntries(counts)).toEqual({
      ...{ chest_or_breath: 177, stroke_signs: 467, leg_clot: 93, heavy_bleeding: 118 },
      ...{ allergic_swelling: 66, self_harm: 535, overdose: 650 },
    });
  });

  test.each(signPhrases)("$sign.id: “$phrase” is read alone and beside what is denied", (each) => {
    const reads = readingOnly(each);
    const texts = variantsOf(each.phrase).flatMap((variant) => [
      variant,
      `No fever, but ${variant}`,
      `No fever. ${variant}`,
      `I have no energy and ${variant}`,
      `no hives cant eat ${variant}`,
      `no headache or ${variant} tonight`,
    ]);
    expect(failing(texts, (text) => reads(text) === null)).toEqual([]);
  });

  /** With a word that denies, or undoes a denial, as one of its own, a phrase isn't denied by a plain “no”. */
  const decisive = new Set(
    Object.entries(denialWords).flatMap(([list, words]) => (list === "fillers" ? [] : [...words])),
  );
  const deniable = signPhrases.flatMap((each) => {
    const alternatives = parsePhrase(each.phrase).required.flatMap((part) => part.split("|").map(lettersOf));
    if (alternatives.some((word) => denialWords.negators.has(word))) return [];
    const variants = variantsOf(each.phrase).filter(
      (variant) => !variant.split(" ").some((word) => decisive.has(word)),
    );
    return variants.length === 0 ? [] : [{ ...each, variants }];
  });

  test("most of them can be denied", () => {
    expect(signPhrases.length - deniable.length).toBe(18);
  });

  test.each(deniable)("$sign.id: “$phrase” can be denied", (each) => {
    const reads = readingOnly(each);
    const texts = each.variants.flatMap((variant) => [
      `No ${variant}`,
      `I don't have any ${variant}`,
      `no headache or ${variant}`,
      `No ${variant} or headache tonight`,
    ]);
    expect(failing(texts, (text) => reads(text) !== null)).toEqual([]);
  });

  const textOf = ({ variants }: (typeof deniable)[number]) => variants[0] ?? "";
  /** Whether words of one sign excuse the other, as “one side” a stroke: “stroke side” is another thing. */
  const excuses = (text: string, phrase: string) =>
    createTextMatcher(parsePhrase(phrase).excluded)(text).clauses.some(({ found }) => found.length > 0);
  const pairs = deniable.flatMap((one) =>
    deniable.flatMap((other) =>
      one === other || excuses(textOf(one), other.phrase) || excuses(textOf(other), one.phrase) ? [] : [{ one, other }],
    ),
  );
  const pairsIn = (sentence: string) =>
    pairs.map(({ one, other }) => sentence.replace("…", textOf(one)).replace("…", textOf(other)));

  test("nearly every two of them are beside each other", () => {
    expect(pairs.length).toBeGreaterThan(5600);
  });

  test("of each two, both are denied by one “no … or …”", () => {
    expect(failing(pairsIn("No … or …"), (text) => signIn(text) !== null)).toEqual([]);
  });

  test.each([
    // Of what was “had” by the hour, the hour before it is as near as the one behind.
    [
      "No … or … tonight",
      ["No had stroke night or had heart attack night tonight", "No chang pad hour or had heart attack night tonight"],
    ],
    ["No …, …", []],
    ["No … but …", []],
  ])("of each two, the second is read where only the first is denied: “%s”", (sentence, not) => {
    expect(failing(pairsIn(sentence), (text) => signIn(text) === null)).toEqual(not);
  });
});

interface Row {
  readonly words: string;
  readonly told: readonly string[];
  readonly untold: readonly string[];
}

describe("decisions §5 each word that decides what is denied", () => {
  const lists = { ...denialWords, clauseBreaks, continuingWords };
  /** `_` is the word. */
  const rows: Readonly<Record<keyof typeof lists, Row>> = {
    negators: {
      words:
        "no not never without sin dont doesnt didnt havent hasnt hadnt isnt arent wasnt werent nor neither deny denies",
      told: ["_ fever but chest pain", "_ energy and chest pain", "_. Chest pain.", "_ sure, chest pain"],
      untold: ["_ chest pain", "_ hives or chest pain"],
    },
    inability: {
      words: "cant cannot couldnt unable wont hardly barely",
      told: ["no _ or chest pain", "no hives _ eat chest pain"],
      untold: ["_ sleep, no chest pain"],
    },
    difficulty: {
      words: "trouble hard harder difficult difficulty struggle struggling short",
      told: ["no hives, _ breathing or leg swelling", "_ breathing, no hives"],
      untold: ["no _ breathing or hives", "no hives or _ breathing"],
    },
    uncertainty: {
      words: "sure know certain only just tell able",
      told: ["not _ chest pain", "no hives, not _ or chest pain"],
      untold: ["not _, no chest pain"],
    },
    contrast: {
      words: "before like until till anymore yes yeah yep",
      told: ["never had chest pain _ this", "no hives or chest pain _"],
      untold: ["no chest pain. _ I said"],
    },
    now: {
      words: "now since today tonight again already",
      told: ["No headache or chest pain _", "No leg swelling, hives or chest pain _", "_ chest pain, no headache"],
      untold: ["No chest pain _", "No chest pain or headache _"],
    },
    fillers: {
      words:
        "tengo tenemos hay ningun ninguna a an any the have has had having feel feeling felt get getting got been experience experienced experiencing notice noticed of signs sign real really current currently more other",
      told: ["no headache, but _ chest pain", "_ chest pain"],
      untold: ["no _ chest pain", "no hives or _ chest pain"],
    },
    or: {
      words: "or nor ni",
      told: ["no leg swelling, hives _ cant breathe", "no hives, leg swelling _ rash, chest pain"],
      untold: ["no hives _ chest pain", "no leg swelling, hives _ chest pain"],
    },
    clauseBreaks: {
      words: "but however though although except yet",
      told: ["no hives _ chest pain", "never before _ chest pain"],
      untold: ["no chest pain _ I never slept like this"],
    },
    continuingWords: {
      words: "it its that thats this and or so because like just",
      told: ["We talked about my whole chest. _ hurts very much"],
      untold: ["It is my healthy one. _ chest of drawers is full"],
    },
  };
  const table = Object.entries(rows).flatMap(([list, row]) =>
    row.words.split(" ").map((word) => ({ list, word, ...row })),
  );

  test("is in the table, and no other", () => {
    const listed = Object.fromEntries(Object.entries(lists).map(([list, words]) => [list, [...words].toSorted()]));
    const known = Object.fromEntries(
      Object.entries(rows).map(([list, row]) => [list, row.words.split(" ").toSorted()]),
    );
    expect(listed).toEqual(known);
  });

  test.each(table)("$list: $word", ({ word, told, untold }) => {
    const withWord = (sentences: readonly string[]) => sentences.map((sentence) => sentence.replace("_", word));
    expect(failing(withWord(told), (text) => signIn(text) === null)).toEqual([]);
    expect(failing(withWord(untold), (text) => signIn(text) !== null)).toEqual([]);
  });
});

describe("decisions §5 what is not current", () => {
  const { notcurrent, signs } = emergencywords;
  const past = notcurrent.phrases.flatMap((phrase) => variantsOf(phrase).map((variant) => ({ phrase, variant })));

  test("counts as many as before", () => {
    expect([past.length, notcurrent.unless.flatMap(variantsOf).length]).toEqual([161, 29]);
  });

  test.each(notcurrent.phrases)("“%s”: past or of somebody else, but for self-harm", (phrase) => {
    const reads = createEmergencyDetector({ ...emergencywords, notcurrent: { phrases: [phrase], unless: [] } });
    for (const variant of variantsOf(phrase)) {
      expect([variant, reads(`${variant} chest pain`)]).toEqual([variant, null]);
      expect([variant, reads(`${variant} suicidal`)?.always]).toEqual([variant, true]);
    }
  });

  test.each(notcurrent.unless)("“%s”: present all the same", (phrase) => {
    const reads = createEmergencyDetector({ signs, misspellings: {}, notcurrent: { ...notcurrent, unless: [phrase] } });
    const texts = variantsOf(phrase).map((variant) => `my mother had chest pain ${variant}`);
    expect(failing(texts, (text) => reads(text) === null)).toEqual([]);
  });
});

describe("decisions §5 each listed spelling", () => {
  const spellings = Object.entries(emergencywords.misspellings).flatMap(([word, each]) =>
    each.map((spelling) => ({ word, spelling })),
  );
  const matcher = createTextMatcher(emergencyPhrases(emergencywords), emergencywords);
  const wordsRead = (text: string) => matcher(text).clauses.flatMap(({ words }) => words);

  test("counts as many as before", () => {
    expect([spellings.length, glue.size, notSplit.size]).toEqual([88, 27, 20]);
  });

  test.each(spellings)("$spelling is read as $word", ({ word, spelling }) => {
    const variants = signPhrases.flatMap(({ phrase }) => variantsOf(phrase));
    const variant = variants.find((each) => each.split(" ").includes(word)) ?? word;
    expect(signIn(variant)).not.toBeNull();
    expect([spelling, signIn(variant.replace(word, spelling))]).toEqual([spelling, signIn(variant)]);
  });

  test.each([...glue].map((word) => ({ word })))("$word, stuck to the word behind it", ({ word }) => {
    expect(wordsRead(`${word}breathless`)).toEqual([word, "breathless"]);
    expect(signIn(`${word}breathless`)).toBe(denialWords.negators.has(word) ? null : "chest_or_breath");
  });

  test.each([...notSplit].map((word) => ({ word })))("$word is one word", ({ word }) => {
    expect(wordsRead(word)).toEqual([word]);
  });
});
