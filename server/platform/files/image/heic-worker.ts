import { parentPort, workerData } from "node:worker_threads";
import libheif from "libheif-js/wasm-bundle.js";
import type { HeicRequest } from "./heic.ts";

const { bytes, maxPixels } = workerData as HeicRequest;
await libheif.ready;
const images = new libheif.HeifDecoder().decode(bytes);
// What is shown first is named by the file; a burst or an edited photo may have others before it.
const image = images.find((each) => each.is_primary()) ?? images[0];
const [width, height] = [image?.get_width() ?? 0, image?.get_height() ?? 0];
if (image === undefined || width * height === 0 || width * height > maxPixels)
  throw new Error("No picture, or too large a one");
const data = new Uint8ClampedArray(width * height * 4);
image.display({ data, width, height }, (drawn) => {
  if (drawn === null) throw new Error("The picture can't be decoded");
  parentPort?.postMessage({ width, height, data: drawn.data }, [drawn.data.buffer as ArrayBuffer]);
});
