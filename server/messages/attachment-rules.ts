/** Download name of an attachment, chosen by its media type rather than by the sender. */
export const attachmentName = (type: string): string => (type === "application/pdf" ? "document.pdf" : "photo.jpg");
