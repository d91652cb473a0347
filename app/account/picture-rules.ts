import { fileProblem } from "#app/ui/file-rules.ts";

/** What the picker offers for a profile picture. */
export const pictureTypes = ".jpg,.jpeg,.png,.tif,.tiff,.heic,.heif";

/** Why a file cannot be her picture, in words for her; a document is none. */
export function pictureProblem(file: { readonly name: string; readonly size: number }): string | undefined {
  if (/\.pdf$/i.test(file.name)) return `“${file.name}” is a document. Choose a JPEG, PNG, TIFF or HEIC picture.`;
  return fileProblem(file)?.replace("JPEG, PNG, TIFF, HEIC or PDF file", "JPEG, PNG, TIFF or HEIC picture");
}
