import { ContentError } from "../loader/read.ts";
import type { Checked, FileOf } from "./references.ts";

const file = "shipping.yaml";
const dayMs = 86_400_000;

/**
 * Checks that a box charged `leaddays` before the previous one is empty arrives in time, is never charged before three quarters of the previous one
 * are used, and that products that belong together can be sent together.
 */
export function checkPeriods({ shipping, catalogue, requirements }: Checked, fileOf: FileOf): void {
  const { leaddays, pharmacydays, standard } = shipping;
  const prescribed = catalogue.products.filter(({ prescription }) => prescription).flatMap(({ pricings }) => pricings);
  const shortest = Math.min(...prescribed.map(({ dayssupply }) => dayssupply));
  if (leaddays * 4 > shortest)
    throw new ContentError(file, `leaddays is ${leaddays}: more than a quarter of a box of ${shortest} days`);
  const workingDays = pharmacydays + standard.businessdays.to;
  const longest = calendarDays(workingDays);
  if (longest > leaddays)
    throw new ContentError(file, `leaddays is ${leaddays}: pharmacy and carrier may take ${longest} days`);
  for (const { ifcategory, require } of requirements) {
    const daysOf = (product: Checked["catalogue"]["products"][number]) =>
      product.pricings.map(({ dayssupply }) => dayssupply);
    const required = catalogue.products.filter(({ categories }) => categories.includes(require));
    for (const product of catalogue.products.filter(({ categories }) => categories.includes(ifcategory)))
      for (const days of daysOf(product))
        if (required.some((other) => !daysOf(other).some((each) => days % each === 0)))
          throw new ContentError(
            fileOf("catalogue", product.productid),
            `${product.productid} lasts ${days} days: each ${require} must come for as many, or for a part of them`,
          );
  }
}

/** The maximum of calendar days that some working days can take, from any day of the week. */
function calendarDays(workingDays: number): number {
  const monday = Date.parse("2026-01-05");
  const lengths = [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
    let days = 0;
    for (let left = workingDays; left > 0;) {
      days += 1;
      const day = new Date(monday + (weekday + days) * dayMs).getUTCDay();
      if (day !== 0 && day !== 6) left -= 1;
    }
    return days;
  });
  return Math.max(...lengths);
}
