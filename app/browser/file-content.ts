/** What of spec §5's kinds of file it is by its first bytes; names and types of files are what a phone or a mail program made of them. */
export type ContentType = "image/jpeg" | "image/png" | "image/tiff" | "image/heic" | "application/pdf" | "other";

/** Readers look for the head of a PDF within so many bytes. */
const headBytes = 1029;

const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]);

/** Rejects where the browser can't read the file: it was moved, or is still in a cloud. */
export async function contentType(file: Blob): Promise<ContentType> {
  return typeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
}

export function typeOf(bytes: Uint8Array): ContentType {
  const start = String.fromCharCode(...bytes);
  if (start.startsWith("\u00ff\u00d8\u00ff")) return "image/jpeg";
  if (start.startsWith("\u0089PNG\r\n\u001a\n")) return "image/png";
  if (/^(?:II\*\0|MM\0\*)/.test(start)) return "image/tiff";
  if (start.slice(4, 8) === "ftyp" && heicBrands.has(start.slice(8, 12))) return "image/heic";
  return /%PDF-\d/.test(start) ? "application/pdf" : "other";
}
