/** Faults that a person chose and wrote down, to be tried like the others: what somebody tired would commit, which no list of edits makes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { type Mutant, mutantAt } from "./tree/mutants.ts";

const Chosen = z.array(z.object({ file: z.string(), find: z.string(), replace: z.string(), kind: z.string() }));

/**
 * The faults of a JSON file: `[{ "file": "server/…", "find": "…", "replace": "…", "kind": "two of something" }]`, where `find` is in its file once.
 * Throws for one that isn't, and for one with no expression around it, which can't be turned on and off.
 */
export function chosenMutants(root: string, path: string): Mutant[] {
  return z.parse(Chosen, JSON.parse(readFileSync(path, "utf8"))).map(({ file, find, replace, kind }) => {
    const text = readFileSync(join(root, file), "utf8");
    const [before = "", ...others] = text.split(find);
    if (others.length !== 1) throw new Error(`${file} has this ${others.length} times: ${find}`);
    const mutant = mutantAt(file, text, { kind, ...narrowed(before.length, find, replace) });
    if (!mutant) throw new Error(`${file}: no expression is around this: ${find}`);
    return mutant;
  });
}

/** What differs, without what is the same before and after it. A statement that is left out leaves its expression's place to `undefined`. */
function narrowed(at: number, find: string, replace: string): { start: number; end: number; text: string } {
  const statement = /^(\s*)([^;]+);\s*$/.exec(find);
  if (statement && replace.trim() === "") {
    const [, space = "", expression = ""] = statement;
    return { start: at + space.length, end: at + space.length + expression.length, text: "undefined" };
  }
  let [from, tail] = [0, 0];
  const shorter = Math.min(find.length, replace.length);
  while (from < shorter && find[from] === replace[from]) from++;
  while (tail < shorter - from && find.at(-1 - tail) === replace.at(-1 - tail)) tail++;
  return { start: at + from, end: at + find.length - tail, text: replace.slice(from, replace.length - tail) };
}
