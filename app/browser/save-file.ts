import { isBuiltIn } from "./built-in-browser.ts";

/** How long a browser may take to begin reading a file handed to it, ms. */
const revokeDelayMs = 60_000;

/** A file that was to be saved. */
export interface SavedFile {
  readonly file: File;
  /** Given to a browser that can save it; whether it did, and where, no page learns. False where the browser would do nothing. */
  readonly handedOver: boolean;
}

/** Has the browser save a file under this name, if it's one that can. */
export function saveFile(content: Blob, filename: string): SavedFile {
  const file = new File([content], filename, { type: content.type });
  if (isBuiltIn(navigator)) return { file, handedOver: false };
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = objectUrl;
  link.download = filename;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(objectUrl), revokeDelayMs);
  return { file, handedOver: true };
}
