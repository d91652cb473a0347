import { useEffect } from "react";
import { PayNews } from "#app/payment/pay-news.tsx";
import { isRepeated, isUnderWay } from "#app/payment/pay-outcome.ts";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import type { OpenAttempt } from "#contract/frame.ts";
import { useCart } from "../context.ts";
import { useBusy } from "../use-busy.ts";
import { usePayCart } from "../use-pay-cart.ts";
import css from "./checkout.module.css";

/** A payment of before a reload: asked about, or repeated as it was. `onOver` hears why it came to nothing. */
export function Unsettled({ attempt, onOver }: { attempt: OpenAttempt; onOver: (why: string) => void }) {
  const { widget } = useCart();
  const { state, pay, askAgain } = usePayCart(attempt.body, attempt);
  const busy = isUnderWay(state);
  useBusy(busy);
  const why = state.kind === "refused" || state.kind === "repriced" ? state.message : null;
  useEffect(() => {
    if (why !== null) onOver(why);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each outcome
  }, [why]);

  return (
    <div className={css["screen"]}>
      <Heading>Your last payment</Heading>
      <PayNews state={state} onAskAgain={askAgain} />
      {isRepeated(state) && (
        <Button wide onClick={() => void pay(async () => {})}>
          Check out
        </Button>
      )}
      {!busy && (
        <Button variant="secondary" wide onClick={() => widget.show("cart")}>
          Back
        </Button>
      )}
    </div>
  );
}
