import * as z from "zod/mini";
import type { Tone } from "#app/ui/brand/tones.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import type { InboxItem } from "#clinic/work/queues.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import { Id } from "#contract/fields/fields.ts";
import type { Message } from "#contract/messages/message.ts";

/** A review of a patient's as the record lists it. */
export interface ListedReview {
  readonly id: string;
  /** Null: not among the messages that were read. */
  readonly sentat: string | null;
  /** `to_read` somebody has to read it, also one with an emergency that isn't finished */
  readonly status: "to_read" | "not_answered" | "answered" | "unknown";
}

export const reviewStatus: Readonly<Record<ListedReview["status"], Status>> = {
  to_read: { tone: "warning", label: "To read" },
  not_answered: { tone: "neutral", label: "Not answered yet" },
  answered: { tone: "success", label: "Read" },
  unknown: { tone: "neutral", label: "Earlier" },
};

/** The patient's reviews, newest first: those that were sent, those that wait in the inbox, and the one an address asks for. */
export function listedReviews(
  messages: readonly Message[],
  inbox: readonly InboxItem[],
  { patientId, wanted }: { readonly patientId: string; readonly wanted: string | null },
): readonly ListedReview[] {
  const waiting = inbox.filter(({ queue, patient }) => queue === "followup" && patient?.id === patientId);
  const sent = messages.flatMap(({ followupid, createdat, actionstatus }): ListedReview[] =>
    followupid === null
      ? []
      : [
          {
            id: followupid,
            sentat: createdat,
            status: waiting.some(({ id }) => id === followupid)
              ? "to_read"
              : actionstatus === "PENDING"
                ? "not_answered"
                : "answered",
          },
        ],
  );
  const others = [
    ...waiting.map(({ id }): ListedReview => ({ id, sentat: null, status: "to_read" })),
    ...(wanted === null ? [] : [{ id: wanted, sentat: null, status: "unknown" } as const]),
  ];
  return [...sent, ...others].filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index);
}

/** The review an address asks for; what is no id is none. */
export function reviewFromSearch(search: string): string | null {
  const asked = z.safeParse(Id, new URLSearchParams(search).get("review"));
  return asked.success ? asked.data : null;
}

type Symptom = FollowupResult["symptoms"][number];

/** Which way a symptom went since the patient was last asked. */
export function movement({ before, now }: Symptom): Status {
  if (before === null || now === null) return { tone: "neutral", label: now === null ? "Not answered" : "New" };
  if (now === before) return { tone: "neutral", label: "The same" };
  return now > before ? { tone: "warning", label: "Worse" } : { tone: "success", label: "Better" };
}

/** What got worse first, most of all at the top. */
export const byMovement = (symptoms: readonly Symptom[]): readonly Symptom[] =>
  symptoms.toSorted((a, b) => risen(b) - risen(a));
const risen = ({ before, now }: Symptom): number => (before === null || now === null ? 0.5 : now - before);

/** What the patient answered beside the symptoms, which stand on their own. */
export const otherAnswers = ({ answers, symptoms }: FollowupResult): FollowupResult["answers"] =>
  answers.filter(({ questionid, answer }) => answer !== "" && !symptoms.some(({ id }) => id === questionid));

export const flagWords: Readonly<Record<FollowupResult["flags"][number]["level"], { tone: Tone; label: string }>> = {
  emergency: { tone: "danger", label: "Emergency" },
  clinician: { tone: "warning", label: "Look at this" },
  info: { tone: "info", label: "Note" },
};

/** The patient answered more, or otherwise, since it was looked at. */
export const differs = (seen: FollowupResult, now: FollowupResult): boolean => said(seen) !== said(now);
const said = ({ answers, symptoms, flags, completedat }: FollowupResult): string =>
  JSON.stringify([answers, symptoms, flags, completedat]);

export const hasEmergency = ({ flags }: FollowupResult): boolean => flags.some(({ level }) => level === "emergency");

export const closeLabel = (note: string): string =>
  note.trim() === "" ? "Close without a note" : "Send the note and close";

export const closedText = (firstname: string | null, note: string): string =>
  note.trim() === "" ? "Closed, without a note." : `Closed. Your note is sent to ${firstname ?? "the patient"}.`;
