import { parseAst, type Plugin } from "vite";

/** Who calls what one of these functions declares. */
const declaring: Readonly<Record<string, string>> = {
  publicCall: "public",
  optionalPatientCall: "optional",
  patientCall: "patient",
  clinicCall: "clinic",
  staffCall: "staff",
};

/**
 * What only the server, the API document and the tests read of a call. A browser's client trusts the answer, so it doesn't read its schema either; the media
 * type of a file it does.
 */
const unread: ReadonlySet<string> = new Set(["summary", "access", "whyNoRetry", "errors", "params", "query", "ok"]);

/** The contract as a browser needs it: of a call, where to send what; of the rest, what something uses. */
export const leanContract: Plugin = {
  name: "lean-contract",
  enforce: "pre",
  transform: (code, id) => (/\/contract\/[^?]*\.ts$/.test(id) ? leanContractOf(code) : null),
};

/**
 * The source of a file of the contract with its calls as plain objects, of what a browser reads of them. Its other declarations, which only describe, are
 * marked: those that nothing names any more are left out. What a function does when it's called stays as it is.
 */
export function leanContractOf(code: string): string {
  const calls = callsWhenLoaded(parseAst(code, { lang: "ts" }));
  const declared = new Set(calls.filter(({ callee }) => callee.name !== undefined && callee.name in declaring));
  const cuts = [...declared].flatMap((call) => leanCall(code, call));
  const isCut = (at: number) => cuts.some(({ start, end }) => start <= at && at < end);
  const marks = [...new Set(calls.filter((call) => !declared.has(call)).map(({ start }) => start))]
    .filter((start) => !isCut(start))
    .map((start) => ({ start, end: start, text: "/* @__PURE__ */ " }));
  return [...cuts, ...marks]
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}

/** What to replace of a declared call. */
function leanCall(code: string, { start, end, callee, arguments: [route, declaration] }: Call): readonly Edit[] {
  const [method, path] = typeof route?.value === "string" ? route.value.split(" ") : [];
  if (!path || !declaration?.properties) throw new Error(`A call is declared in full: ${code.slice(start, end)}`);
  const properties = declaration.properties.flatMap(({ key, ...rest }) => (key ? [{ ...rest, name: key.name }] : []));
  const needs = properties
    .find(({ name }) => name === "access")
    ?.value.properties?.find(({ key }) => key?.name === "needs");
  const caller = declaring[callee.name ?? ""];
  if (caller === "clinic" && !needs)
    throw new Error(`A call of the practice says what it needs: ${code.slice(start, end)}`);
  const access = [`caller: "${caller}"`, ...(needs ? [code.slice(needs.start, needs.end)] : [])];
  return [
    {
      start,
      end: declaration.start + 1,
      text: `{ method: "${method}", path: "${path}", access: { ${access.join(", ")} },`,
    },
    ...properties
      .filter(({ name, value }) => unread.has(name) && !(name === "ok" && value.type === "Literal"))
      .map((property) => ({
        start: property.start,
        end: property.end + (/^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0),
        text: "",
      })),
    { start: declaration.end, end, text: "" },
  ];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Expression extends Node {
  /** Of a literal. */
  readonly value?: unknown;
  /** Of an object. */
  readonly properties?: readonly Property[];
}
interface Call extends Node {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly Expression[];
}
interface Property extends Node {
  /** A spread has none. */
  readonly key?: { readonly name: string };
  readonly value: Expression;
}

/** Every call at or below a node that runs when the file is loaded. */
function callsWhenLoaded(node: unknown): readonly Call[] {
  if (typeof node !== "object" || node === null || isFunction(node)) return [];
  const inside = Object.values(node).flatMap(callsWhenLoaded);
  return isCall(node) ? [node, ...inside] : inside;
}

const isCall = (node: object): node is Call => "type" in node && /^(?:Call|New)Expression$/.test(String(node.type));
const isFunction = (node: object): boolean => "type" in node && /Function/.test(String(node.type));
