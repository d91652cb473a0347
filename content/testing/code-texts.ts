import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import type { Copy } from "./content-texts.ts";

const root = join(import.meta.dirname, "../..");

/** What people read that stands in code: both apps, the sample site, the frame, the errors of the calls. The gallery shows samples. */
const files = globSync("{{app,clinic}/**/*.{ts,tsx},site/**/*.ts,embed/*.ts,contract/**/*.ts}", { cwd: root }).filter(
  (file) => !/\.test\.|(?:^|\/)testing|^app\/playground\/|^contract\/(?:care|integrations)\//.test(file),
);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** Not shown to a patient: names of modules and types, what is thrown, summaries of the calls. */
const isHidden = ({ type, callee, key }: Node): boolean =>
  /^(?:Import|TSLiteral|TSEnum)/.test(type) ||
  (type === "NewExpression" && isNode(callee) && String(callee["name"]).endsWith("Error")) ||
  (type === "Property" && isNode(key) && hiddenKeys.has(String(key["name"])));
const hiddenKeys = new Set(["summary", "description", "hidden", "path", "means"]);

/** The words of a string or a template, with … for each value. */
function wordsOf(node: Node): string {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : "";
  if (node.type !== "TemplateLiteral") return "{…}";
  return (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("{…}");
}

/** Looks like something said: three words or more, the first one capitalized, or a full stop. */
const isCopy = (text: string): boolean =>
  /\S+\s+\S+\s+\S/.test(text) &&
  /\b[a-z]{3,}\b/.test(text) &&
  (/^[“(]?[A-Z{][a-z’'…]/.test(text) || /[a-z][.?!]”?$/.test(text)) &&
  !/[<>;]\s|=>|\/\*|url\(|px\b/.test(text);

function textsOf(node: unknown, found: string[]): void {
  if (Array.isArray(node)) return node.forEach((each) => textsOf(each, found));
  if (!isNode(node) || isHidden(node)) return;
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    const children = node["children"] as Node[];
    found.push(children.map(childText).join(""));
    for (const child of children) if (child.type !== "JSXText") textsOf(child, found);
    return textsOf(node["openingElement"], found);
  }
  if (node.type === "TaggedTemplateExpression") {
    const { tag, quasi } = node as unknown as { tag: Node; quasi: Node };
    if (tag["name"] === "html")
      found.push(
        ...wordsOf(quasi).split(
          /<\/?(?:p|h[1-6]|li|ul|ol|div|section|a|title|summary|button|label|legend|caption|th|td|main|nav|meta|address|img)\b[^>]*>/,
        ),
      );
  }
  if (node.type === "Literal" || node.type === "TemplateLiteral") found.push(wordsOf(node));
  for (const [key, child] of Object.entries(node)) if (key !== "parent") textsOf(child, found);
}

function childText(child: Node): string {
  if (child.type === "JSXText") return String(child["value"]);
  if (child.type !== "JSXExpressionContainer") return "{…}";
  const expression = child["expression"] as Node;
  return expression.type === "Literal" ? wordsOf(expression) : "{…}";
}

/** What patients read of the code, file by file. */
export const codeTexts = (): Copy[] =>
  files.flatMap((file) => {
    const found: string[] = [];
    textsOf(parseSync(file, readFileSync(join(root, file), "utf8")).program, found);
    const texts = found.map((text) => text.replaceAll(/\s+/g, " ").trim()).filter(isCopy);
    return [...new Set(texts)].map((text) => ({ where: file, text }));
  });
