/** Ink on white, readable in grey: an administrator's copy is often a fax. Sizes and spaces in points. */
export const ink = "#2b1a2f";
export const muted = "#5c4d60";
export const hairline = "#cfc4d2";
export const band = "#f4eef3";
export const accent = "#7a4b0c";

export const margin = 40;
/** Room under the margin for the footer. */
export const footerRoom = 30;

export const sizes = { title: 20, heading: 13, subheading: 10.5, text: 10, table: 8.5, small: 8.25 } as const;

export type Font = "text" | "strong";
