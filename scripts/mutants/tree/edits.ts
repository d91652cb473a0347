/** The small faults a tired person makes at one node of a source. */
import { type Edit, mask, sqlEdits } from "./sql-edits.ts";
import type { Node, Place } from "./syntax.ts";

type EditsOf = (place: Place, source: Source) => readonly Edit[];

export interface Source {
  readonly text: string;
  /** Word → another of the closed list it is in. */
  readonly closedLists: ReadonlyMap<string, string>;
}

const operators: Readonly<Record<string, readonly [other: string, kind: string]>> = {
  "<": ["<=", "comparison shifted"],
  "<=": ["<", "comparison shifted"],
  ">": [">=", "comparison shifted"],
  ">=": [">", "comparison shifted"],
  "===": ["!==", "comparison negated"],
  "!==": ["===", "comparison negated"],
  "+": ["-", "sum turned"],
  "-": ["+", "sum turned"],
  "*": ["/", "sum turned"],
};

/** Words of Kysely’s calls that stand for an operator or an order. */
const queryWords: Readonly<Record<string, string>> = {
  ...{ "=": "!=", "!=": "=", "<>": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ is: "is not", "is not": "is", in: "not in", "not in": "in", asc: "desc", desc: "asc" },
};

const otherMethods: Readonly<Record<string, string>> = {
  ...{ some: "every", every: "some", min: "max", max: "min", floor: "ceil", ceil: "floor", round: "floor" },
  ...{ find: "findLast", startsWith: "includes", innerJoin: "leftJoin" },
};
/** Whoever is looked for by an id is the first and the last with it. */
const isById = /^\((?:\{ id \}|(\w+))\) => (?:id|\1\.id) === [\w.]+$/;
/** Steps of a chain that narrow or order what the ones before give. */
const narrowing =
  /^(?:filter|toSorted|sort|toReversed|slice|trim|toLowerCase|where|whereRef|having|orderBy|limit|distinct|on|onRef|optional|nullable)$/;

const child = (node: Node, field: string) => node[field] as Node;
const isSimple = ({ type }: Node) => /^(?:Identifier|MemberExpression)$/.test(type);
const replace = ({ start, end }: Node, text: string, kind: string): Edit => ({ start, end, text, kind });
const textOf = ({ text }: Source, { start, end }: Node) => text.slice(start, end);

const editsOf: Readonly<Record<string, EditsOf>> = {
  BinaryExpression({ node }, { text }) {
    const operator = String(node["operator"]);
    const other = operators[operator];
    const [left, right] = [child(node, "left"), child(node, "right")];
    const isText = [left, right].some(({ type, value }) => type === "TemplateLiteral" || typeof value === "string");
    if (!other || (isText && operator === "+")) return [];
    const start = text.indexOf(operator, left.end);
    return [{ start, end: start + operator.length, text: other[0], kind: other[1] }];
  },
  LogicalExpression({ node }, source) {
    const [left, right] = [child(node, "left"), child(node, "right")];
    const operator = String(node["operator"]);
    const kind = operator === "??" ? "?? dropped" : "condition dropped";
    const parts = [replace(node, textOf(source, left), kind), replace(node, textOf(source, right), kind)];
    if (operator === "??") return parts;
    const start = source.text.indexOf(operator, left.end);
    return [...parts, { start, end: start + 2, text: operator === "&&" ? "||" : "&&", kind: "&&, || exchanged" }];
  },
  ConditionalExpression: ({ node }, source) => {
    const test = child(node, "test");
    return [replace(test, `!(${textOf(source, test)})`, "condition negated")];
  },
  IfStatement: ({ node }) => ["false", "true"].map((value) => replace(child(node, "test"), value, "condition dropped")),
  WhileStatement: ({ node }) => [replace(child(node, "test"), "false", "condition dropped")],
  UnaryExpression: ({ node }, source) =>
    node["operator"] === "!" ? [replace(node, textOf(source, child(node, "argument")), "condition negated")] : [],
  // Where it is a statement, the linter refuses a promise that nobody waits for.
  AwaitExpression: ({ node, parent }, source) =>
    parent?.node.type === "ExpressionStatement"
      ? []
      : [replace(node, textOf(source, child(node, "argument")), "await dropped")],
  ExpressionStatement({ node }) {
    const whole = child(node, "expression");
    const call = whole.type === "AwaitExpression" ? child(whole, "argument") : whole;
    return call.type === "CallExpression" && child(call, "callee").type !== "Super"
      ? [replace(whole, "undefined", "call dropped")]
      : [];
  },
  CallExpression: (place, source) => [...methodEdits(place, source), ...swappedArguments(place.node, source)],
  Literal: literalEdits,
  ArrayExpression: ({ node }, { text }) =>
    withoutEach(node["elements"] as (Node | null)[], text, "element dropped").filter(
      (_, index) => typeof (node["elements"] as (Node | null)[])[index]?.["value"] === "string",
    ),
  ObjectExpression: objectEdits,
  TaggedTemplateExpression({ node }, { text, closedLists }) {
    if (!/^sql\b/.test(text.slice(child(node, "tag").start))) return [];
    const { start, end, expressions } = child(node, "quasi") as Node & { expressions: Node[] };
    const filled = expressions.map((each) => ({ start: each.start - start - 2, end: each.end - start + 1 }));
    return sqlEdits(mask(text.slice(start, end), filled), closedLists).map((edit) => ({
      ...edit,
      ...{ start: edit.start + start, end: edit.end + start },
    }));
  },
};

