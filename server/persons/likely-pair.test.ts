import { describe, expect, test } from "vitest";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { isLikelyPair } from "./likely-pair.ts";
import { type ComparedKind, comparedKinds, lookupKinds, personDigests } from "./person-digests.ts";
import { type GeneratedRecord, generatedPeople, personOf, seededRandom } from "./testing/people.ts";

const secrets = createSecrets("a key for tests that is long enough to be one");

/** Compares all records as the database does: whoever shares a lookup, by all that agrees. */
function pairsAmong(records: readonly GeneratedRecord[]): Set<string> {
  const digests = records.map((record) => personDigests(secrets, record));
  const holders = new Map<string, number[]>();
  for (const [index, own] of digests.entries())
    for (const { kind, digest } of own)
      if ((lookupKinds as readonly string[]).includes(kind))
        holders.set(digest, [...(holders.get(digest) ?? []), index]);
  const found = new Set<string>();
  for (const indexes of holders.values())
    for (const one of indexes)
      for (const other of indexes) {
        if (one >= other) continue;
        const known = new Set(digests[other]?.map(({ digest }) => digest));
        const common = digests[one]?.filter(({ digest }) => known.has(digest)).map(({ kind }) => kind) ?? [];
        const agrees = new Set(comparedKinds.filter((kind) => (common as readonly string[]).includes(kind)));
        const bothProved = Boolean(records[one]?.proved && records[other]?.proved);
        if (isLikelyPair({ agrees, bothProved })) found.add(`${String(one)} ${String(other)}`);
      }
  return found;
}

const agreeing = (records: readonly [GeneratedRecord, GeneratedRecord]): boolean => pairsAmong(records).size > 0;

describe("decisions §19 right person: which two records are likely of one person", () => {
  test.each([1, 2])("of 2,000 people, 40 with a second account and 60 with a look-alike (seed %d)", (seed) => {
    const { truePairs, falsePairs, records } = generatedPeople(seed);
    const found = pairsAmong(records);
    const isFound = ({ one, other }: (typeof truePairs)[number]) =>
      found.has(`${String(records.indexOf(one))} ${String(records.indexOf(other))}`);
    const missed = truePairs.filter((pair) => !isFound(pair)).map(({ kind }) => kind);
    const wrong = falsePairs.filter(isFound).map(({ kind }) => kind);
    const accidental = found.size - (truePairs.length - missed.length) - wrong.length;
    console.info(
      `seed ${String(seed)}: ${String(truePairs.length - missed.length)} of 40 found, ${String(wrong.length)} of 60 look-alikes and ${String(accidental)} others taken for one`,
    );
    expect(wrong).toEqual([]);
    expect(accidental).toBe(0);
    // What nothing but a photo tells isn't found.
    expect(new Set(missed)).toEqual(new Set(["a slip in the number, and all else is new"]));
  });

  const person = { ...personOf(seededRandom(7)), proved: true };

  test("birthday and number make a pair with any third thing, and without one none", () => {
    const likely = (...agrees: ComparedKind[]) => isLikelyPair({ agrees: new Set(agrees), bothProved: true });
    expect(likely("birthday", "number")).toBe(false);
    for (const kind of comparedKinds)
      expect([kind, likely("birthday", "number", kind)]).toEqual([kind, kind !== "birthday" && kind !== "number"]);
  });

  test("where one number or birthday may be a slip, the first name and something that reaches the person make a pair", () => {
    for (const sure of ["birthday", "number"] as const)
      for (const bothProved of [true, false])
        for (const kind of comparedKinds) {
          const agrees = new Set<ComparedKind>([sure, "first_name", kind]);
          const isPair = isLikelyPair({ agrees, bothProved });
          const reachable = ["phone", "address", "card"].includes(kind);
          const both = sure === "birthday" ? kind === "number" : kind === "birthday";
          expect([sure, kind, bothProved, isPair]).toEqual([
            sure,
            kind,
            bothProved,
            both || (reachable && !bothProved),
          ]);
        }
  });

  test("whatever else agrees, two people whom the identity service told apart make none", () => {
    for (const differs of ["birthday", "number"]) {
      const agrees = new Set(comparedKinds.filter((kind) => kind !== differs));
      expect(isLikelyPair({ agrees, bothProved: true })).toBe(false);
    }
  });

  test.each<[string, Partial<GeneratedRecord>]>([
    ["accents, case and spaces", { firstname: ` ${person.firstname.toUpperCase()}  ` }],
    ["a second first name", { firstname: `${person.firstname} Ann` }],
    [
      "neither name alike, one phone of two",
      { firstname: "Q", lastname: "X", phones: ["0000000000", ...person.phones] },
    ],
  ])("%s", (_, change) => {
    expect(agreeing([person, { ...person, ...change }])).toBe(true);
  });

  test("a record without a name is found by what else it has, and nothing agrees because both lack it", () => {
    const empty = { ...person, firstname: "", lastname: "’", phones: [], addresses: [], cards: [] };
    expect(agreeing([empty, { ...empty }])).toBe(false);
    expect(agreeing([{ ...empty, phones: person.phones }, person])).toBe(true);
  });
});

describe("what records are compared by", () => {
  test("a digest is of its kind and of the key: four digits in a phone are no number, and another key makes other ones", () => {
    const own = personDigests(secrets, {
      ...personOf(seededRandom(1)),
      number: "1234",
      cards: ["1234"],
      lastname: "1234",
    });
    const digests = own.map(({ digest }) => digest);
    expect(new Set(digests).size).toBe(digests.length);
    const others = personDigests(
      createSecrets("another key that is long enough to be one, too"),
      personOf(seededRandom(1)),
    );
    expect(others.filter(({ digest }) => digests.includes(digest))).toEqual([]);
  });
});
