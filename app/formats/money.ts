import { formatCents } from "#app/ui/data/price.tsx";
import { toCents } from "#contract/fields/fields.ts";

/** An amount in dollars, as the contract has it, like “$1,234.50”. */
export const formatDollars = (amount: number): string => formatCents(toCents(amount));
