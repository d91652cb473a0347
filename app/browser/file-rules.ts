import { type ContentType, contentType } from "./file-content.ts";

const pictureTypes =
  "image/jpeg,image/png,image/tiff,image/heic,image/heif,.jpg,.jpeg,.jpe,.png,.tif,.tiff,.heic,.heif";
/** What the browser's own dialog shows first: a file may have a name without an ending, so the type counts too. */
export const acceptedPictures = pictureTypes;
export const acceptedFiles = `${pictureTypes},application/pdf,.pdf`;
export const maxFileBytes = 25 * 1024 * 1024;

/** Why a file cannot be sent, as text for the patient; undefined if it can. Judged by its content, but for .jfif (spec §5). */
export async function fileProblem(file: File): Promise<string | undefined> {
  return problemOf(file, "JPEG, PNG, TIFF, HEIC or PDF file", (type) => type !== "other");
}

/** Why a file cannot be somebody's picture, in words; undefined if it can. PDFs are not pictures. */
export async function pictureProblem(file: File): Promise<string | undefined> {
  return problemOf(file, "JPEG, PNG, TIFF or HEIC picture", (type) => type.startsWith("image/"));
}

async function problemOf(
  file: File,
  kinds: string,
  isTaken: (type: ContentType) => boolean,
): Promise<string | undefined> {
  const name = shownName(file.name);
  if (file.size > maxFileBytes)
    return `${name} is larger than 25 MB. Choose a smaller file, or take a photo or a screenshot of it and send that.`;
  if (file.size === 0) return `${name} is empty. Choose another file.`;
  let type: ContentType;
  try {
    type = await contentType(file);
  } catch {
    return `We couldn't open ${name}. It may not be on this device yet. Open it once, then choose it again.`;
  }
  if (type === "application/pdf" && !isTaken(type)) return `${name} is a document. Choose a ${kinds}.`;
  return isTaken(type) && !/\.jfif\s*$/i.test(file.name) ? undefined : `${name} isn't a ${kinds}.`;
}

const longestName = 60;

/** A name as it can be read in a sentence: without marks that turn the text around, and the middle of a long one left out. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  const letters = Array.from(plain);
  if (letters.length === 0) return "This file";
  const short = letters.length > longestName ? [...letters.slice(0, 40), "…", ...letters.slice(-16)] : letters;
  return `“${short.join("")}”`;
}

/** Whether it is a picture every browser can draw; HEIC and TIFF are shown by their name. */
export const isDrawable = (type: string): boolean => type === "image/jpeg" || type === "image/png";

export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
