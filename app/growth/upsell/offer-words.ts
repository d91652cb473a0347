import { dollars } from "#app/treatment/money.ts";
import type { ApiError } from "#app/api/api-error.ts";
import { priceEvery } from "#contract/period.ts";
import type { Upsell } from "#contract/upsell.ts";

type Money = Pick<
  Upsell,
  "price" | "discount" | "discountfrom" | "taxamount" | "shipping" | "total" | "renewal" | "product"
>;

/** What happens to her card, step by step; `card` is the one on file in words. */
export function cardWords({ total, renewal, product }: Money, card: string): string[] {
  const now = product.prescription
    ? `Today your bank only holds ${dollars(total)} on ${card}. You are charged when your doctor says yes. If not, you pay nothing.`
    : `Today we charge ${dollars(total)} to ${card}.`;
  if (renewal === null) return [now];
  return [
    now,
    `After that it is ${priceEvery({ ...renewal, price: renewal.amount })}. We write to you 5 days before each charge. You can skip, pause or stop at any time.`,
  ];
}

/** “$59.00 every 30 days”; where the first one costs something else, what that costs: “$49.00 for 30 days”. */
export function priceWords({ total, renewal }: Money): string {
  if (renewal === null) return dollars(total);
  const { amount: price, dayssupply } = renewal;
  return total === price ? priceEvery({ price, dayssupply }) : `${dollars(total)} for ${dayssupply} days`;
}

/** The sum, line by line; one line where nothing is added to the price. */
export function sumRows({ price, discount, discountfrom, taxamount, shipping, total }: Money) {
  const rows = [
    { label: "Price", value: dollars(price), shown: true },
    {
      label: discountfrom === null ? "Discount" : `Discount (${discountfrom})`,
      value: `−${dollars(discount)}`,
      good: true,
      shown: discount > 0,
    },
    { label: "Shipping", value: shipping > 0 ? dollars(shipping) : "Free", shown: true },
    { label: "Tax", value: taxamount > 0 ? dollars(taxamount) : "None", shown: true },
    { label: "Total", value: dollars(total), total: true, shown: true },
  ];
  return rows.filter(({ shown }) => shown).map(({ shown: _shown, ...row }) => row);
}

/** What stands over the sentence on an offer she cannot have, and whether that sentence sends her to her doctor. */
export function refusedOffer({ details }: Pick<ApiError, "details">): {
  readonly title: string;
  readonly doctor: boolean;
} {
  const obstacle = details?.["obstacle"];
  return {
    title: obstacle === "has" ? "You have this already" : "Not for you at the moment",
    doctor: obstacle === "fit" || obstacle === "declined" || obstacle === "has",
  };
}
