import { useEffect, useState } from "react";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { serverClock } from "#clinic/api/server-clock.ts";
import { span } from "#clinic/work/urgency.ts";
import { careStatus } from "#clinic/ui/labels/care-status.ts";
import { ageOn, patientName } from "#clinic/ui/labels/patient-name.ts";
import { type DraftState, draftStatusTexts } from "#clinic/work/draft.ts";
import type { ClaimState } from "#clinic/work/claim.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import { type CaseAction, caseKeys } from "#clinic/work/case-keys.ts";
import css from "./case.module.css";
import { waitingSince } from "./evidence/order-to-decide.ts";

const draftTexts: typeof draftStatusTexts = { ...draftStatusTexts, saved: "Saved" };

/** Who the case is about, who works on it, and what can be done; it stays in sight. */
export function CaseHead({
  record,
  claim,
  mayDecide,
  actions,
  draftStatus,
  onAct,
  onTakeOver,
}: {
  record: PatientRecord;
  claim: ClaimState;
  mayDecide: boolean;
  actions: readonly CaseAction[];
  draftStatus: DraftState["status"];
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
        <output className={css["quiet"]}>{draftTexts[draftStatus]}</output>
        {mayDecide && <ClaimOnCase claim={claim} onTakeOver={onTakeOver} />}
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
function ClaimOnCase({
  claim: { status, claimedBy, takenOver },
  onTakeOver,
}: {
  claim: ClaimState;
  onTakeOver: () => void;
}) {
  if (status === "own") return <StatusBadge tone="success">Yours</StatusBadge>;
  if (status !== "taken") return status === "unknown" ? <StatusBadge tone="warning">Not claimed</StatusBadge> : null;
  return (
    <>
      <output>{takenOver ? `${claimedBy} took this over` : `${claimedBy} is working on this`}</output>
      <Button variant="secondary" onClick={onTakeOver}>
        Take over
      </Button>
    </>
  );
}
