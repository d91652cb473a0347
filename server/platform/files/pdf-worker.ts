import { parentPort, workerData } from "node:worker_threads";
import { hasActiveContent } from "./pdf-content.ts";

parentPort?.postMessage(hasActiveContent(workerData as Uint8Array));
