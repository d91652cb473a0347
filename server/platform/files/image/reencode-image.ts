import sharp, { type Sharp, type SharpOptions } from "sharp";
import { limits } from "#contract/constants.ts";
import { decodeHeic } from "./heic.ts";

/** Largest picture that is decoded, in pixels; what phones take by default stays below it. */
export const maxPixels = 60_000_000;
const maxPages = 20;

export interface JpegImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ImageType = "image/jpeg" | "image/png" | "image/tiff" | "image/heic";

/**
 * Re-encodes a picture as an upright JPEG: nothing of the original file survives but the visible picture, neither location nor camera.
 * The pages of a TIFF are joined, top to bottom. Throws on one it cannot read.
 */
export async function reencodeAsJpeg(bytes: Uint8Array, type: ImageType): Promise<JpegImage> {
  if (type === "image/heic") {
    const { data, width, height } = await decodeHeic(bytes, maxPixels);
    return toJpeg(sharp(data, { raw: { width, height, channels: 4 } }));
  }
  const pages = type === "image/tiff" ? ((await openImage(bytes).metadata()).pages ?? 1) : 1;
  if (pages > 1) return toJpeg(await joinPages(bytes, pages));
  return toJpeg((type === "image/jpeg" ? openJpeg(bytes) : openImage(bytes)).autoOrient());
}

const endOfJpeg = Buffer.from("ffd9", "hex");

/** Some cameras leave out the mark at the end. It's added, and then nothing else may be missing: half a picture brings a warning. */
const openJpeg = (bytes: Uint8Array): Sharp =>
  Buffer.from(bytes).includes(endOfJpeg)
    ? openImage(bytes)
    : openImage(Buffer.concat([bytes, endOfJpeg]), { failOn: "warning" });

const openImage = (bytes: Uint8Array, options: Pick<SharpOptions, "page" | "failOn"> = {}) =>
  sharp(bytes, { failOn: "error", limitInputPixels: maxPixels, ...options }).timeout({ seconds: 30 });

async function toJpeg(image: Sharp): Promise<JpegImage> {
  const { data, info } = await image
    .flatten({ background: "#ffffff" })
    // oxlint-disable-next-line formats/cents-at-home -- a share as the percentage that the library asks for
    .jpeg({ quality: Math.round(limits.imageQuality * 100) })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function joinPages(bytes: Uint8Array, pages: number): Promise<Sharp> {
  if (pages > maxPages) throw new Error("Too many pages");
  const pageImages: { input: Buffer; width: number; height: number }[] = [];
  for (let page = 0; page < pages; page += 1) {
    const { data, info } = await openImage(bytes, { page })
      .autoOrient()
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    pageImages.push({ input: data, width: info.width, height: info.height });
  }
  const width = Math.max(...pageImages.map((pageImage) => pageImage.width));
  const height = pageImages.reduce((sum, pageImage) => sum + pageImage.height, 0);
  if (width * height > maxPixels) throw new Error("Too many pixels");
  let top = 0;
  const layers = pageImages.map((pageImage) => {
    const layer = { input: pageImage.input, left: 0, top };
    top += pageImage.height;
    return layer;
  });
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } }).composite(layers);
}
