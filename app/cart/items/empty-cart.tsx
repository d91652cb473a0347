import { settings } from "#app/settings.ts";
import { moveFocusToHeading } from "#app/ui/focus.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { EmptyBasket } from "#app/ui/brand/illustrations/empty-basket.tsx";
import { useCart } from "../widget/cart-context.ts";

/** Shown when the cart is empty; a chunk of its own, so that a filled cart doesn't load its picture (spec §2.3). */
export default function EmptyCart() {
  const { leaveWidget: leave } = useCart();
  const treatments = settings.marketingOrigin + settings.brand.marketingpages.treatments;
  return (
    <div ref={moveFocusToHeading}>
      <EmptyState
        level={1}
        illustration={<EmptyBasket />}
        title="Oops! Your cart is empty."
        action={
          <Button onClick={() => void leave(treatments).catch(() => open(treatments, "_top"))}>View treatments</Button>
        }
      />
    </div>
  );
}
