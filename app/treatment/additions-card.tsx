import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Treatment } from "#contract/treatment.ts";
import css from "./home.module.css";
import { News, useNews } from "./news-place.tsx";
import { SectionHead } from "./section-head.tsx";

const TakeBackDialog = lazyRoute(() => import("./take-back-dialog.tsx")).Part;

/** What she added to her treatment and her doctor is looking at; she can take it back. The server's sentence stays when it is gone. */
export function AdditionsCard({ additions }: Pick<Treatment, "additions">) {
  const [asking, setAsking] = useState<string | null>(null);
  const { message, say, ref } = useNews();
  if (additions.length === 0 && message === "") return null;
  const asked = additions.find(({ orderid }) => orderid === asking);
  return (
    <>
      <News ref={ref} message={message} />
      {additions.length > 0 && (
        <Card as="section" className={css["order"]} aria-labelledby="added">
          <SectionHead id="added" title="With your doctor" status={{ kind: "accent", label: "In review" }} />
          {additions.map(({ orderid, text }) => (
            <div key={orderid}>
              <p>{text}</p>
              <Link standalone href={`/order/${orderid}`}>
                See this order
              </Link>
              <Button variant="quiet" onClick={() => setAsking(orderid)}>
                I changed my mind
              </Button>
            </div>
          ))}
        </Card>
      )}
      {asked && (
        <Suspense>
          <TakeBackDialog
            orderId={asked.orderid}
            names={asked.names}
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
