import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { priceAndPeriodText } from "../subscription-text.ts";
import css from "./cancel.module.css";

/** Which subscriptions to cancel: the only one, or those the patient ticks. */
export function SubscriptionSelection({
  subscriptions,
  selectedIds,
  error,
  onSelect,
}: {
  subscriptions: readonly Subscription[];
  selectedIds: readonly string[];
  error: string | undefined;
  onSelect: (ids: string[]) => void;
}) {
  const [only] = subscriptions;
  if (subscriptions.length === 1 && only)
    return (
      <Stack gap={3} className={css["only"]}>
        <ProductRow picture={only.item.image} name={only.item.name} detail={only.item.dosage} />
        <p className={css["muted"]}>
          {priceAndPeriodText(only)}. {only.statustext}
        </p>
      </Stack>
    );
  return (
    <ChoiceCards
      multiple
      label="Which do you want to cancel?"
      error={error}
      value={selectedIds}
      onValueChange={onSelect}
      options={subscriptions.map((subscription) => ({
        value: subscription.id,
        label: `${subscription.item.name}, ${subscription.item.dosage}`,
        description: `${priceAndPeriodText(subscription)}. ${subscription.statustext}`,
      }))}
    />
  );
}
