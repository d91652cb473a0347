import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";

const WithdrawUpsellDialog = lazyRoute(() => import("./withdraw-upsell-dialog.tsx")).Part;

/**
 * The upsells the doctor is still reviewing; the patient can withdraw each. The server's message stays on screen after the last one is
 * gone.
 */
export function PendingUpsellsCard({ upsellrequests: pendingUpsells }: Pick<Treatment, "upsellrequests">) {
  const [withdrawingId, setWithdrawingId] = useState<string | null>(null);
  const { message, say: setMessage, ref } = useResultMessage();
  if (pendingUpsells.length === 0 && message === "") return null;
  const withdrawing = pendingUpsells.find(({ orderid }) => orderid === withdrawingId);
  return (
    <>
      <ResultMessage ref={ref} message={message} />
      {pendingUpsells.length > 0 && (
        <Card as="section" gap={5} aria-labelledby="upsells">
          <CardHead id="upsells" title="With your doctor" status={{ tone: "accent", label: "In review" }} />
          {pendingUpsells.map(({ orderid, text }) => (
            <div key={orderid}>
              <p>{text}</p>
              <Link standalone href={`/order/${orderid}`}>
                See this order
              </Link>
              <Button variant="quiet" onClick={() => setWithdrawingId(orderid)}>
                I changed my mind
              </Button>
            </div>
          ))}
        </Card>
      )}
      {withdrawing && (
        <Suspense>
          <WithdrawUpsellDialog
            orderId={withdrawing.orderid}
            names={withdrawing.names}
            onClose={() => setWithdrawingId(null)}
            onDone={(outcome) => {
              setWithdrawingId(null);
              setMessage(outcome);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
