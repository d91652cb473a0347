import { namePattern, isFound, nameSpellings } from "./name-pattern.ts";

const maxValue = 4000;
const maxFollowed = 2000;
const maxObjects = 500_000;

const reference = "(\\d{1,10})[\\0\\s]{1,9}\\d{1,5}[\\0\\s]{1,9}R";
/** Actions triggered by opening the document, a page or a field; followed by a dictionary, or referring to an object's number. */
const automaticAction = new RegExp(
  `/(?:${nameSpellings("OpenAction")}|${nameSpellings("AA")})[\\0\\s]{0,99}(?:${reference}|(?=<<))`,
  "g",
);
/** References from a trigger or an action to another action. */
const chainedAction = new RegExp(`/(?:[OCEXDUKFV]|Fo|Bl|P[OCVI]|W[CSP]|D[SP]|Next)[\\0\\s]{0,99}${reference}`, "g");
const uriName = namePattern("URI");

/** Whether a PDF opens an address by itself; links, which a person clicks, do not count. */
export function opensUriAutomatically(text: string): boolean {
  const pending: string[] = [];
  const numbers = new Set<string>();
  for (const found of text.matchAll(automaticAction)) {
    if (found[1] !== undefined) numbers.add(found[1]);
    else pending.push(dictionaryAt(text, found.index + found[0].length));
    if (pending.length + numbers.size > maxFollowed) return true;
  }
  if (pending.length + numbers.size === 0) return false;
  const objects = objectsOf(text);
  if (objects === undefined) return true;
  // Iterating over a set includes what is added meanwhile.
  for (const number of numbers) for (const at of objects.get(number) ?? []) pending.push(dictionaryAt(text, at));
  for (const value of pending) {
    if (isFound(uriName, value)) return true;
    for (const [, number = ""] of value.matchAll(chainedAction)) {
      if (numbers.has(number)) continue;
      numbers.add(number);
      for (const at of objects.get(number) ?? []) pending.push(dictionaryAt(text, at));
      if (pending.length > maxFollowed) return true;
    }
  }
  return false;
}

/** Where each object's value starts, by its number; undefined for more objects than a real document has. */
function objectsOf(text: string): Map<string, number[]> | undefined {
  const objects = new Map<string, number[]>();
  let count = 0;
  for (const found of text.matchAll(/(?<!\d)(\d{1,10})[\0\s]{1,9}\d{1,5}[\0\s]{1,9}obj[\0\s]{0,99}/g)) {
    const number = found[1] ?? "";
    const offsets = objects.get(number) ?? [];
    offsets.push(found.index + found[0].length);
    objects.set(number, offsets);
    count += 1;
    if (count > maxObjects) return undefined;
  }
  return objects;
}

/** The dictionary that starts here, including nested ones; empty if none does. */
function dictionaryAt(text: string, at: number): string {
  const value = text.slice(at, at + maxValue);
  let depth = 0;
  for (const { 0: bracket, index } of value.matchAll(/<<|>>/g)) {
    if (depth === 0 && (bracket === ">>" || index > 0)) return "";
    depth += bracket === "<<" ? 1 : -1;
    if (depth === 0) return value.slice(0, index);
  }
  return depth > 0 ? value : "";
}
