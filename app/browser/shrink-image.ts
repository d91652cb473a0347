import { limits } from "#contract/constants.ts";
import { looksAlike, type Pixels, square } from "./canvas-truth.ts";
import { contentType } from "./file-content.ts";
import { isDrawable } from "./file-rules.ts";

const longestSide = 2400;

/**
 * Shrinks a JPEG or PNG photo before upload (JPEG, quality of spec §5, at most 2400 px on its longer side). Files the browser cannot
 * decode, such as HEIC, and files that would not get smaller are returned unchanged; so is everything where the browser's canvas doesn't give back what
 * was drawn, which protection against fingerprinting and limits of size do without a word.
 */
export async function shrinkImage(file: File): Promise<File> {
  try {
    if (file.size < 500_000 || !isDrawable(await contentType(file))) return file;
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    try {
      return (await shrunk(file, bitmap)) ?? file;
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}

/** Null where it isn't smaller, or the canvas can't be believed. */
async function shrunk(file: File, bitmap: ImageBitmap): Promise<File | null> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = newCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  draw(canvas, (context) => {
    fillWhite(context);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", limits.imageQuality));
  if (!blob || blob.type !== "image/jpeg" || blob.size >= file.size) return null;
  const { width, height } = canvas;
  return (await shows(blob, bitmap, { width, height }))
    ? new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" })
    : null;
}

/** A JPEG knows no transparency: what is clear would be black. */
function fillWhite(context: CanvasRenderingContext2D): void {
  context.fillStyle = "#fff";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function draw(canvas: HTMLCanvasElement, run: (context: CanvasRenderingContext2D) => void) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No canvas");
  run(context);
  return context;
}

const patch = 3 * square;
const patchesInRow = 3;
const sample = patch * patchesInRow;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether what a canvas of this size gave out shows the picture drawn on it, and reading a canvas can be believed. */
async function shows(blob: Blob, picture: ImageBitmap, size: Size): Promise<boolean> {
  const encoded = await createImageBitmap(blob);
  try {
    if (encoded.width !== size.width || encoded.height !== size.height) return false;
    return readsTrue() && looksAlike(patchesOf(picture, size), patchesOf(encoded, size));
  } finally {
    encoded.close();
  }
}

/** Pieces from all over a picture as large as `size`, beside each other. */
function patchesOf(picture: ImageBitmap, { width, height }: Size): Pixels {
  const [across, down] = [picture.width / width, picture.height / height];
  const context = draw(newCanvas(sample, sample), (target) => {
    fillWhite(target);
    for (let row = 0; row < patchesInRow; row += 1)
      for (let column = 0; column < patchesInRow; column += 1) {
        const left = Math.max(0, Math.round(((width - patch) * column) / (patchesInRow - 1)));
        const top = Math.max(0, Math.round(((height - patch) * row) / (patchesInRow - 1)));
        const from = [left * across, top * down, patch * across, patch * down] as const;
        target.drawImage(picture, ...from, column * patch, row * patch, patch, patch);
      }
  });
  return context.getImageData(0, 0, sample, sample);
}

const colors = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 60, 220],
  [128, 128, 128],
] as const;

/** Whether a canvas reads as it was painted: one that always gives white would find any two pictures alike. */
function readsTrue(): boolean {
  const width = colors.length * square;
  const context = draw(newCanvas(width, square), (target) => {
    for (const [index, color] of colors.entries()) {
      target.fillStyle = `rgb(${color.join()})`;
      target.fillRect(index * square, 0, square, square);
    }
  });
  const data = Uint8ClampedArray.from({ length: width * square * 4 }, (_, at) => {
    const column = Math.floor(at / 4) % width;
    return colors[Math.floor(column / square)]?.[at % 4] ?? 255;
  });
  return looksAlike({ data, width }, context.getImageData(0, 0, width, square));
}
