import { parentPort, workerData } from "node:worker_threads";
import type { PrerenderRequest } from "./pages.ts";

declare global {
  /** What pages drawn ahead know of this deployment. */
  var __pageSettings: string | undefined;
}

const { program, settings } = workerData as PrerenderRequest;
globalThis.__pageSettings = settings;
const { prerendered } = (await import(program)) as { prerendered: () => Record<string, string> };
parentPort?.postMessage(prerendered());
