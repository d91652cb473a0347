import { formatCents, toCents } from "#contract/fields/numbers.ts";

/** “$94”, and “$94.50” where there are cents. */
export const shortCents = (cents: number): string => formatCents(cents).replace(/\.00$/, "");

/** An amount in dollars, as the contract has it, like “$1,234.50”. */
export const formatDollars = (amount: number): string => formatCents(toCents(amount));
