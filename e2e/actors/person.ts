import { randomBytes, randomInt } from "node:crypto";

/** An invented person with a unique email. */
export interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly password: string;
  /** Two with one name, birthday and number would be one person. */
  readonly ssn: string;
  /** `YYYY-MM-DD`, of single digits, because tests type it key by key. */
  readonly birthday: string;
}

export const newPerson = (firstname: string, lastname: string): Person => ({
  firstname,
  lastname,
  // Short, because tests type it key by key.
  email: `${firstname}.${randomBytes(5).toString("hex")}@example.com`.toLowerCase(),
  password: "marigold at noon",
  ssn: `123-45-${String(randomInt(1000, 10_000))}`,
  birthday: `${String(randomInt(1968, 1980))}-0${String(randomInt(1, 10))}-0${String(randomInt(1, 10))}`,
});

/**
 * The person whose identity nothing proves but photos: of such a one the first name, the birthday and an address are enough to be taken for somebody
 * else. `month` of birth is one that no other test gives.
 */
export const unproved = (person: Person, month: 1 | 2 | 3): Person => ({
  ...person,
  birthday: `1967-0${String(month)}${person.birthday.slice(7)}`,
});
