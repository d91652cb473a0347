import { parentPort, workerData } from "node:worker_threads";
import { isSafePdfContent } from "./active-content.ts";

parentPort?.postMessage(isSafePdfContent(workerData as Uint8Array));
