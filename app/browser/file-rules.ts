export const acceptedFiles = ".jpg,.jpeg,.png,.tif,.tiff,.heic,.heif,.pdf";
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

/** Whether it is a picture every browser can draw; HEIC and TIFF are shown by their name. */
export const isDrawable = (type: string): boolean => type === "image/jpeg" || type === "image/png";

export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
