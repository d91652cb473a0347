/** The mutants of a source: the same text with one small fault each, and the text that holds all of them, of which one at a time is on. */
import { createHash } from "node:crypto";
import { closedListsOf } from "./closed-lists.ts";
import { editsAt } from "./edits.ts";
import { type Place, hostOf, parses, walk } from "./syntax.ts";

export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** What stands there instead. */
  readonly text: string;
  /** The expression that is exchanged for one with the fault. */
  readonly host: { readonly start: number; readonly end: number };
  /** The same as long as neither the line nor the kind of fault changes. */
  readonly key: string;
}

/** Every mutant of a source; `shared` are the closed lists of others, which its own come before. */
export function mutantsOf(file: string, text: string, shared: ReadonlyMap<string, string>): Mutant[] {
  const closedLists = new Map([...shared, ...closedListsOf([[file, text]])]);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  walk(file, text, (place) => {
    for (const edit of editsAt(place, { text, closedLists })) {
      const host = edit.end > edit.start ? hostAround(place, edit) : null;
      const mutated = host && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
      if (!host || mutated === null || mutated === text || !parses(file, mutated)) continue;
      const what = identityOf(file, text, edit);
      const nth = seen.get(what) ?? 0;
      seen.set(what, nth + 1);
      found.push({ ...edit, file, line: lineNumber(text, edit), host, key: keyOf(`${what}|${nth}`) });
    }
  });
  return found;
}

type Edit = Pick<Mutant, "kind" | "start" | "end" | "text">;

const identityOf = (file: string, text: string, { kind, start, end, text: other }: Edit): string =>
  `${file}|${kind}|${lineOf(text, start)}|${text.slice(start, end)}|${other}`;
const keyOf = (identity: string): string => hashOf(identity).slice(0, 12);
const lineNumber = (text: string, { start }: Pick<Edit, "start">): number => text.slice(0, start).split("\n").length;

/** The one of an edit that somebody chose; null where no expression is around it, or what comes of it doesn't parse. */
export function mutantAt(file: string, text: string, edit: Edit): Mutant | null {
  let innermost: Place | null = null;
  walk(file, text, (place) => {
    if (place.node.start <= edit.start && edit.end <= place.node.end) innermost = place;
  });
  const host = innermost && hostAround(innermost, edit);
  if (!host || !parses(file, withEdit(text, edit))) return null;
  return { ...edit, file, line: lineNumber(text, edit), host, key: keyOf(`${identityOf(file, text, edit)}|chosen`) };
}

/** The expression around an edit, which may reach beyond the node, as a call dropped from its statement does not. */
function hostAround(place: Place, edit: { readonly start: number; readonly end: number }) {
  const node = childAround(place, edit);
  const host = hostOf(node);
  return host && host.start <= edit.start && edit.end <= host.end ? { start: host.start, end: host.end } : null;
}

/** The test of an `if`, or the expression of a statement: they aren't expressions themselves. */
function childAround(place: Place, { start, end }: { readonly start: number; readonly end: number }): Place {
  for (const field of ["test", "expression"]) {
    const node = place.node[field] as Place["node"] | undefined;
    if (node && typeof node === "object" && node.start <= start && end <= node.end)
      return { node, field, parent: place };
  }
  return place;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const lineOf = (text: string, at: number) =>
  text.slice(text.lastIndexOf("\n", at - 1) + 1, (text.indexOf("\n", at) + 1 || text.length + 1) - 1).trim();

/** The source with one fault. */
export const withFault = (text: string, mutant: Mutant): string => withEdit(text, mutant);

const withEdit = (text: string, { start, end, text: other }: Pick<Mutant, "start" | "end" | "text">): string =>
  text.slice(0, start) + other + text.slice(end);

/**
 * The source with all faults, each on where `isMutant` says its number: `(isMutant(7) ? (other) : (itself))`. No statement is added: tests that read
 * sources, as one that refuses whatever acts when it's loaded does, find what the project has.
 */
export function withAllFaults(text: string, numbered: readonly (readonly [number: number, mutant: Mutant])[]): string {
  const hosts = [...Map.groupBy(numbered, ([, { host }]) => `${host.start}:${host.end}`).values()]
    .flatMap((own) => (own[0] ? [{ ...own[0][1].host, own }] : []))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  return written(text, { start: 0, end: text.length }, hosts);
}

interface Host {
  readonly start: number;
  readonly end: number;
  readonly own: readonly (readonly [number: number, mutant: Mutant])[];
}

/** A part of the source with the choices in it; the outer of two hosts comes first. */
function written(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  hosts: readonly Host[],
): string {
  const inside = hosts.filter((host) => host.start >= start && host.end <= end);
  let result = "";
  let at = start;
  for (const host of inside) {
    if (host.start < at) continue;
    const others = host.own.map(([number, { start: from, end: to, text: other }]) => {
      const whole = text.slice(host.start, from) + other + text.slice(to, host.end);
      return `globalThis.isMutant?.(${number}) ? (${whole}) : `;
    });
    const itself = written(
      text,
      host,
      inside.filter((each) => each !== host),
    );
    result += `${text.slice(at, host.start)}(${others.join("")}(${itself}))`;
    at = host.end;
  }
  return result + text.slice(at, end);
}
