import type { RecordFlag } from "#contract/care/patients.ts";

/** What the clinic reads of a rule that was raised. */
export type RaisedRule = Pick<RecordFlag, "ruleid" | "level" | "text">;

const rank = { stop: 0, clinician: 1, info: 2 } as const;

/** The most severe first. */
export const bySeverity = <R extends Pick<RaisedRule, "level">>(rules: readonly R[]): readonly R[] =>
  rules.toSorted((a, b) => rank[a.level] - rank[b.level]);
