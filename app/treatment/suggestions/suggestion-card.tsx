import { useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { ProductPicture } from "#app/catalogue/product-picture.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { withBankConfirmation } from "#app/payment/bank-confirmation.ts";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { ActionError, ErrorActionButton, errorActionOf } from "#app/payment/error-action.tsx";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { priceEvery } from "#contract/fields/period.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import css from "../changes/changes.module.css";
import { AnswerButtons } from "../changes/answer-buttons.tsx";
import { DoctorNote } from "../changes/doctor-note.tsx";
import own from "./suggestion-card.module.css";

const DeclineSuggestionDialog = lazyRoute(() => import("./decline-suggestion-dialog.tsx")).Part;

/** What the doctor suggests and why, what it costs and when, and buttons to agree or decline. `onAnswered` gets the server's message. */
export function SuggestionCard({
  suggestion,
  primary,
  onAnswered,
}: {
  suggestion: Suggestion;
  primary: boolean;
  onAnswered: (message: string) => void;
}) {
  const { id, product, doctor, note, obstacle, title, terms } = suggestion;
  const sources = useQuery(queryOf(payment.sources, {}));
  const agreeAction = useKeyedAction<number, string>(
    (price, key) =>
      withBankConfirmation(
        async () =>
          (
            await call(
              treatment.agreeToSuggestion,
              { params: { id }, body: { price, ...(suggestion.status === "declined" && { afterall: true }) } },
              { key },
            )
          ).message,
      ),
    { onRefetched: onAnswered },
  );
  const errorAction = agreeAction.error ? errorActionOf(agreeAction.error) : null;
  const noCard = sources.data?.source === null;
  return (
    <Card as="section" tone="accent" gap={5} align="start" className={css["card"]} aria-labelledby={`suggestion-${id}`}>
      <h2 id={`suggestion-${id}`} className={css["title"]}>
        {title}
      </h2>
      <DoctorNote note={note} from={doctor?.name ?? "Your doctor"} />
      <SuggestedProduct product={product} />
      {product.directions && (
        <div>
          <p className={css["label"]}>How to use it</p>
          <p>{product.directions}</p>
        </div>
      )}
      {obstacle === null ? (
        <p>
          {terms} It's {priceEvery(product)}, with tax, charged to {cardOnFileText(sources.data?.source ?? null)}. We'll
          email you at least 5 days before every later charge, and you can cancel any time.
        </p>
      ) : (
        <Alert tone="info">{obstacle}</Alert>
      )}
      {obstacle === null && <ActionError error={agreeAction.error} noCard={noCard} />}
      <AnswerButtons
        agree={
          obstacle === null && (
            <ErrorActionButton errorAction={errorAction} noCard={noCard}>
              <Button
                variant={primary ? "primary" : "secondary"}
                busy={agreeAction.busy}
                busyLabel="Adding it"
                onClick={() => agreeAction.press(product.price)}
              >
                Agree to {priceEvery(product)}
              </Button>
            </ErrorActionButton>
          )
        }
        refusable={suggestion.status === "waiting"}
        pending={agreeAction.pending}
        refuseDialog={(shown) => <DeclineSuggestionDialog suggestion={suggestion} onDone={onAnswered} {...shown} />}
      />
    </Card>
  );
}

/** The medicine with its strength and price, and what must be known of it. */
const SuggestedProduct = ({ product }: { product: Suggestion["product"] }) => (
  <div className={css["new"]}>
    <div className={own["product"]}>
      <ProductPicture small src={product.image} />
      <div>
        <p className={css["name"]}>{product.name}</p>
        {product.dosage && <p>{product.dosage}</p>}
        <p className={css["price"]}>{priceEvery(product)}</p>
      </div>
    </div>
    {product.notices.map((notice) => (
      <p key={notice} className={css["label"]}>
        <EmergencyText>{notice}</EmergencyText>
      </p>
    ))}
  </div>
);
