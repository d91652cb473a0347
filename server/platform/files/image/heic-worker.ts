import { parentPort, workerData } from "node:worker_threads";
import decode from "heic-decode";
import type { HeicRequest } from "./heic.ts";

const { bytes, maxPixels } = workerData as HeicRequest;
const [image] = await decode.all({ buffer: bytes });
if (image === undefined || image.width * image.height > maxPixels) throw new Error("No picture, or too large a one");
const { width, height, data } = await image.decode();
parentPort?.postMessage({ width, height, data }, [data.buffer as ArrayBuffer]);
