import { HowToUse } from "#app/catalogue/how-to-use.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { formatDay } from "#app/formats/dates.ts";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import { priceAndPeriodText } from "./subscription-text.ts";
import css from "./subscription-page.module.css";

/** Directions and terms of the subscription. */
export function SubscriptionDetailsCard({ subscription }: { subscription: Subscription }) {
  const { item, startedat, status } = subscription;
  const isCancelled = status === "cancelled";
  const { refills } = subscription.state;
  return (
    <Card as="section" gap={5} aria-labelledby="facts">
      <CardHead id="facts" title="Good to know" />
      {item.directions && (
        <HowToUse picture={item.image}>
          <p>{item.directions}</p>
        </HowToUse>
      )}
      <SummaryList
        rows={[
          ...(isCancelled ? [] : [{ label: "Price", value: priceAndPeriodText(subscription) }]),
          ...(refills ? [{ label: "Prescription", value: refills }] : []),
          { label: "Since", value: formatDay(startedat) },
        ]}
      />
      <div>
        {!isCancelled && (
          <p className={css["muted"]}>Prices are before tax. We'll email you at least 5 days before every charge.</p>
        )}
        <Link standalone href="/account-settings/billing-details">
          Card and billing
        </Link>
      </div>
    </Card>
  );
}