/** The edits at a node; none where it isn't of a kind that has some. */
export const editsAt = (place: Place, source: Source): readonly Edit[] =>
  editsOf[place.node.type]?.(place, source) ?? [];

function methodEdits(place: Place, source: Source): Edit[] {
  const { node } = place;
  const callee = child(node, "callee");
  if (callee.type !== "MemberExpression" || callee["computed"] === true) return [];
  const property = child(callee, "property");
  const name = String(property["name"]);
  const other = Object.hasOwn(otherMethods, name) ? otherMethods[name] : undefined;
  const [given] = node["arguments"] as Node[];
  const isEquivalent = name === "find" && given !== undefined && isById.test(textOf(source, given));
  return [
    ...(other === undefined || isEquivalent ? [] : [replace(property, other, `${name}() exchanged`)]),
    ...(narrowing.test(name) && !isLimitOfFirst(place)
      ? [replace(node, textOf(source, child(callee, "object")), `${name}() dropped`)]
      : []),
  ];
}

/** `.limit(1).executeTakeFirst()`: without it, or with two, the same row is the first; it only costs time. */
function isLimitOfFirst({ node, parent }: Place): boolean {
  const callee = node["callee"] as Node | undefined;
  const [most] = (node["arguments"] ?? []) as Node[];
  const next = parent?.node.type === "MemberExpression" ? child(parent.node, "property") : undefined;
  return (
    (callee?.["property"] as Node | undefined)?.["name"] === "limit" &&
    most?.["value"] === 1 &&
    /^executeTakeFirst/.test(String(next?.["name"]))
  );
}

function swappedArguments(node: Node, source: Source): Edit[] {
  const all = node["arguments"] as Node[];
  // Of two numbers the larger is the larger, and a percentage of cents is their product.
  if (/^(?:Math\.(?:min|max)|percentOf|basisPointsOf)$/.test(textOf(source, child(node, "callee")))) return [];
  return all.flatMap((one, index) => {
    const other = all[index + 1];
    if (!other || !isSimple(one) || !isSimple(other) || textOf(source, one) === textOf(source, other)) return [];
    const text = `${textOf(source, other)}, ${textOf(source, one)}`;
    return [{ start: one.start, end: other.end, text, kind: "arguments swapped" }];
  });
}

function literalEdits({ node, field, parent }: Place, { closedLists }: Source): Edit[] {
  const { value } = node;
  if (field === "key" || parent?.node["directive"] !== undefined || parent?.node.type === "JSXAttribute") return [];
  if (typeof value === "number")
    return [...(parent && isLimitOfFirst(parent) ? [] : [value + 1]), ...(value > 0 ? [value - 1] : [])].map((other) =>
      replace(node, String(other), "constant changed"),
    );
  if (typeof value === "boolean") return [replace(node, String(!value), "constant changed")];
  if (typeof value !== "string" || parent?.node.type === "ArrayExpression") return [];
  const word = field === "arguments" && Object.hasOwn(queryWords, value) ? queryWords[value] : closedLists.get(value);
  return word === undefined || word === value ? [] : [replace(node, JSON.stringify(word), "value exchanged")];
}

/** A field left out of what a call is given, and two neighbours that have each other's value. */
function objectEdits({ node, field }: Place, source: Source): Edit[] {
  const properties = node["properties"] as Node[];
  const swapped = properties.flatMap((one, index) => {
    const other = properties[index + 1];
    if (!other || !isField(one) || !isField(other) || valueOf(one, source) === valueOf(other, source)) return [];
    const text = `${keyOf(one, source)}: ${valueOf(other, source)}, ${keyOf(other, source)}: ${valueOf(one, source)}`;
    return [{ start: one.start, end: other.end, text, kind: "fields swapped" }];
  });
  return [...swapped, ...(field === "arguments" ? withoutEach(properties, source.text, "field dropped") : [])];
}

const isField = (node: Node) => node.type === "Property" && node["computed"] !== true && isSimple(child(node, "value"));
const keyOf = (node: Node, source: Source) => textOf(source, child(node, "key"));
const valueOf = (node: Node, source: Source) => textOf(source, child(node, "value"));

function withoutEach(all: readonly (Node | null)[], text: string, kind: string): Edit[] {
  return all.map((one) => {
    if (!one) return { start: 0, end: 0, text: "", kind };
    const comma = /^\s*,/.exec(text.slice(one.end))?.[0].length ?? 0;
    return { start: one.start, end: one.end + comma, text: "", kind };
  });
}
