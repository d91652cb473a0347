const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-06` as “June 2026”. */
export const monthText = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
