import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { payment } from "#contract/payment.ts";
import { priceEvery } from "#contract/fields/period.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import { DoctorNote } from "./doctor-note.tsx";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import css from "./changes.module.css";
import { reasonToAsk, whatComes } from "./visible-changes.ts";
import { BeforeAfter, WhatToUse } from "./before-after.tsx";

const RefuseChangeDialog = lazyRoute(() => import("./refuse-change-dialog.tsx")).Part;

/**
 * A change that costs more, with its reason, its price and when that starts, and buttons to agree or refuse. `onDecided` gets the server's
 * message.
 */
export function PendingTreatmentChange({
  change,
  primary,
  onDecided,
}: {
  change: TreatmentChange;
  primary: boolean;
  onDecided: (message: string) => void;
}) {
  const { id, status, to, doctor, note, chargeon, begins } = change;
  const sources = useQuery(queryOf(payment.sources, {}));
  const agreeAction = useKeyedAction<number, string>(
    async (price) =>
      (
        await call(treatment.agreeToChange, {
          params: { id },
          body: { price, ...(status === "refused" && { afterall: true }) },
        })
      ).message,
    { onRefetched: onDecided },
  );
  const who = doctor?.name ?? "Your doctor";
  return (
    <Card as="section" tone="accent" gap={5} align="start" className={css["card"]} aria-labelledby={`change-${id}`}>
      <h2 id={`change-${id}`} className={css["title"]}>
        {change.title}
      </h2>
      {note && <DoctorNote note={note} from={who} />}
      <BeforeAfter change={change} />
      <WhatToUse change={change} />
      {to.directions && (
        <div>
          <p className={css["label"]}>How to use the new one</p>
          <p>{to.directions}</p>
        </div>
      )}
      {change.obstacle === null ? (
        <p>
          {reasonToAsk(change)} If you agree, {cardOnFileText(sources.data?.source ?? null)} is charged {priceEvery(to)}
          , with tax
          {begins === "now" ? ", from today on" : chargeon && `, from ${formatCalendarDay(chargeon)} on`}. We'll email
          you at least 5 days before every {begins === "when_box_ends" ? "" : "later "}charge, and you can cancel any
          time. {whatComes(change)}
        </p>
      ) : (
        <Alert tone="info">{change.obstacle}</Alert>
      )}
      {agreeAction.error && <Alert tone="warning">{errorMessage(agreeAction.error)}</Alert>}
      <AnswerButtons
        agree={
          change.agreeable && (
            <Button
              variant={primary ? "primary" : "secondary"}
              busy={agreeAction.busy}
              busyLabel="Saving your answer"
              onClick={() => agreeAction.press(to.price)}
            >
              Agree to {priceEvery(to)}
            </Button>
          )
        }
        refusable={status === "waiting"}
        pending={agreeAction.pending}
        refuseDialog={(shown) => <RefuseChangeDialog change={change} onDone={onDecided} {...shown} />}
      />
    </Card>
  );
}
