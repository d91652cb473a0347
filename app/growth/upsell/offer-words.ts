import { dollars } from "#app/treatment/money.ts";
import type { ApiError } from "#app/api/api-error.ts";
import type { Upsell } from "#contract/upsell.ts";

type Money = Pick<
  Upsell,
  "price" | "discount" | "discountfrom" | "taxamount" | "shipping" | "total" | "renewal" | "product"
>;

const every = (months: number): string => (months === 1 ? "every month" : `every ${months} months`);

/** What happens to her card, step by step; `card` is the one on file in words. */
export function cardWords({ total, renewal, product }: Money, card: string): string[] {
  const now = product.prescription
    ? `Today your bank only holds ${dollars(total)} on ${card}. You are charged when your doctor says yes. If not, you pay nothing.`
    : `Today we charge ${dollars(total)} to ${card}.`;
  if (renewal === null) return [now];
  return [
    now,
    `After that it is ${dollars(renewal.amount)} ${every(renewal.months)}. We write to you 5 days before each charge. You can skip, pause or stop at any time.`,
  ];
}

/** “$59.00 a month”. */
export const priceWords = ({ total, renewal }: Money): string =>
  renewal === null || renewal.months > 1
    ? `${dollars(total)}${renewal === null ? "" : ` for ${renewal.months} months`}`
    : `${dollars(total)} a month`;

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
