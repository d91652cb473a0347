import type { AuditItem } from "#contract/care/audit.ts";

/** Rows that say the same, one after the other: a page that is looked at reads the same thing several times. */
export interface AuditRun {
  /** The newest of them. */
  readonly item: AuditItem;
  readonly times: number;
}

export interface AuditDay {
  readonly day: string;
  readonly runs: readonly AuditRun[];
}

/** On this computer, as the days of the filter are. */
const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "full" });

const shownFields = ["actor", "patientid", "call", "status", "code", "ground", "words"] as const;
const sayTheSame = (a: AuditItem, b: AuditItem): boolean => shownFields.every((field) => a[field] === b[field]);

/** The rows by day, in the order they came, newest first; what repeats itself within a day is one. */
export function auditDays(items: readonly AuditItem[]): readonly AuditDay[] {
  const days: { day: string; runs: { item: AuditItem; times: number }[] }[] = [];
  for (const item of items) {
    const day = dayFormat.format(new Date(item.at));
    if (days.at(-1)?.day !== day) days.push({ day, runs: [] });
    const runs = days.at(-1)?.runs ?? [];
    const last = runs.at(-1);
    if (last && sayTheSame(last.item, item)) last.times += 1;
    else runs.push({ item, times: 1 });
  }
  return days;
}
