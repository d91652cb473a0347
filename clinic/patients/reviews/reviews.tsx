import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { queryKey } from "#clinic/api/query.ts";
import { hasOpenReview, SendReview } from "#clinic/work/send-review.tsx";
import { useInbox } from "#clinic/work/use-inbox.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "../record-page.module.css";
import { OpenReview } from "./open-review.tsx";
import { type ListedReview, listedReviews, reviewFromSearch, reviewStatus } from "./review.ts";

/** The patient's treatment reviews: what they answered, closing one that was read, and sending another. */
export function Reviews({ record }: { record: PatientRecord }) {
  const cache = useQueryClient();
  const wanted = reviewFromSearch(useSearch());
  const reviews = listedReviews(record, useInbox().data?.items ?? [], wanted);
  return (
    <>
      {reviews.length === 0 && <p className={css["quiet"]}>No review was sent yet.</p>}
      <ul className={css["rows"]} aria-label="Treatment reviews">
        {reviews.map((review) => (
          <li key={review.id}>
            <Review record={record} review={review} opened={review.id === wanted} />
          </li>
        ))}
      </ul>
      <SendReview
        patient={record}
        isOpen={hasOpenReview(record)}
        onSent={() => void cache.invalidateQueries({ queryKey: queryKey(care.patient) })}
      />
    </>
  );
}

function Review({ record, review, opened }: { record: PatientRecord; review: ListedReview; opened: boolean }) {
  const { id, sentat, status } = review;
  const [open, setOpen] = useState(opened);
  const { tone, label } = reviewStatus[status];
  return (
    <>
      <div className={css["first"]}>
        {sentat === null ? "Review" : `Review sent ${formatDay(sentat)}`} <StatusBadge tone={tone}>{label}</StatusBadge>
        {status !== "not_answered" && (
          <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Read"}
            <span className="visually-hidden">{sentat === null ? " the review" : `: sent ${formatDay(sentat)}`}</span>
          </Button>
        )}
      </div>
      {open && <OpenReview id={id} record={record} />}
    </>
  );
}
