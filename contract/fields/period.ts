import { formatCents, toCents } from "./numbers.ts";

/** How often something is charged and sent, worded the same everywhere: the days its box lasts. */
export const everyDays = (dayssupply: number): string => `every ${dayssupply} days`;

/** Amount and interval of a charge: “$53.00 every 28 days”; `price` in dollars. */
export const priceEvery = ({ price, dayssupply }: { readonly price: number; readonly dayssupply: number }): string =>
  `${formatCents(toCents(price))} ${everyDays(dayssupply)}`;
