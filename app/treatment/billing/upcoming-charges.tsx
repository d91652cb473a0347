import { formatCalendarDay } from "#contract/fields/formats.ts";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { payment } from "#contract/payment.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { Charge } from "./charges.ts";
import { DiscountList } from "./discount-list.tsx";
import css from "./upcoming-charges.module.css";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { formatDollars } from "#app/formats/money.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";

/** Upcoming charges on the patient's card: when, how much and for what. Renders nothing if none is planned. */
export function UpcomingCharges({
  title,
  charges,
  discounts,
}: {
  title?: string;
  charges: readonly Charge[];
  discounts: Treatment["discounts"];
}) {
  const { data } = useQuery(queryOf(payment.sources, {}));
  if (charges.length === 0) return null;
  return (
    <Card as="section" gap={4} aria-labelledby="charges">
      <CardHead id="charges" title={title ?? (charges.length === 1 ? "Your next charge" : "Your next charges")} />
      <DividedList topLine>
        {charges.map((charge) => (
          <Stack key={charge.chargeon} as="li" gap={1} align="start" className={css["charge"]}>
            <Bar rowGap={0} align="baseline" className={css["head"]}>
              <p className={css["day"]}>{formatCalendarDay(charge.chargeon)}</p>
              <p className={css["sum"]}>{formatDollars(charge.amount)}</p>
            </Bar>
            {charge.retry && <StatusBadge tone="danger">We’ll try again</StatusBadge>}
            <ul className={css["items"]}>
              {charge.items.map((item) => (
                <Bar key={item.prescriptionorderid} as="li" rowGap={0}>
                  <Link standalone href={`/subscription/${item.subscriptionid}`}>
                    {item.name}
                  </Link>
                  {charge.items.length > 1 && <span className={css["part"]}>{formatDollars(item.amount)}</span>}
                </Bar>
              ))}
            </ul>
          </Stack>
        ))}
      </DividedList>
      <DiscountList discounts={discounts} />
      <p className={css["muted"]}>
        With tax and shipping, on {cardOnFileText(data?.source ?? null)}.
        {charges.some(({ retry }) => !retry) && " We'll email you at least 5 days before."}
      </p>
    </Card>
  );
}
