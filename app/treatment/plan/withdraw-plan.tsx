import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";

const WithdrawPlanDialog = lazyRoute(() => import("./withdraw-plan-dialog.tsx")).Part;

/** Withdraws a plan under review. The server's message stays on screen after the plan is gone. */
export function WithdrawPlan({ orderId }: { orderId: string | null }) {
  const [asking, setAsking] = useState<string | null>(null);
  const { message, say, ref } = useResultMessage();
  return (
    <>
      <ResultMessage ref={ref} message={message} />
      {orderId !== null && (
        <Button variant="quiet" onClick={() => setAsking(orderId)}>
          I changed my mind
        </Button>
      )}
      {asking !== null && (
        <Suspense>
          <WithdrawPlanDialog
            orderId={asking}
            onClose={() => setAsking(null)}
            onDone={(outcome) => {
              setAsking(null);
              say(outcome);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
