import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shownText } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { session } from "#app/api/session.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { account } from "#contract/account.ts";
import { payment } from "#contract/payment.ts";
import { useCart } from "../context.ts";
import { openAttempt } from "../owner.ts";
import { useQuote } from "../use-quote.ts";
import { BillingForm } from "./billing-form.tsx";
import css from "./checkout.module.css";
import { Unsettled } from "./unsettled.tsx";

/** Billing; a payment of before that is not settled comes first. */
export default function Billing() {
  const { widget } = useCart();
  const open = () => openAttempt(widget.get().kept.attempts, session.get().token);
  const [before, setBefore] = useState(open);
  const [news, setNews] = useState<string | null>(null);
  function over(why: string) {
    setNews(why);
    setBefore(open);
  }
  return before ? <Unsettled key={before.key} attempt={before} onOver={over} /> : <NewPayment news={news} />;
}

/** What is bought, the card, the billing address, and one button (spec §2.3). */
function NewPayment({ news }: { news: string | null }) {
  const { widget, state } = useCart();
  const sources = useQuery(queryOf(payment.sources, {}));
  const billing = useQuery(queryOf(account.billingAddress, {}));
  const priced = useQuote(state.kept.lines);
  const parts = [sources, billing, priced.quote];
  const failed = parts.find((query) => query.isError && !query.data);
  const noAddress = failed?.error && "code" in failed.error && failed.error.code === "no_shipping_address";

  return (
    <div className={css["screen"]}>
      <Heading lead="Add payment method and we're ready to ship your treatment.">You're almost there</Heading>
      {failed && (
        <Alert
          kind="warning"
          actions={
            noAddress ? (
              <Button variant="secondary" onClick={() => widget.show("shipping")}>
                Add an address
              </Button>
            ) : (
              <Button
                variant="secondary"
                busy={parts.some((query) => query.isFetching)}
                onClick={() => parts.forEach((query) => void (query.isError && query.refetch()))}
              >
                Try again
              </Button>
            )
          }
        >
          {shownText(failed.error)}
        </Alert>
      )}
      {!failed && !parts.every((query) => query.data) && <Skeleton kind="row" count={6} />}
      {sources.data && billing.data && priced.quote.data && (
        <BillingForm
          source={sources.data.source}
          gateway={sources.data.gateway}
          onFile={billing.data}
          quote={priced.quote.data}
          priced={priced}
          news={news}
        />
      )}
    </div>
  );
}
