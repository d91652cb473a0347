import { formatDollars } from "#app/formats/money.ts";
import type { ApiError } from "#app/api/api-error.ts";
import { priceEvery } from "#contract/fields/period.ts";
import type { Upsell } from "#contract/growth/upsell.ts";

type UpsellPrice = Pick<
  Upsell,
  "price" | "discount" | "discountfrom" | "taxamount" | "shipping" | "total" | "renewal" | "product"
>;

/** What happens to the patient's card, step by step; `card` is the card on file in words. */
export function chargeTexts({ total, renewal, product }: UpsellPrice, card: string): string[] {
  const chargeTodayText = product.prescription
    ? `Today your bank only holds ${formatDollars(total)} on ${card}. You'll be charged if your doctor says yes. If not, you'll pay nothing.`
    : `Today we charge ${formatDollars(total)} to ${card}.`;
  if (renewal === null) return [chargeTodayText];
  return [
    chargeTodayText,
    `After that, it's ${priceEvery({ ...renewal, price: renewal.amount })}. We'll email you 5 days before each charge. You can skip, pause or stop any time.`,
  ];
}

/** “$59.00 every 30 days”; if the first charge differs, only that: “$49.00 for 30 days”. */
export function upsellPriceText({ total, renewal }: UpsellPrice): string {
  if (renewal === null) return formatDollars(total);
  const { amount: price, dayssupply } = renewal;
  return total === price ? priceEvery({ price, dayssupply }) : `${formatDollars(total)} for ${dayssupply} days`;
}

/** The summary, line by line; a single line if nothing is added to the price. */
export function upsellSummaryRows({ price, discount, discountfrom, taxamount, shipping, total }: UpsellPrice) {
  const rows = [
    { label: "Price", value: formatDollars(price), shown: true },
    {
      label: discountfrom === null ? "Discount" : `Discount (${discountfrom})`,
      value: `−${formatDollars(discount)}`,
      highlight: true,
      shown: discount > 0,
    },
    { label: "Shipping", value: shipping > 0 ? formatDollars(shipping) : "Free", shown: true },
    { label: "Tax", value: taxamount > 0 ? formatDollars(taxamount) : "None", shown: true },
    { label: "Total", value: formatDollars(total), total: true, shown: true },
  ];
  return rows.filter(({ shown }) => shown).map(({ shown: _shown, ...row }) => row);
}

/** The title above the message of a refused upsell, and whether to link to the doctor. */
export function upsellRefusal({ details }: Pick<ApiError, "details">): {
  readonly title: string;
  readonly doctor: boolean;
} {
  const obstacle = details?.["obstacle"];
  return {
    title: obstacle === "has" ? "You already have this" : "Not for you right now",
    doctor: obstacle === "fit" || obstacle === "declined" || obstacle === "has",
  };
}
