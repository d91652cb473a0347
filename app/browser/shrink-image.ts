import { isDrawable } from "./file-rules.ts";
import { limits } from "#contract/constants.ts";

const longestSide = 2400;

/**
 * Shrinks a JPEG or PNG photo before upload (JPEG, quality of spec §5, at most 2400 px on its longer side). Files the browser cannot
 * decode, such as HEIC, and files that would not get smaller are returned unchanged.
 */
export async function shrinkImage(file: File): Promise<File> {
  if (!isDrawable(file.type) || file.size < 500_000) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", limits.imageQuality));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, ".jpg"), { type: "image/jpeg" });
  } catch {
    return file;
  }
}
