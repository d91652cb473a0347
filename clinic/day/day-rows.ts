import { promiseLabel } from "#clinic/work/kind-labels.ts";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxCount } from "#contract/care/inbox.ts";

export interface DayRow {
  readonly kind: InboxKind;
  readonly count: number;
  /** When what has waited longest began to wait; null: nothing waits. */
  readonly oldest: string | null;
  readonly promised: string | null;
  /** How many are past the promise, and how many within; null where nothing is promised. */
  readonly late: number | null;
  readonly within: number | null;
}

/** Each kind as it is now, by the inbox's own numbers. */
export const dayRows = (counts: readonly InboxCount[]): readonly DayRow[] =>
  counts.map(({ kind, waiting, oldest, promised, late }) => ({
    ...{ kind, count: waiting, oldest, late },
    promised: promised && promiseLabel(promised),
    within: late === null ? null : waiting - late,
  }));
