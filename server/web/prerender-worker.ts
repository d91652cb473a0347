import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { PrerenderRequest } from "./pages.ts";

declare global {
  /** What pages drawn ahead know of this deployment. */
  var __pageSettings: string | undefined;
}

// Each thread turns it on for itself, and is ended before it would write by itself.
enableCompileCache(join(import.meta.dirname, "../../.cache/compiled"));
const { program, settings } = workerData as PrerenderRequest;
globalThis.__pageSettings = settings;
const { prerendered } = (await import(program)) as { prerendered: () => Record<string, string> };
flushCompileCache();
parentPort?.postMessage(prerendered());
