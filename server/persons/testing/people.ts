import type { ComparedPerson } from "../person-digests.ts";

/** A record as it is compared, and whether the identity service matched its number. */
export interface GeneratedRecord extends ComparedPerson {
  readonly proved: boolean;
}
/** Two records, by what they were made as. */
export interface GeneratedPair {
  readonly kind: string;
  readonly one: GeneratedRecord;
  readonly other: GeneratedRecord;
}

export type Random = () => number;

/** Mulberry32: the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const firstNames =
  "Maria Linda Patricia Susan Deborah Barbara Debra Karen Nancy Donna Cynthia Sandra Pamela Sharon Kathleen Carol Diane Brenda Cheryl Janet Elizabeth Kathy Margaret Janice Carolyn Denise Judy Rebecca Joyce Teresa Christine Catherine Shirley Judith Betty Beverly Lisa Dorothy Anna Theresa José Zoë".split(
    " ",
  );
const lastNames =
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson O’Neill Núñez Łukasik Nguyen".split(
    " ",
  );
const streets = [
  "Elm Street",
  "Oak Avenue",
  "Main Street",
  "Cedar Road",
  "Lake Drive",
  "Hill Lane",
  "North Park Boulevard",
];

const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const digits = (random: Random, count: number): string =>
  String(Math.floor(random() * 10 ** count)).padStart(count, "0");

const addressOf = (random: Random) => ({
  address1: `${String(1 + Math.floor(random() * 400))} ${pick(random, streets)}`,
  address2: random() < 0.3 ? `Apt ${String(1 + Math.floor(random() * 40))}` : null,
  zipcode: digits(random, 5),
});
const birthdayOf = (random: Random): string =>
  new Date(Date.UTC(1958, 0, 1 + Math.floor(random() * 9000))).toISOString().slice(0, 10);

export const personOf = (random: Random): GeneratedRecord => ({
  birthday: birthdayOf(random),
  number: digits(random, 4),
  firstname: pick(random, firstNames),
  lastname: pick(random, lastNames),
  phones: [digits(random, 10)],
  addresses: [addressOf(random)],
  cards: [`fp_${digits(random, 12)}`],
  proved: random() < 0.9,
});

type Change = (person: GeneratedRecord, random: Random) => Partial<GeneratedRecord>;

/** A second account of one person, by what is different in it. */
const samePerson: Readonly<Record<string, Change>> = {
  "everything again": () => ({}),
  "another way to write it": ({ firstname, lastname, addresses }) => ({
    firstname: firstname.toUpperCase(),
    lastname: ` ${lastname.toLowerCase()} `,
    addresses: addresses.map((address) => ({
      ...address,
      address1: address.address1.replace("Street", "St.").replace("Avenue", "AVE").replace("North", "N."),
      zipcode: `${address.zipcode}-1234`,
    })),
  }),
  "moved, another phone and card": (_, random) => ({
    phones: [digits(random, 10)],
    addresses: [addressOf(random)],
    cards: [`fp_${digits(random, 12)}`],
  }),
  "married: another last name and address": (_, random) => ({
    lastname: pick(random, lastNames),
    addresses: [addressOf(random)],
  }),
  "a double last name": ({ lastname }, random) => ({
    lastname: `${lastname}-${pick(random, lastNames)}`,
    phones: [digits(random, 10)],
  }),
  "a short first name": ({ firstname }) => ({ firstname: firstname.slice(0, 3) }),
  "a slip in the number, looked at by a person": (_, random) => ({ number: digits(random, 4), proved: false }),
  "a slip in the birthday, looked at by a person": (_, random) => ({ birthday: birthdayOf(random), proved: false }),
};
/** Which nothing but the photo tells: found by no rule that leaves twins and namesakes alone. */
const hardlyTheSame: Readonly<Record<string, Change>> = {
  "a slip in the number, and all else is new": (_, random) => ({
    ...{ number: digits(random, 4), proved: false, phones: [digits(random, 10)] },
    ...{ addresses: [addressOf(random)], cards: [`fp_${digits(random, 12)}`] },
  }),
};

/** Somebody else, who has a lot in common. */
const lookAlikes: Readonly<Record<string, Change>> = {
  "a twin in one household": ({ firstname }, random) => ({
    firstname: pick(
      random,
      firstNames.filter((name) => name !== firstname),
    ),
    number: digits(random, 4),
  }),
  "mother and daughter of one name at one address": (_, random) => ({
    birthday: birthdayOf(random),
    number: digits(random, 4),
    cards: [`fp_${digits(random, 12)}`],
  }),
  "a couple with one card, phone and address": ({ firstname }, random) => ({
    firstname: pick(
      random,
      firstNames.filter((name) => name !== firstname),
    ),
    birthday: birthdayOf(random),
    number: digits(random, 4),
  }),
  "a namesake born on the same day": (_, random) => ({
    ...{ number: digits(random, 4), phones: [digits(random, 10)] },
    ...{ addresses: [addressOf(random)], cards: [`fp_${digits(random, 12)}`] },
  }),
  "a namesake with the same four digits": (_, random) => ({
    ...{ birthday: birthdayOf(random), phones: [digits(random, 10)] },
    ...{ addresses: [addressOf(random)], cards: [`fp_${digits(random, 12)}`] },
  }),
  "the next tenant, with the same first name": (_, random) => ({
    ...{ birthday: birthdayOf(random), number: digits(random, 4), lastname: pick(random, lastNames) },
    ...{ phones: [digits(random, 10)], cards: [`fp_${digits(random, 12)}`] },
  }),
  "born on one day with the same four digits": ({ firstname, lastname }, random) => ({
    firstname: pick(
      random,
      firstNames.filter((name) => name !== firstname),
    ),
    lastname: pick(
      random,
      lastNames.filter((name) => name !== lastname),
    ),
    ...{ phones: [digits(random, 10)], addresses: [addressOf(random)], cards: [`fp_${digits(random, 12)}`] },
  }),
  "a colleague who pays with one company's card": (_, random) => personOf(random),
};

function made(random: Random, changes: Readonly<Record<string, Change>>, count: number): GeneratedPair[] {
  const kinds = Object.keys(changes);
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? "";
    const one = { ...personOf(random), proved: true };
    const change = changes[kind]?.(one, random) ?? {};
    const cards = kind.startsWith("a colleague") ? one.cards : (change.cards ?? one.cards);
    return { kind, one, other: { ...one, ...change, cards } };
  });
}

/** 2,000 people, of whom 40 have a second account and 60 a look-alike; each pair's records are among `records`. */
export function generatedPeople(seed: number) {
  const random = seededRandom(seed);
  const truePairs = [...made(random, samePerson, 36), ...made(random, hardlyTheSame, 4)];
  const falsePairs = made(random, lookAlikes, 60);
  const paired = [...truePairs, ...falsePairs].flatMap(({ one, other }) => [one, other]);
  const others = Array.from({ length: 2000 - (paired.length - truePairs.length) }, () => personOf(random));
  return { truePairs, falsePairs, records: [...paired, ...others] };
}
