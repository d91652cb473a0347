/** Headers under which a patient's file is handed out. Pictures, drawn by us, may be shown in place; a PDF is always a download. */
export function servingHeaders(type: string, filename: string): Readonly<Record<string, string>> {
  const plain = filename.replace(/[^\w .()-]/g, "_").slice(0, 100) || "file";
  const place = type === "image/jpeg" ? "inline" : "attachment";
  return {
    "content-type": type,
    "content-disposition": `${place}; filename="${plain}"`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "no-store, private",
  };
}
