import type { Command } from "#contract/cart/frame.ts";
import { patientCookies } from "#contract/cart/frame-limits.ts";

type FieldsOf<Type> = readonly Exclude<keyof Extract<Command, { type: Type }>, "cart" | "n" | "type">[];

const fields: { readonly [Type in Command["type"]]: FieldsOf<Type> } = {
  cookie: ["name", "value"],
  login: [],
  logout: [],
  "cart-open": ["products"],
  "account-open": [],
  "login-with-redirect": ["redirectTo"],
};

/** Whether this command is sent to the frame. The others are the loader's own. */
export const isCommand = (name: string): name is Command["type"] => Object.hasOwn(fields, name);

/** The command as sent: a copy without other fields, because the page may change its objects before the frame is ready. */
export function toCommand(type: Command["type"], n: number, payload: unknown): Command {
  const given = payload as Record<string, unknown> | null | undefined;
  const command: Record<string, unknown> = { cart: 1, n, type };
  for (const name of fields[type]) command[name] = given?.[name];
  return JSON.parse(JSON.stringify(command)) as Command;
}

export const isPatientCookie = (cookie: string): boolean => (patientCookies as readonly string[]).includes(cookie);

/** The number of the next command: higher than all before it, those of earlier pages too. */
export const nextCommandNumber = (last: number, now: number): number => Math.max(now, last + 1);

/** The commands not yet executed by a frame that has executed all up to `lastCommand`. */
export const commandsAfter = (commands: readonly Command[], lastCommand: number): Command[] =>
  commands.filter(({ n }) => n > lastCommand);
