import { createHmac } from "node:crypto";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";

/*
 * Records are compared by keyed digests of what is in them: equal things have equal digests, and without the key nobody can try a birthday or four digits
 * in a copy of the database. What is hashed is folded first, so that José and JOSE, 12 Elm St. and 12 Elm Street are alike.
 */

/** What two records may have in common. `number` is the last four digits of the SSN. */
export const comparedKinds = ["birthday", "number", "first_name", "last_name", "phone", "address", "card"] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** Two of birthday, number and first name: whom a record is compared with has at least one of these in common with it. */
const pairedKinds = {
  birthday_number: ["birthday", "number"],
  birthday_first_name: ["birthday", "first_name"],
  number_first_name: ["number", "first_name"],
} as const satisfies Record<string, readonly [ComparedKind, ComparedKind]>;
export const lookupKinds = Object.keys(pairedKinds) as (keyof typeof pairedKinds)[];

/** Of what one record has. */
export interface ComparedPerson {
  /** `YYYY-MM-DD`. */
  readonly birthday: string;
  /** Four digits. */
  readonly number: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Ten digits each. */
  readonly phones: readonly string[];
  readonly addresses: readonly {
    readonly address1: string;
    readonly address2: string | null;
    readonly zipcode: string;
  }[];
  /** The gateway's fingerprints. */
  readonly cards: readonly string[];
}

export interface PersonDigest {
  readonly kind: ComparedKind | (typeof lookupKinds)[number] | "version";
  /** In hexadecimal digits. */
  readonly digest: string;
}

const hashBytes = 16;

/** How digests are made. With another number, or another key, all are made anew. */
const digestVersion = 1;

/** What the parts of a street's name are written as. */
const streetWords: Readonly<Record<string, string>> = {
  ...{ street: "st", avenue: "ave", av: "ave", boulevard: "blvd", road: "rd", drive: "dr", lane: "ln", court: "ct" },
  ...{ place: "pl", terrace: "ter", parkway: "pkwy", highway: "hwy", circle: "cir", square: "sq", trail: "trl" },
  ...{
    north: "n",
    south: "s",
    east: "e",
    west: "w",
    northeast: "ne",
    northwest: "nw",
    southeast: "se",
    southwest: "sw",
  },
};
/** Said of a unit by one and left out by another. */
const unitWords = new Set(["apt", "apartment", "unit", "suite", "ste", "no", "none", "floor", "fl"]);

function foldedAddress({ address1, address2, zipcode }: ComparedPerson["addresses"][number]): string {
  const words = foldedWords(`${address1} ${address2 ?? ""}`).filter((word) => !unitWords.has(word));
  return [...words.map((word) => streetWords[word] ?? word), zipcode.slice(0, 5)].join(" ");
}

/** What is compared of a record, folded; a name of which nothing is left compares with none. */
function comparedTexts(person: ComparedPerson): readonly (readonly [ComparedKind, string])[] {
  const several = (kind: ComparedKind, texts: readonly string[]) => texts.map((text) => [kind, text] as const);
  return [
    ["birthday", person.birthday],
    ["number", person.number],
    ...several("first_name", foldedWords(person.firstname).slice(0, 1)),
    // Of a double name each part: one may be the name before or after a marriage.
    ...several("last_name", foldedWords(person.lastname)),
    ...several("phone", person.phones),
    ...several("address", person.addresses.map(foldedAddress)),
    ...several("card", person.cards),
  ];
}

function hashWith(secrets: Secrets) {
  const key = secrets.derive("same person");
  return (kind: PersonDigest["kind"], text: string): PersonDigest => {
    const digest = createHmac("sha256", key).update(`${kind}:${text}`).digest().subarray(0, hashBytes).toString("hex");
    return { kind, digest };
  };
}

/** Stands among the digests of a record whose digests are of this version and key. */
export const versionDigest = (secrets: Secrets): string => hashWith(secrets)("version", String(digestVersion)).digest;

/** The digests of a record, each once. */
export function personDigests(secrets: Secrets, person: ComparedPerson): PersonDigest[] {
  const hash = hashWith(secrets);
  const texts = comparedTexts(person);
  const textOf = (kind: ComparedKind) => texts.find(([each]) => each === kind)?.[1];
  const lookups = lookupKinds.flatMap((kind) => {
    const [one, other] = pairedKinds[kind].map(textOf);
    return one === undefined || other === undefined ? [] : [hash(kind, `${one} ${other}`)];
  });
  const all = [...texts.map(([kind, text]) => hash(kind, text)), ...lookups, hash("version", String(digestVersion))];
  return [...new Map(all.map((each) => [each.digest, each])).values()];
}
