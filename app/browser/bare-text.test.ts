import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAst } from "vite";

const root = join(import.meta.dirname, "../..");

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** What an expression may come to. */
function outcomesOf(node: Node): readonly Node[] {
  if (node.type === "ConditionalExpression")
    return [node["consequent"], node["alternate"]].flatMap((each) => outcomesOf(each as Node));
  if (node.type === "LogicalExpression")
    return [node["left"], node["right"]].flatMap((each) => outcomesOf(each as Node));
  if (node.type === "ParenthesizedExpression") return outcomesOf(node["expression"] as Node);
  return [node];
}

/** Whether it is text for sure: written as such, or the name of a constant that may be. */
const isText = (node: Node, constants: ReadonlyMap<string, Node>): boolean => {
  if (node.type === "TemplateLiteral") return true;
  if (node.type === "Literal") return typeof node["value"] === "string" && node["value"] !== "";
  const value = node.type === "Identifier" ? constants.get(node["name"] as string) : undefined;
  return value !== undefined && outcomesOf(value).some((each) => isText(each, new Map()));
};

/** The names of the components in a source that return text alone, which the JSX runtime can't see. */
function componentsOfTextAlone(code: string): string[] {
  const found: string[] = [];
  /** `within` names the function around the node, `given` the constant that a function is the value of. */
  const visit = (node: Node, within: string, given: string, constants: Map<string, Node>): void => {
    const isFunction = /Function(?:Declaration|Expression)$/.test(node.type);
    const own = isFunction ? ((node["id"] as { name?: string } | null)?.name ?? given) : within;
    const known = isFunction ? new Map<string, Node>() : constants;
    const declared = node.type === "VariableDeclarator" ? ((node["id"] as { name?: string }).name ?? "") : "";
    if (declared && isNode(node["init"])) known.set(declared, node["init"]);
    const returned = { ReturnStatement: "argument", ArrowFunctionExpression: "body" }[node.type];
    const result = returned && node[returned];
    if (/^[A-Z]/.test(own) && isNode(result) && outcomesOf(result).some((each) => isText(each, known))) found.push(own);
    for (const part of partsOf(node)) visit(part, own, part === node["init"] ? declared : "", known);
  };
  visit(parseAst(code, { lang: "tsx" }) as unknown as Node, "", "", new Map());
  return found;
}

test.each([
  ["a text", 'function A() { return "text"; }'],
  ["a template", "const A = ({ n }) => `${n} days`;"],
  ["one of two", 'export function A({ b }) { return b ? <b /> : "text"; }'],
  ["a constant", 'function A() { const name = b ? "one" : "two"; return b ? <a>{name}</a> : name; }'],
])("%s returned by a component is found", (_what, code) => {
  expect(componentsOfTextAlone(code)).toEqual(["A"]);
});

test.each([
  ["an element", "function A() { return <>text</>; }"],
  ["a helper", 'const a = () => "text";'],
  ["a function within", 'function A() { const nameOf = () => "text"; return <b>{nameOf()}</b>; }'],
  ["a handler", 'const A = () => <B on={() => "text"} />;'],
  ["a table", 'const A = tableOf(() => "text");'],
])("%s is not", (_what, code) => {
  expect(componentsOfTextAlone(code)).toEqual([]);
});

test("no component returns text alone: a browser that translates would take it from React", () => {
  const files = globSync("{app,clinic}/**/*.tsx", { cwd: root }).filter((file) => !file.endsWith(".test.tsx"));
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    componentsOfTextAlone(readFileSync(join(root, file), "utf8")).map((name) => `${name} in ${file}`),
  );
  expect(found).toEqual([]);
});
