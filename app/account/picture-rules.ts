import { fileProblem } from "#app/ui/file-rules.ts";

/** File types the picker offers for a profile picture. */
export const pictureTypes = ".jpg,.jpeg,.png,.tif,.tiff,.heic,.heif";

/** Why a file cannot be a profile picture, in words for the patient; undefined if it can. PDFs are not pictures. */
export function pictureProblem(file: { readonly name: string; readonly size: number }): string | undefined {
  if (/\.pdf$/i.test(file.name)) return `“${file.name}” is a document. Choose a JPEG, PNG, TIFF or HEIC picture.`;
  return fileProblem(file)?.replace("JPEG, PNG, TIFF, HEIC or PDF file", "JPEG, PNG, TIFF or HEIC picture");
}
