/** Words of which a type allows a few: another one of the same list stands for each. */
import { parseSync } from "vite";
import { isNode, type Node } from "./syntax.ts";

/** Word → the next one of the list it is in, by the union types and literal arrays of the sources given, nearest first. */
export function closedListsOf(sources: readonly (readonly [file: string, text: string])[]): Map<string, string> {
  const next = new Map<string, string>();
  for (const [file, text] of sources)
    collect(parseSync(file, text).program as unknown as Node, (words) => {
      for (const [index, word] of words.entries())
        if (!next.has(word)) next.set(word, words[(index + 1) % words.length] ?? word);
    });
  return next;
}

function collect(node: Node, found: (words: readonly string[]) => void): void {
  const members = node.type === "TSUnionType" ? node["types"] : node.type === "ArrayExpression" ? node["elements"] : [];
  const words = (members as (Node | null)[]).flatMap((each) => wordOf(each) ?? []);
  if (words.length > 1) found(words);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) collect(child, found);
}

/** `"word"`, as a type or a value. */
function wordOf(node: Node | null): string | null {
  const value = (node?.["literal"] as Node | undefined)?.["value"] ?? node?.["value"];
  return typeof value === "string" && /^\w+$/.test(value) ? value : null;
}
