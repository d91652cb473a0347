import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import type { PaymentState } from "./payment-state.ts";

/** The outcome of pressing Pay, where there is something to report. */
export function PaymentStatusAlert({ state, onCheckAgain }: { state: PaymentState; onCheckAgain: () => void }) {
  switch (state.kind) {
    case "asking":
      return (
        <Alert tone="info" title="We're checking with your bank">
          This can take a minute. Please keep this page open, and don't pay again. You can't be charged twice.
        </Alert>
      );
    case "unsure":
      return (
        <Alert
          tone="warning"
          title="We don't have an answer yet"
          actions={
            <Button variant="secondary" onClick={onCheckAgain}>
              Ask again
            </Button>
          }
        >
          {state.message && <p>{state.message}</p>}
          If your order went through, we'll email you. You can also press “Check out” again. It repeats the very same
          order, so you can't be charged twice.
        </Alert>
      );
    case "unconfirmed":
      return (
        <Alert tone="warning" title="Your bank wants you to confirm this payment">
          <p>{state.message}</p>
          Press “Check out” again to confirm it. It's the very same order, so you can't be charged twice.
        </Alert>
      );
    case "review":
    case "repriced":
    case "refused":
      return <Alert tone="warning">{state.message}</Alert>;
    case "ready":
    case "paying":
    case "moved":
    case "done":
      return null;
  }
}
