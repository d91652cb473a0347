/** Name of a kept file, of our own making, by what it is. */
export const attachmentName = (type: string): string => (type === "application/pdf" ? "document.pdf" : "photo.jpg");
