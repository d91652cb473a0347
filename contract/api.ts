import { auth } from "./auth.ts";
import type { Endpoint } from "./endpoint.ts";
import { onboarding } from "./onboarding.ts";
import { payment } from "./payment.ts";
import { store } from "./store.ts";

/** Every call of the product, by room. The server, the browser client and the OpenAPI document derive from this. */
export const api = { auth, onboarding, store, payment } as const;

export type Room = keyof typeof api;
export type CallName<R extends Room> = keyof (typeof api)[R] & string;

/** Every call once, in the order of the rooms. */
export function* everyCall(): Iterable<{ readonly room: Room; readonly name: string; readonly call: Endpoint }> {
  for (const room of Object.keys(api) as Room[]) {
    const calls: Readonly<Record<string, Endpoint>> = api[room];
    for (const [name, call] of Object.entries(calls)) yield { room, name, call };
  }
}
