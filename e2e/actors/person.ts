import { randomBytes, randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

export function newPerson(firstname: string, lastname: string): Person {
  const nth = takeBirthday();
  const [year, month, day] = [1968 + Math.floor(nth / 81), 1 + (Math.floor(nth / 9) % 9), 1 + (nth % 9)];
  return {
    firstname,
    lastname,
    // Short, because tests type it key by key.
    email: `${firstname}.${randomBytes(5).toString("hex")}@example.com`.toLowerCase(),
    password: "marigold at noon",
    ssn: `123-45-${String(1000 + nth)}`,
    birthday: `${String(year)}-0${String(month)}-0${String(day)}`,
  };
}

/** Twelve years of nine months of nine days. */
const birthdays = 12 * 81;
/** The processes of one run share the folder; the next run empties it. */
const taken = join(import.meta.dirname, "../../.cache/e2e", `birthdays-${String(process.ppid)}`);

/**
 * A birthday that nobody else of this run has, by its place among all: two people of one first name, birthday and address are held as perhaps one person
 * unless the identity of both is proved.
 */
function takeBirthday(): number {
  mkdirSync(taken, { recursive: true });
  const first = randomInt(birthdays);
  for (let tries = 0; tries < birthdays; tries += 1) {
    const nth = (first + tries) % birthdays;
    try {
      writeFileSync(join(taken, String(nth)), "", { flag: "wx" });
      return nth;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  throw new Error("The tests need more birthdays than there are");
}
