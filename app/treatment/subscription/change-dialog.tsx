import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { queryOf } from "#app/api/query.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog, DialogClose } from "#app/ui/dialog.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { Subscription } from "#contract/entities.ts";
import { payment } from "#contract/payment.ts";
import { ChangeTrouble } from "../change-trouble.tsx";
import type { Charge } from "../charges.ts";
import { cardText } from "../money.ts";
import { useChange } from "../use-change.ts";
import { WayOutButton } from "../way-out-button.tsx";
import { wayOutOf } from "../way-out.ts";
import { carryOut, type Change } from "./change.ts";

import { PauseChoice } from "./pause-choice.tsx";
import { questionOf } from "./question.ts";

/**
 * Asks before a change, with exactly what it will do, and stays until its outcome is known. `onDone` gets the server's sentence, once the
 * screen behind agrees with it; `news` is where that is shown, and gets the focus.
 */
export default function ChangeDialog({
  first,
  subscription,
  charges,
  patientid,
  open,
  news,
  onClose,
  onDone,
}: {
  /** What she pressed; a pause begins with one month. */
  first: Change;
  subscription: Subscription;
  charges: readonly Charge[];
  patientid: string;
  open: boolean;
  news: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const [change, setChange] = useState(first);
  const [done, setDone] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  const sources = useQuery(queryOf(payment.sources, {}));
  const { press, busy, pending, error } = useChange<Change, string>(
    (wanted, key) => carryOut(wanted, { patientid, subscriptionid: subscription.id }, key),
    {
      onAgreed: (message) => {
        setDone(true);
        onDone(message);
      },
    },
  );
  // What she was asked stays as it was: the answer changes what is behind.
  const [asked, setAsked] = useState({ subscription, charges });
  const way = error ? wayOutOf(error) : null;
  if (way === "sum" && asked.charges !== charges) setAsked({ subscription, charges });

  const question = questionOf(change, {
    subscription: asked.subscription,
    card: cardText(sources.data?.source ?? null),
  });
  const belongs = asked.subscription.together.length > 0;
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
      initialFocus={stay}
      {...(done && { opener: news })}
      actions={
        <>
          <WayOutButton way={way} noCard={noCard}>
            <Button
              variant={question.danger ? "danger" : "primary"}
              busy={busy}
              busyLabel={question.busy}
              onClick={() => press(change)}
            >
              {way === "again" ? "Try again" : question.confirm}
            </Button>
          </WayOutButton>
          <DialogClose>
            <Button ref={stay} variant="secondary" disabled={busy}>
              {way === "none" ? "Close" : "Not now"}
            </Button>
          </DialogClose>
        </>
      }
    >
      <Stack gap="md">
        {change.kind === "pause" && (
          <PauseChoice
            subscription={asked.subscription}
            months={change.months}
            onChoose={(months) => setChange({ ...change, months })}
          />
        )}
        {belongs && (change.kind === "pause" || change.kind === "skip") && (
          <Checkbox
            label={`Only ${asked.subscription.item.name}`}
            checked={change.alone ?? false}
            disabled={busy}
            onChange={({ target }) => setChange({ ...change, alone: target.checked })}
          />
        )}
        {asked.subscription.warning && stops(change) && (!belongs || isAlone(change)) && (
          <Alert kind="warning">{asked.subscription.warning}</Alert>
        )}
        {question.facts.length > 0 && <SummaryList rows={question.facts} />}
        <ChangeTrouble error={error} noCard={noCard} />
      </Stack>
    </Dialog>
  );
}

/** Only this one of what comes in one parcel; cancelling a supply never concerns another one. */
const isAlone = (change: Change): boolean => change.kind === "cancel" || ("alone" in change && change.alone === true);

/** It leaves her without a supply for a while. */
const stops = ({ kind }: Change): boolean => kind === "pause" || kind === "skip" || kind === "cancel";
