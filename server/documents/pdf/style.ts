/** Sizes and spaces in points; the colours are the brand's. */
export const margin = 40;
/** Room under the margin for the footer. */
export const footerHeight = 30;

export const sizes = { title: 20, heading: 13, subheading: 10.5, text: 10, table: 8.5, small: 8.25 } as const;

export type Font = "text" | "strong";
