import { formatCalendarDay } from "#contract/fields/formats.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { useState } from "react";
import { visibleChanges, afterRefusal, whatComes } from "./visible-changes.ts";
import { PendingTreatmentChange } from "./pending-change.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { DoctorNote } from "./doctor-note.tsx";
import css from "./changes.module.css";
import { BeforeAfter, WhatToUse } from "./before-after.tsx";

/**
 * The doctor's changes: those the patient has to decide on, and those that take effect with the next order. `primary`: the page shows
 * nothing more urgent.
 */
export function TreatmentChanges({
  changes,
  primary = true,
}: {
  changes: readonly TreatmentChange[];
  primary?: boolean;
}) {
  const { message, say: setMessage, ref } = useResultMessage();
  const visible = visibleChanges(changes);
  const [reconsidered, setReconsidered] = useState<string | null>(null);
  const first = visible.find(({ status }) => status === "waiting");
  if (visible.length === 0 && message === "") return null;
  return (
    <Stack>
      <ResultMessage ref={ref} message={message} />
      {visible.map((change) =>
        change.status === "waiting" || (change.agreeable && change.id === reconsidered) ? (
          <PendingTreatmentChange
            key={change.id}
            change={change}
            primary={primary && change === first}
            onDecided={setMessage}
          />
        ) : (
          <DecidedTreatmentChange key={change.id} change={change} onReconsider={() => setReconsidered(change.id)} />
        ),
      )}
    </Stack>
  );
}

/** A change that takes effect with the patient's next order, or one they refused. */
function DecidedTreatmentChange({ change, onReconsider }: { change: TreatmentChange; onReconsider: () => void }) {
  const { id, status, doctor, note, chargeon, subscriptionid } = change;
  const who = doctor?.name ?? "Your doctor";
  const isRefused = status === "refused";
  return (
    <Card as="section" tone="tint" gap={5} align="start" className={css["card"]} aria-labelledby={`change-${id}`}>
      <h2 id={`change-${id}`} className={css["title"]}>
        {change.title}
      </h2>
      {isRefused ? (
        <p>{afterRefusal(change)}</p>
      ) : (
        <>
          {note && <DoctorNote note={note} from={who} />}
          <BeforeAfter change={change} />
          <WhatToUse change={change} />
          {chargeon && (
            <p>
              {change.fromordered && change.beginson === null
                ? "You'll get it with your next order, charged"
                : "We'll charge you and send it"}{" "}
              on {formatCalendarDay(chargeon)} or soon after.{" "}
              {change.beginson === null && "We'll email you at least 5 days before. "}
              {whatComes(change)}
            </p>
          )}
        </>
      )}
      {isRefused && change.agreeable && (
        <Button variant="secondary" onClick={onReconsider}>
          I've changed my mind
        </Button>
      )}
      <Link standalone href={isRefused ? "/messages/doctor" : `/subscription/${subscriptionid}`}>
        {isRefused ? "Message your doctor" : "Change, pause or skip"}
      </Link>
    </Card>
  );
}
