import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EmptyBasket } from "#app/ui/illustrations/empty-basket.tsx";
import { marketingUrl } from "#app/api/settings.ts";
import css from "./lone-page.module.css";

export default function CartPage() {
  return (
    <main className={css["main"]}>
      <EmptyState
        level={1}
        illustration={<EmptyBasket />}
        title="Oops! Your cart is empty."
        action={<ButtonLink href={marketingUrl("/")}>View treatments</ButtonLink>}
      >
        You cannot add products here yet. They can be chosen during your visit.
      </EmptyState>
    </main>
  );
}
