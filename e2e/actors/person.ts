import { randomUUID } from "node:crypto";

/** Somebody invented, with an e-mail nobody else has. */
export interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly password: string;
}

export const newPerson = (firstname: string, lastname: string): Person => ({
  firstname,
  lastname,
  email: `${firstname}.${randomUUID()}@example.com`.toLowerCase(),
  password: "marigold at noon",
});
