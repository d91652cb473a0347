import { parseAst, type Plugin } from "vite";

/**
 * What only the server, the API document and the tests read of a call. A browser's client trusts the answer, so it doesn't read its schema either; the media
 * type of a file it does.
 */
const unread: ReadonlySet<string> = new Set([
  "summary",
  "whyNoRetry",
  "errors",
  "fieldScopes",
  "params",
  "query",
  "ok",
]);

/** The contract as a browser needs it: of a call, where to send what; of the rest, what something uses. */
export const leanContract: Plugin = {
  name: "lean-contract",
  enforce: "pre",
  transform: (code, id) => (/\/contract\/[^?]*\.ts$/.test(id) ? leanContractOf(code) : null),
};

/**
 * The source of a file of the contract without what no browser reads of its calls. Its declarations, which only describe, are marked: those that nothing
 * names any more are left out. What a function does when it's called stays as it is.
 */
export function leanContractOf(code: string): string {
  const calls = declaringCalls(parseAst(code, { lang: "ts" }));
  const parts = calls
    .flatMap(({ callee, arguments: [call] }) => (callee.name === "endpoint" ? (call?.properties ?? []) : []))
    .filter(({ key, value }) => key && unread.has(key.name) && !(key.name === "ok" && value?.type === "Literal"));
  const isCut = (at: number) => parts.some(({ start, end }) => start <= at && at < end);
  const edits = [
    ...parts.map(({ start, end }) => ({
      start,
      end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0),
      text: "",
    })),
    ...[...new Set(calls.map(({ start }) => start))]
      .filter((start) => !isCut(start))
      .map((start) => ({ start, end: start, text: "/* @__PURE__ */ " })),
  ];
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Call extends Node {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly { readonly properties?: readonly Property[] }[];
}
interface Property extends Node {
  /** A spread has none. */
  readonly key?: { readonly name: string };
  readonly value?: Node;
}

/** Every call at or below a node that runs when the file is loaded. */
function declaringCalls(node: unknown): readonly Call[] {
  if (typeof node !== "object" || node === null || isFunction(node)) return [];
  const inside = Object.values(node).flatMap(declaringCalls);
  return isCall(node) ? [node, ...inside] : inside;
}

const isCall = (node: object): node is Call => "type" in node && node.type === "CallExpression";
const isFunction = (node: object): boolean => "type" in node && /Function/.test(String(node.type));
