import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { queryOf } from "#app/api/query.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Dialog, DialogClose } from "#app/ui/layout/overlays/dialog.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { payment } from "#contract/payment.ts";
import { ActionError, ErrorActionButton, errorActionOf } from "#app/payment/error-action.tsx";
import type { Charge } from "../billing/charges.ts";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { submitSubscriptionAction, type SubscriptionAction } from "./subscription-action.ts";
import { actionQuestion, companionWarning, isMoveDay } from "./action-question.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";

/**
 * Asks for confirmation of an action, says exactly what it will do, and stays open until the outcome is known. `onDone` gets the server's
 * message once the screen behind is up to date; `resultArea` is the element that shows the message and takes the focus.
 */
export default function SubscriptionActionDialog({
  initialAction,
  subscription,
  charges,
  patientid,
  open,
  resultArea,
  onClose,
  onDone,
}: {
  /** The action the patient chose; a pause starts at one month. */
  initialAction: SubscriptionAction;
  subscription: Subscription;
  charges: readonly Charge[];
  patientid: string;
  open: boolean;
  resultArea: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const [action, setAction] = useState(initialAction);
  const [done, setDone] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const sources = useQuery(queryOf(payment.sources, {}));
  const { press, busy, pending, error } = useKeyedAction<SubscriptionAction, string>(
    (chosen, key) => submitSubscriptionAction(chosen, { patientid, subscriptionid: subscription.id }, key),
    {
      onRefetched: (message) => {
        setDone(true);
        onDone(message);
      },
    },
  );
  // The question stays as asked while refetched data changes the page behind; only a new price updates it.
  const [snapshot, setSnapshot] = useState({ subscription, charges });
  const errorAction = error ? errorActionOf(error) : null;
  if (errorAction === "sum" && snapshot.charges !== charges) setSnapshot({ subscription, charges });

  const question = actionQuestion(action, {
    subscription: snapshot.subscription,
    card: cardOnFileText(sources.data?.source ?? null),
  });
  const sharesParcel = snapshot.subscription.sharesparcelwith.length > 0;
  const companion = companionWarning(action, snapshot.subscription, sharesParcel);
  const noCard = question.charges && sources.data?.source === null;

  return (
    <Dialog
      role="alertdialog"
      title={question.title}
      description={question.text}
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onClose();
      }}
      initialFocus={cancelButton}
      {...(done && { opener: resultArea })}
      actions={
        <>
          <ErrorActionButton errorAction={errorAction} noCard={noCard}>
            <Button
              variant={question.danger ? "danger" : "primary"}
              busy={busy}
              busyLabel={question.busy}
              disabled={question.incomplete === true}
              onClick={() => press(action)}
            >
              {errorAction === "again" ? "Try again" : question.confirm}
            </Button>
          </ErrorActionButton>
          <DialogClose>
            <Button ref={cancelButton} variant="secondary" disabled={busy}>
              {errorAction === "none" ? "Close" : "Not now"}
            </Button>
          </DialogClose>
        </>
      }
    >
      <Stack gap={5}>
        {action.kind === "pause" && (
          <PauseLengthField
            subscription={snapshot.subscription}
            months={action.months}
            onChoose={(months) => setAction({ ...action, months })}
          />
        )}
        {action.kind === "move" && <MoveDayField action={action} onChoose={(day) => setAction({ ...action, day })} />}
        {sharesParcel && canBeAlone(action, snapshot.subscription) && (
          <Checkbox
            label={`Only ${snapshot.subscription.item.name}`}
            checked={"onlyThis" in action && action.onlyThis === true}
            disabled={busy}
            onChange={({ target }) => setAction({ ...action, onlyThis: target.checked })}
          />
        )}
        {question.gap && <Alert tone="warning">{question.gap}</Alert>}
        {companion && <Alert tone="warning">{companion}</Alert>}
        {question.facts.length > 0 && <SummaryList rows={question.facts} />}
        <ActionError error={error} noCard={noCard} />
      </Stack>
    </Dialog>
  );
}

/** Whether the patient may choose it for one of several that come together. A pause that is changed is that of all of them. */
const canBeAlone = (
  action: SubscriptionAction,
  { status }: Subscription,
): action is Extract<SubscriptionAction, { kind: "pause" | "skip" }> =>
  action.kind === "skip" || (action.kind === "pause" && status !== "paused");

/** The days the server offers, and why no other one. */
function MoveDayField({
  action,
  onChoose,
}: {
  action: Extract<SubscriptionAction, { readonly kind: "move" }>;
  onChoose: (day: string) => void;
}) {
  const { order, day } = action;
  if (order.move === null) return null;
  const { first, whyfirst, last, whylast } = order.move;
  const isOutside = day !== "" && !isMoveDay(action);
  return (
    <TextField
      label="The day we charge you and send it"
      type="date"
      min={first}
      max={last}
      value={day}
      hint={`${whyfirst} ${whylast}`}
      error={isOutside ? (day < first ? whyfirst : whylast) : undefined}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}

/** The pauses the server offers (decisions §9), each with the day of the next charge. */
function PauseLengthField({
  subscription,
  months,
  onChoose,
}: {
  subscription: Subscription;
  months: number;
  onChoose: (months: number) => void;
}) {
  return (
    <ChoiceCards
      label="How long?"
      value={String(months)}
      onValueChange={(value) => onChoose(Number(value))}
      options={subscription.pauseuntil.map((until, index) => ({
        value: String(index + 1),
        label: index === 0 ? "1 month" : `${index + 1} months`,
        description: `Next charge on ${formatCalendarDay(until)}`,
      }))}
    />
  );
}
