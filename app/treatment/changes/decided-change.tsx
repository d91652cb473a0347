import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { DoctorNote } from "../plan/doctor-note.tsx";
import { afterRefusal, whatComes } from "./visible-changes.ts";
import css from "./changes.module.css";
import { BeforeAfter, WhatToUse } from "./before-after.tsx";

/** A change that takes effect with the patient's next order, or one they refused. */
export function DecidedTreatmentChange({ change }: { change: TreatmentChange }) {
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
              {change.fromordered ? "You'll get it with your next order, charged" : "We'll charge you and send it"} on{" "}
              {formatCalendarDay(chargeon)} or soon after. We'll email you at least 5 days before. {whatComes(change)}
            </p>
          )}
        </>
      )}
      <Link standalone href={isRefused ? "/messages/doctor" : `/subscription/${subscriptionid}`}>
        {isRefused ? "Message your doctor" : "Change, pause or skip"}
      </Link>
    </Card>
  );
}
