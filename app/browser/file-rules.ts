export const acceptedFiles = ".jpg,.jpeg,.png,.tif,.tiff,.heic,.heif,.pdf";
/** The same where only a picture will do. */
export const acceptedPictures = ".jpg,.jpeg,.png,.tif,.tiff,.heic,.heif";
export const maxFileBytes = 25 * 1024 * 1024;

const extensions = new Set(["jpg", "jpeg", "png", "tif", "tiff", "heic", "heif", "pdf"]);

/** Why a file cannot be sent, as text for the patient. Judged by its name: phones give HEIC no type, and .jfif claims to be a JPEG. */
export function fileProblem(file: { name: string; size: number }): string | undefined {
  const extension = file.name.split(".").pop()?.toLowerCase() ?? "";
  if (!extensions.has(extension)) return `“${file.name}” isn't a JPEG, PNG, TIFF, HEIC or PDF file.`;
  if (file.size > maxFileBytes) return `“${file.name}” is larger than 25 MB. Choose a smaller file.`;
  if (file.size === 0) return `“${file.name}” is empty. Choose another file.`;
  return undefined;
}

/** Why a file cannot be somebody's picture, in words; undefined if it can. PDFs are not pictures. */
export function pictureProblem(file: { readonly name: string; readonly size: number }): string | undefined {
  if (/\.pdf$/i.test(file.name)) return `“${file.name}” is a document. Choose a JPEG, PNG, TIFF or HEIC picture.`;
  return fileProblem(file)?.replace("JPEG, PNG, TIFF, HEIC or PDF file", "JPEG, PNG, TIFF or HEIC picture");
}

/** Whether it is a picture every browser can draw; HEIC and TIFF are shown by their name. */
export const isDrawable = (type: string): boolean => type === "image/jpeg" || type === "image/png";

export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
