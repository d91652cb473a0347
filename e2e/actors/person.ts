import { randomBytes, randomInt } from "node:crypto";

/** An invented person with a unique email. */
export interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly password: string;
  /** Of the social security number the patient enters: of two with one name and birthday, one number would make one person. */
  readonly ssn: string;
}

export const newPerson = (firstname: string, lastname: string): Person => ({
  firstname,
  lastname,
  // Short, because tests type it key by key.
  email: `${firstname}.${randomBytes(5).toString("hex")}@example.com`.toLowerCase(),
  password: "marigold at noon",
  ssn: `123-45-${String(randomInt(1000, 10_000))}`,
});
