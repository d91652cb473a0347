/*
 * What the answers of an outside system mean, once for each system, in a table beside its adapter (decision 85). The adapter names the row that an
 * answer belongs to; rules see only what the row means, never a vendor's code.
 */

/** Every system outside of ours, as metrics and alarms name them. `process` is this node itself: a promise of a library that nobody waited for. */
export const outsideSystems = [
  "mail",
  "payments",
  "payment_events",
  "identity_check",
  "staff_sign_in",
  "files",
  "redis",
  "webhooks",
  "event_forwarding",
  "process",
] as const;
export type OutsideSystem = (typeof outsideSystems)[number];

/**
 * - `ours`: settings or contract of the practice with the system are wrong. It is tried again, the practice is alarmed at once, and no patient is told that
 *   it was theirs.
 * - `for_now`: tried again; an alarm if it lasts.
 * - `final`: this one request can't succeed; whoever must know is told. Only what a system documents as final is.
 */
export type Meaning = "ours" | "for_now" | "final";

export interface OutsideRow {
  readonly means: Meaning;
  /** What comes from outside, in the system's own words and codes. */
  readonly comes: string;
  /** What the patient, or the person who signs in, reads or sees of it. */
  readonly person: string;
  /** What the practice has to do: a sentence its alarm ends with; for `final`, where it sees what happened. */
  readonly practice: string;
}

/** The rows of one system. What fits none is `unknown`: tried again, with an alarm at once. */
export interface OutsideTable<Answer extends string = string> {
  readonly system: OutsideSystem;
  /** The system in an alarm: `The mail server`. */
  readonly name: string;
  readonly rows: Readonly<Record<Answer | "unknown", OutsideRow>>;
}

/** Declares a table. A row is named by what it means for us, in snake case: `login_refused`, not `535`. */
export function outsideTable<Answer extends string>(
  table: Omit<OutsideTable<Answer>, "rows"> & {
    readonly rows: Readonly<Record<Answer, OutsideRow>>;
    /** What a person sees of an answer that fits no row. */
    readonly unknown: Pick<OutsideRow, "person">;
  },
): OutsideTable<Answer> {
  const unknown: OutsideRow = {
    means: "for_now",
    comes: "anything else",
    person: table.unknown.person,
    practice: "It answered what we don't know. The log has the code; we keep trying.",
  };
  return { system: table.system, name: table.name, rows: { ...table.rows, unknown } };
}

/** When the practice is alarmed of a row: at once, only if it lasts, or never, because a person is told instead. */
export function alarmOf(answer: string, { means }: OutsideRow): "at_once" | "if_it_lasts" | "never" {
  if (means === "ours" || answer === "unknown") return "at_once";
  return means === "for_now" ? "if_it_lasts" : "never";
}
