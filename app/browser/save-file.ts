/** How long a browser may take to begin reading a file handed to it, ms. */
const revokeDelayMs = 60_000;

/** Has the browser save a file under this name. */
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
