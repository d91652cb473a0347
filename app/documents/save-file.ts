/** How long a browser may take to begin reading a file that was handed to it. */
const readingMs = 60_000;

/** Hands a file to the browser to save under this name. */
export function saveFile(file: Blob, filename: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), readingMs);
}
