/**
 * Who needs whom in the project, file by file, as the sources say it: imports, dynamic imports, mocked modules and files opened by
 * `new URL("./…", import.meta.url)`. Types are left out: what they break, the type check finds.
 */
import { dirname, join } from "node:path";
import { parseSync } from "vite";

/** How one file needs another. All but `import` are found by `hidden-edges.ts`, `call-edges.ts` and `page-edges.ts`. */
export type EdgeKind = "import" | "call" | "own" | "served" | "content" | "table" | "read" | "page";

/** File → the files it needs → how. Paths are from the project root, with `/`. */
export type Graph = Map<string, Map<string, EdgeKind>>;

export const isSource = (file: string): boolean => /\.(?:ts|tsx|mts|mjs)$/.test(file) && !file.endsWith(".d.mts");

/** What one source file imports and exports again. Names are those of the other file; `*` stands for all it has. */
export interface Module {
  readonly text: string;
  readonly imports: readonly { readonly from: string; readonly name: string; readonly local: string }[];
  /** Exported name → where it really is; names under `*` are those of `export * from`. */
  readonly exportedAgain: ReadonlyMap<string, readonly { readonly from: string; readonly name: string }[]>;
}

/** Reads a source file; `exists` says which paths the project has. */
export function readModule(file: string, text: string, exists: (path: string) => boolean): Module {
  const { module } = parseSync(file, text);
  const resolve = (name: string) => resolveImport(file, name, exists);
  const imports: { from: string; name: string; local: string }[] = [];
  const add = (specifier: string, name: string, local = "") => {
    const from = resolve(specifier);
    if (from !== null) imports.push({ from, name, local });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) add(moduleRequest.value, "*");
    for (const { importName, localName, isType } of entries)
      if (!isType)
        add(moduleRequest.value, importName.name ?? (importName.kind === "Default" ? "default" : "*"), localName.value);
  }
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), "*");
  for (const [, specifier = ""] of text.matchAll(/(?:vi\.(?:do)?[mM]ock\(\s*|new URL\(\s*)"([.#][^"]*)"/g))
    add(specifier, "*");

  const exportedAgain = new Map<string, { from: string; name: string }[]>();
  for (const { moduleRequest, exportName, importName, isType } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    const from = moduleRequest && resolve(moduleRequest.value);
    if (from === null || isType) continue;
    const name = exportName.name ?? "*";
    exportedAgain.set(name, [...(exportedAgain.get(name) ?? []), { from, name: importName.name ?? "*" }]);
  }
  return { text, imports, exportedAgain };
}

/** The project's file an import names; null for packages, and for what is built or doesn't exist. */
function resolveImport(file: string, name: string, exists: (path: string) => boolean): string | null {
  const path = name.startsWith("#") ? name.slice(1) : name.startsWith(".") ? join(dirname(file), name) : null;
  const clean = path?.replaceAll("\\", "/").replace(/\?.*$/, "") ?? null;
  return clean !== null && exists(clean) ? clean : null;
}

/**
 * Where a name that `file` exports is written: a face (`public.ts`) only hands names on, so who imports one of them needs its own file and not the
 * others'. Several files where `export *` hides which one.
 */
export function whereWritten(modules: ReadonlyMap<string, Module>, file: string, name: string): string[] {
  const module = modules.get(file);
  if (!module) return [file];
  if (name === "*")
    return [
      file,
      ...[...module.exportedAgain.values()].flat().flatMap(({ from, name: own }) => whereWritten(modules, from, own)),
    ];
  const again = module.exportedAgain.get(name);
  if (again) return again.flatMap(({ from, name: own }) => whereWritten(modules, from, own));
  const all = module.exportedAgain.get("*") ?? [];
  return [file, ...all.flatMap(({ from }) => whereWritten(modules, from, name))];
}

export function readModules(files: readonly string[], textOf: (file: string) => string): Map<string, Module> {
  const existing = new Set(files);
  return new Map(
    files.filter(isSource).map((file) => [file, readModule(file, textOf(file), (path) => existing.has(path))]),
  );
}

export function importGraph(modules: ReadonlyMap<string, Module>): Graph {
  const graph: Graph = new Map();
  for (const [file, { imports }] of modules) {
    const needs = new Map<string, EdgeKind>();
    for (const { from, name } of imports)
      for (const target of whereWritten(modules, from, name)) if (target !== file) needs.set(target, "import");
    graph.set(file, needs);
  }
  return graph;
}
