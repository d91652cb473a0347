import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import type { Subscription } from "#contract/entities.ts";

/** Says why there is nothing to cancel. */
export function NothingToCancel({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const pending = subscriptions.some(({ status }) => status === "pending");
  return (
    <EmptyState
      level={1}
      illustration={<MoonLeaves />}
      title={pending ? "Your subscription has not started yet" : "Nothing runs that could be cancelled"}
      action={
        pending ? (
          <ButtonLink href="/contact-us">Write to us</ButtonLink>
        ) : (
          <ButtonLink href="/treatment">See your plan</ButtonLink>
        )
      }
    >
      {pending
        ? "It starts when your doctor approves it. Nothing is charged before. Write to us to take it back."
        : "No charge is planned on your card."}
    </EmptyState>
  );
}
