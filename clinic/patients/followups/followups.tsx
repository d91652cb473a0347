import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { queryKey } from "#clinic/api/query.ts";
import { NextReview } from "#clinic/care/next-review.tsx";
import { hasOpenFollowup, SendFollowup } from "#clinic/work/send-followup.tsx";
import { useWaitingOf } from "#clinic/work/use-inbox.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import rowCss from "#clinic/ui/rows.module.css";
import { OpenFollowup } from "./open-followup.tsx";
import { type ListedFollowup, listedFollowups, followupFromSearch, followupStatus } from "./followup.ts";

/** The patient's treatment reviews: what they answered, closing one that was read, and sending another. */
export function Followups({ record }: { record: PatientRecord }) {
  const cache = useQueryClient();
  const wanted = followupFromSearch(useSearch());
  const followups = listedFollowups(record, useWaitingOf(record.id), wanted);
  return (
    <>
      {followups.length === 0 && <p className={rowCss["quiet"]}>No review was sent yet.</p>}
      <ul className={rowCss["rows"]} aria-label="Treatment reviews">
        {followups.map((followup) => (
          <li key={followup.id}>
            <Followup record={record} followup={followup} isWanted={followup.id === wanted} />
          </li>
        ))}
      </ul>
      <NextReview patient={record} />
      <SendFollowup
        patient={record}
        isOpen={hasOpenFollowup(record)}
        onSent={() => void cache.invalidateQueries({ queryKey: queryKey(care.patient) })}
      />
    </>
  );
}

function Followup({
  record,
  followup,
  isWanted,
}: {
  record: PatientRecord;
  followup: ListedFollowup;
  isWanted: boolean;
}) {
  const { id, sentat, status } = followup;
  const [open, setOpen] = useState(isWanted);
  const { tone, label } = followupStatus[status];
  return (
    <>
      <div className={rowCss["first"]}>
        {sentat === null ? "Review" : `Review sent ${formatDay(sentat)}`} <StatusBadge tone={tone}>{label}</StatusBadge>
        {status !== "not_answered" && (
          <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Read"}
            <span className="visually-hidden">{sentat === null ? " the review" : `: sent ${formatDay(sentat)}`}</span>
          </Button>
        )}
      </div>
      {open && <OpenFollowup id={id} record={record} />}
    </>
  );
}
