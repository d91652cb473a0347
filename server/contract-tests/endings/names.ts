import type { Reasons } from "./ending.ts";

/** Names with spaces between them, sorted. */
export const namesIn = (names: string): string[] => names.split(/\s+/).filter(Boolean).toSorted();

/** The names of tables and lists that have a reason. */
export const reasonNames = (reasons: Reasons): string[] => namesIn(Object.keys(reasons).join(" "));

/** Whether a credential has a reason, by itself or as one of those that begin alike: “this session” is all of that session. */
export const isNamed = (reasons: Reasons, credential: string): boolean =>
  Object.keys(reasons)
    .flatMap((names) => names.split("; "))
    .some((name) => credential === name || credential.startsWith(`${name}: `));
