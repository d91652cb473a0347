import { useEffect, useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { span } from "#clinic/work/urgency.ts";
import { careStatus } from "#clinic/ui/words/care-status.ts";
import { ageOn, patientName } from "#clinic/ui/words/patient-name.ts";
import type { DraftState } from "#clinic/work/keep-draft.ts";
import type { HoldState } from "#clinic/work/hold-claim.ts";
import { practiceDayAndTime } from "#clinic/ui/words/practice-time.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { type CaseAction, caseKeys } from "#clinic/work/case-keys.ts";
import css from "./case.module.css";
import { waitingSince } from "./decision/order-to-decide.ts";

const keptWords: Readonly<Record<DraftState["kept"], string>> = { none: "", waiting: "Not saved yet", saved: "Saved" };

/** Who the case is about, who works on it, and what can be done; it stays in sight. */
export function CaseHead({
  record,
  hold,
  mayDecide,
  actions,
  kept,
  onAct,
  onTakeOver,
}: {
  record: PatientRecord;
  hold: HoldState;
  mayDecide: boolean;
  actions: readonly CaseAction[];
  kept: DraftState;
  onAct: (action: CaseAction) => void;
  onTakeOver: () => void;
}) {
  const status = careStatus(record);
  const { birthday, state, doctor, emergencysince } = record;
  const today = dayIn(settings.brand.timezone, new Date(serverClock.now()));
  return (
    <header className={css["head"]}>
      <div className={css["who"]}>
        <div className={css["named"]}>
          <h1 tabIndex={-1}>{patientName(record)}</h1>
          <a href={`/clinic/patients/${record.id}`}>Whole record</a>
        </div>
        <p className={css["facts"]}>
          {emergencysince && (
            <StatusBadge tone="danger">Emergency since {practiceDayAndTime(emergencysince)}</StatusBadge>
          )}
          <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
          <span>
            {[
              birthday && `${ageOn(birthday, today)}, born ${formatCalendarDay(birthday)}`,
              state ?? "No state given",
              doctor?.name,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <Waiting since={waitingSince(record)} />
        </p>
      </div>
      <div className={css["does"]}>
        <output className={css["kept"]}>{keptWords[kept.kept]}</output>
        {mayDecide && <Holder hold={hold} onTakeOver={onTakeOver} />}
        {(mayDecide ? (["approve", "decline", "next"] as const) : (["next"] as const)).map((action) => (
          // A colleague may take the case any moment: no other button may come to where Approve or Decline was.
          <span key={action} className={actions.includes(action) ? undefined : css["gone"]}>
            <Button variant={action === "approve" ? "primary" : "secondary"} onClick={() => onAct(action)}>
              {buttonLabels[action]} <kbd aria-hidden="true">{caseKeys[action].key}</kbd>
            </Button>
          </span>
        ))}
      </div>
    </header>
  );
}

const buttonLabels = { approve: "Approve", decline: "Decline", next: "Next" } as const;

function Waiting({ since }: { since: string | null }) {
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (since === null) return null;
  return <span title={practiceDayAndTime(since)}>Waiting {span(now - Date.parse(since))}</span>;
}

/** Who works on it; taking it from somebody is a press of its own. */
function Holder({ hold: { status, holder, takenOver }, onTakeOver }: { hold: HoldState; onTakeOver: () => void }) {
  if (status === "mine") return <StatusBadge tone="success">Yours</StatusBadge>;
  if (status !== "theirs") return status === "unknown" ? <StatusBadge tone="warning">Not claimed</StatusBadge> : null;
  return (
    <>
      <output>{takenOver ? `${holder} took this over` : `${holder} is working on this`}</output>
      <Button variant="secondary" onClick={onTakeOver}>
        Take over
      </Button>
    </>
  );
}
