import { join } from "node:path";
import { type Graph, imported } from "./imported.ts";

/**
 * One chunk of all that an entry imports, at any depth. Left to itself the bundler cuts it into what it shares with which page, though every page has loaded all
 * of it: many small files, which compress worse.
 */
export function createFirstChunk(entryFile: string): (id: string, graph: Graph) => string | null {
  const entry = join(import.meta.dirname, "../..", entryFile);
  let ids: ReadonlySet<string> | null = null;
  return (id, graph) => {
    ids ??= imported(graph, [entry]);
    return id !== entry && ids.has(id) ? "first" : null;
  };
}
