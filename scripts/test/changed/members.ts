/** The members of exported objects: the calls of the contract and their handlers are declared so, in objects that spread others. */
import { parseSync } from "vite";
import type { Module } from "./import-graph.ts";

/** Where a member is written: its file, and the parts of its text that it consists of, as [from, to]. */
export interface Member {
  readonly file: string;
  readonly name: string;
  readonly ranges: readonly (readonly [number, number])[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** The members of an object that `file` exports, or that a function it exports returns, with those of the objects spread into it. */
export function membersOf(modules: ReadonlyMap<string, Module>, file: string, exported: string): Member[] {
  const text = modules.get(file)?.text;
  const value = text === undefined ? null : declarations(file, text).get(exported)?.value;
  if (!value) return [];
  const { object, before } = returnedObject(value);
  if (!object) return [];
  return (object["properties"] as Node[]).flatMap((property) => {
    if (property.type === "SpreadElement") return spreadMembers(modules, file, property["argument"] as Node);
    const key = property["key"] as Node;
    const name = String(key["name"] ?? key["value"]);
    return [{ file, name, ranges: [...before, [property.start, property.end] as const] }];
  });
}

/** `...others` or `...otherHandlers(given)`. */
function spreadMembers(modules: ReadonlyMap<string, Module>, file: string, argument: Node): Member[] {
  const { name } = (argument.type === "CallExpression" ? argument["callee"] : argument) as { name?: string };
  if (name === undefined) return [];
  const imported = modules.get(file)?.imports.find(({ local }) => local === name);
  return imported ? membersOf(modules, imported.from, imported.name) : membersOf(modules, file, name);
}

/** The object an expression is or a function returns, and what the function has before it. */
function returnedObject(value: Node): { object: Node | null; before: [number, number][] } {
  const inner = unwrapped(value);
  if (inner.type === "ObjectExpression") return { object: inner, before: [] };
  const body = inner["body"] as Node | undefined;
  if (!body) return { object: null, before: [] };
  if (body.type !== "BlockStatement") return returnedObject(body);
  const statements = body["body"] as Node[];
  const argument = statements.find(({ type }) => type === "ReturnStatement")?.["argument"] as Node | undefined;
  const object = argument ? unwrapped(argument) : null;
  if (object?.type !== "ObjectExpression") return { object: null, before: [] };
  return { object, before: [[body.start, argument?.start ?? body.end]] };
}

/** Without `as const`, `satisfies …` and brackets. */
function unwrapped(node: Node): Node {
  return /^(?:TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/.test(node.type)
    ? unwrapped(node["expression"] as Node)
    : node;
}

interface Declaration {
  readonly range: readonly [number, number];
  readonly value: Node | null;
}

const known = new Map<string, Map<string, Declaration>>();

/** What a file declares at its top, by name. */
function declarations(file: string, text: string): Map<string, Declaration> {
  const before = known.get(text);
  if (before) return before;
  const found = new Map<string, Declaration>();
  known.set(text, found);
  for (const statement of parseSync(file, text).program.body as unknown as Node[]) {
    const declared = (statement["declaration"] as Node | null | undefined) ?? statement;
    const range = [statement.start, statement.end] as const;
    const named = declared["id"] as Node | null | undefined;
    if (named) found.set(String(named["name"]), { range, value: declared });
    for (const each of (declared["declarations"] as Node[] | undefined) ?? []) {
      const { name } = each["id"] as { name?: string };
      if (name !== undefined) found.set(name, { range, value: each["init"] as Node | null });
    }
  }
  return found;
}

/** The imported names that parts of a file use, by way of other declarations of the file too. */
export function importsUsedBy(module: Module, { file, ranges }: Member): Module["imports"] {
  const top = declarations(file, module.text);
  const byLocal = Map.groupBy(module.imports, ({ local }) => local);
  const used = new Set<Module["imports"][number]>();
  const seen = new Set<string>();
  const waiting = [...ranges];
  for (const [from, to] of waiting)
    for (const [name] of module.text.slice(from, to).matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const each of byLocal.get(name) ?? []) used.add(each);
      const declaration = top.get(name);
      if (declaration) waiting.push(declaration.range);
    }
  return [...used];
}
