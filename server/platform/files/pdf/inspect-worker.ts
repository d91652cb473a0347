import { parentPort, workerData } from "node:worker_threads";
import { problemIn } from "./active-content.ts";

parentPort?.postMessage(problemIn(workerData as Uint8Array));
