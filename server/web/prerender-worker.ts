import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { PrerenderRequest } from "./pages.ts";

declare global {
  /** The settings of this deployment, for prerendered pages. */
  var __pageSettings: string | undefined;
}

// The compile cache is enabled per thread, and must be flushed before the thread is terminated.
enableCompileCache(join(import.meta.dirname, "../../.cache/compiled"));
const { program, settings } = workerData as PrerenderRequest;
globalThis.__pageSettings = settings;
const { prerendered } = (await import(program)) as { prerendered: () => Record<string, string> };
flushCompileCache();
parentPort?.postMessage(prerendered());
