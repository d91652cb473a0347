import * as z from "zod/mini";
import type { Tone } from "#app/ui/brand/tones.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import type { InboxItem } from "#contract/care/inbox.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import type { PatientRecord, RecordFollowup } from "#contract/care/patients.ts";
import { Id } from "#contract/fields/fields.ts";

/** A review as the record lists it; `unknown` one that only an address asks for. */
export interface ListedFollowup {
  readonly id: string;
  readonly sentat: string | null;
  readonly status: RecordFollowup["status"] | "unknown";
}

export const followupStatus: Readonly<Record<ListedFollowup["status"], Status>> = {
  to_read: { tone: "warning", label: "To read" },
  not_answered: { tone: "neutral", label: "Not answered yet" },
  read: { tone: "success", label: "Read" },
  unknown: { tone: "neutral", label: "Earlier" },
};

/** The patient's reviews, newest first, and the one an address asks for. What waits of the patient may be newer than the record. */
export function listedFollowups(
  { id: patientId, followups = [] }: Pick<PatientRecord, "id" | "followups">,
  waiting: readonly Pick<InboxItem, "kind" | "id" | "patient">[],
  wanted: string | null,
): readonly ListedFollowup[] {
  const waits = (id: string) =>
    waiting.some((item) => item.kind === "followup" && item.id === id && item.patient?.id === patientId);
  const listed = followups.map(({ id, sentat, status }): ListedFollowup => ({
    id,
    sentat,
    status: waits(id) ? "to_read" : status,
  }));
  if (wanted === null || listed.some(({ id }) => id === wanted)) return listed;
  return [...listed, { id: wanted, sentat: null, status: "unknown" }];
}

/** The review an address asks for; what is no id is none. */
export function followupFromSearch(search: string): string | null {
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

export const flagLabels: Readonly<Record<FollowupResult["flags"][number]["level"], { tone: Tone; label: string }>> = {
  emergency: { tone: "danger", label: "Emergency" },
  clinician: { tone: "warning", label: "Look at this" },
  info: { tone: "info", label: "Note" },
};

export const hasEmergency = ({ flags }: FollowupResult): boolean => flags.some(({ level }) => level === "emergency");

export const closeLabel = (note: string): string =>
  note.trim() === "" ? "Close without a note" : "Send the note and close";

export const closedText = (firstname: string | null, note: string): string =>
  note.trim() === "" ? "Closed, without a note." : `Closed. Your note is sent to ${firstname ?? "the patient"}.`;
