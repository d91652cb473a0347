import { useState } from "react";
import type { PatientRecord } from "#contract/care/patients.ts";
import { changedFacts, namesOfFacts } from "./what-changed.ts";

/** The record as the person has seen it, and how a newer one differs from it. */
export interface SeenRecord {
  readonly record: PatientRecord;
  /** Revisions that are no news. */
  readonly known: readonly string[];
  /** What changed since the person last confirmed that they looked; null: nothing. */
  readonly changed: readonly string[] | null;
}

export const firstSeen = (record: PatientRecord): SeenRecord => ({ record, known: [record.revision], changed: null });

/** A newer record is shown at once, with what differs; nobody decides on it before they have looked. */
export function seeNewer(seen: SeenRecord, latest: PatientRecord): SeenRecord {
  if (seen.known.includes(latest.revision)) return seen;
  const facts = changedFacts(seen.record, latest);
  return {
    record: latest,
    known: [...seen.known, latest.revision],
    changed: [...new Set([...(seen.changed ?? []), ...namesOfFacts(facts.length > 0 ? facts : ["decision"])])],
  };
}

/** A record that this person's own call answered with. */
export const seeOwn = (seen: SeenRecord, record: PatientRecord): SeenRecord => ({
  ...seen,
  record,
  known: [...seen.known, record.revision],
});

export function useSeenRecord(latest: PatientRecord) {
  const [last, setLast] = useState(() => firstSeen(latest));
  const seen = seeNewer(last, latest);
  if (seen !== last) setLast(seen);
  return {
    ...seen,
    adopt: (record: PatientRecord) => setLast((before) => seeOwn(before, record)),
    lookedAgain: () => setLast((before) => ({ ...before, changed: null })),
  };
}
