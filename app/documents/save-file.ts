/** How long a browser may take to begin reading a file that was handed to it. */
const revokeDelayMs = 60_000;

/** Hands a file to the browser to save under this name. */
export function saveFile(file: Blob, filename: string): void {
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = objectUrl;
  link.download = filename;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(objectUrl), revokeDelayMs);
}
