import { parentPort, workerData } from "node:worker_threads";
import { isPlainContent } from "./pdf-content.ts";

parentPort?.postMessage(isPlainContent(workerData as Uint8Array));
