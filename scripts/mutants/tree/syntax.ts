/** A source file's syntax tree: its nodes with the place each is in, and which of them another expression can stand for. */
import { parseSync } from "vite";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A node and the way to it: `field` is the one of the parent that holds it. */
export interface Place {
  readonly node: Node;
  readonly field: string;
  readonly parent: Place | null;
}

export function parses(file: string, text: string): boolean {
  return parseSync(file, text).errors.length === 0;
}

/** Calls `visit` with every node that runs; types don't. */
export function walk(file: string, text: string, visit: (place: Place) => void): void {
  walkFrom({ node: parseSync(file, text).program as unknown as Node, field: "", parent: null }, visit);
}

/** What is written in types, and what only names something. */
const typeFields = /^(?:type|typeAnnotation|returnType|typeParameters|typeArguments|superTypeArguments|implements)$/;
const runsInside = /^TS(?:As|Satisfies|NonNull)Expression$/;

function walkFrom(place: Place, visit: (place: Place) => void): void {
  const { node } = place;
  if (node.type.startsWith("TS") && !runsInside.test(node.type)) return;
  if (/^(?:Import|ExportAll)Declaration$/.test(node.type) || isLogged(node)) return;
  visit(place);
  for (const [field, value] of Object.entries(node)) {
    if (typeFields.test(field)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walkFrom({ node: child, field, parent: place }, visit);
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

/** What is only for the log, and the text of an exception: no test should hold either. */
function isLogged(node: Node): boolean {
  if (node.type === "ThrowStatement") return true;
  if (node.type === "ExpressionStatement") return isLogged(node["expression"] as Node);
  if (node.type !== "CallExpression") return false;
  const callee = node["callee"] as Node;
  const object = callee["object"] as Node | undefined;
  return /^(?:log|console|logger)$/.test(
    String(object?.["name"] ?? (object?.["property"] as Node | undefined)?.["name"]),
  );
}

const expression =
  /^(?:Array|ArrowFunction|Await|Binary|Call|Chain|Conditional|Function|Logical|Member|New|Object|TaggedTemplate|TSAs|TSSatisfies|TSNonNull|Unary|Parenthesized)Expression$|^(?:Identifier|Literal|TemplateLiteral|JSXElement|JSXFragment)$/;

/** The smallest expression around a node for which `(condition ? other : itself)` can be written; null where there is none. */
export function hostOf(place: Place): Node | null {
  for (let at: Place | null = place; at; at = at.parent) if (canBeReplaced(at)) return at.node;
  return null;
}

function canBeReplaced(place: Place): boolean {
  const { node, field, parent } = place;
  if (!parent || !expression.test(node.type) || isInChain(place)) return false;
  const { type } = parent.node;
  if (
    /^(?:callee|tag|quasi|key|local|exported|label|left|id|params|param|source|directive|meta|superClass)$/.test(field)
  )
    return field === "left" && /^(?:Binary|Logical)Expression$/.test(type);
  if (field === "property") return parent.node["computed"] === true;
  if (/^(?:JSX(?:Attribute|Element|Fragment)|UpdateExpression|ObjectPattern|ArrayPattern|ImportExpression)$/.test(type))
    return false;
  if (type === "Property" || type === "MethodDefinition")
    return (
      parent.node["shorthand"] !== true &&
      parent.node["kind"] === "init" &&
      parent.node["method"] !== true &&
      parent.parent?.node.type !== "ObjectPattern"
    );
  return !(type === "UnaryExpression" && /^(?:delete|typeof)$/.test(String(parent.node["operator"])));
}

/** Whether what follows it in `a?.b.c()` is skipped with it. */
function isInChain({ field, parent }: Place): boolean {
  for (
    let at: Place | null = parent, by = field;
    at && /^(?:object|callee|expression)$/.test(by);
    by = at.field, at = at.parent
  ) {
    if (at.node.type === "ChainExpression") return true;
    if (!/^(?:Member|Call|TSNonNull)Expression$/.test(at.node.type)) return false;
  }
  return false;
}
