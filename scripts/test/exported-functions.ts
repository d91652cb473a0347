import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** What a file exports that can be called, as it is written; the tables of generated tests are held against it. */

const root = join(import.meta.dirname, "../..");

/** A node of the parsed source. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly async?: boolean;
  readonly id?: Node | null;
  readonly init?: Node | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly params?: readonly Node[];
  readonly left?: Node;
  readonly right?: Node;
  readonly body?: Node;
  readonly returnType?: Node | null;
  readonly typeAnnotation?: Node | null;
  readonly elementType?: Node;
  readonly types?: readonly Node[];
  readonly members?: readonly Node[];
  readonly typeName?: Node;
}

export interface ParsedFile {
  readonly statements: readonly Node[];
  readonly textOf: (node: Node | null | undefined) => string;
}

export interface ExportedFunction {
  readonly name: string;
  /** The function itself, with its parameters, result and body. */
  readonly called: Node;
}

/** Files of the project that a pattern names, with slashes. */
export const filesOf = (pattern: string | string[]): readonly string[] =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll("\\", "/"));

export const sourceOf = (file: string): string => readFileSync(join(root, file), "utf8");

export function parseFile(file: string): ParsedFile {
  const source = sourceOf(file);
  const { body } = parseSync(file, source).program as unknown as { readonly body: readonly Node[] };
  return { statements: body, textOf: (node) => (node ? source.slice(node.start, node.end) : "") };
}

/** The functions that a file exports by name: declared, or a constant that is one. */
export const exportedFunctions = ({ statements }: ParsedFile): readonly ExportedFunction[] =>
  statements
    .flatMap(({ type, declaration }) => (type === "ExportNamedDeclaration" && declaration ? [declaration] : []))
    .flatMap((declaration) =>
      declaration.type === "FunctionDeclaration"
        ? [{ name: declaration.id?.name ?? "", called: declaration }]
        : (declaration.declarations ?? []).flatMap(({ id, init }) =>
            init && /Function/.test(init.type) ? [{ name: id?.name ?? "", called: init }] : [],
          ),
    );

/** All that a file exports, by name. */
export const load = async (file: string): Promise<Readonly<Record<string, unknown>>> => import(join(root, file));

/** What a table names `file name`. */
export async function exportedBy(name: string): Promise<unknown> {
  const [file = "", exported = ""] = name.split(" ");
  const found = (await load(file))[exported];
  if (found === undefined) throw new Error(`${name} isn't exported any more: take its row out`);
  return found;
}
