const number = new Intl.NumberFormat("en-US");

/** “1,234”, “42.5” */
export const formatNumber = (value: number): string => number.format(value);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents as “$1,234.50”. */
export const formatCents = (cents: number): string => dollars.format(cents / 100);

/** Cents as “1234.50”, for a file, a field, or beside the name of a currency. */
export const plainAmount = (cents: number): string => (cents / 100).toFixed(2);

export const toDollars = (cents: number): number => cents / 100;
export const toCents = (dollars: number): number => Math.round(dollars * 100);
