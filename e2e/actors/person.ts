import { randomBytes } from "node:crypto";

/** An invented person with a unique email. */
export interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly password: string;
}

export const newPerson = (firstname: string, lastname: string): Person => ({
  firstname,
  lastname,
  // Short, because tests type it key by key.
  email: `${firstname}.${randomBytes(5).toString("hex")}@example.com`.toLowerCase(),
  password: "marigold at noon",
});
