import { existsSync } from "node:fs";

/** The bundler's information on a module. */
export interface Graph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

/** These files with everything they import, at any depth. */
export function imported(graph: Graph, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...files];
  const unknown = open.find((id) => !existsSync(id));
  if (unknown) throw new Error(`There is no ${unknown}, which decides on the chunks.`);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
