import type { OrderItem } from "#contract/care/worklists.ts";
import { toCents } from "#contract/fields/numbers.ts";
import { useOrders } from "./money-lists.ts";

/** Failed charges, page after page; the list and its count are both made of it. */
export const usePastDue = () => useOrders("past_due");

/** Those that were written off. */
export const useWriteOffs = () => useOrders("written_off");

/** What somebody owes: charges that failed together are one parcel, and one row. */
export interface PatientPastDue {
  readonly patient: OrderItem["patient"];
  readonly cents: number;
  readonly charges: number;
  /** The day the oldest of them failed. */
  readonly since: string;
  /** The soonest day one is tried again; null: not automatically. */
  readonly retryOn: string | null;
  readonly attempts: number;
  /** The prescription orders they are for. */
  readonly ids: readonly string[];
  /** When the practice last wrote to the patient about it; null: not in 90 days. */
  readonly mailedAt: string | null;
  /** Why nobody tries them any more; null: somebody has to. */
  readonly writeOff: NonNullable<OrderItem["pastdue"]>["writeoff"];
  readonly reason: NonNullable<OrderItem["pastdue"]>["reason"];
}

/** Who is past due, longest first. */
export function patientsPastDue(pages: readonly { readonly items: readonly OrderItem[] }[]): readonly PatientPastDue[] {
  const byPatient = new Map<string, PatientPastDue>();
  for (const { patient, pastdue } of pages.flatMap(({ items }) => items)) {
    if (!pastdue) continue;
    const before = byPatient.get(patient.id);
    const retries = [before?.retryOn ?? null, pastdue.retryon].filter((day): day is string => day !== null);
    byPatient.set(patient.id, {
      patient,
      cents: (before?.cents ?? 0) + toCents(pastdue.amount),
      charges: (before?.charges ?? 0) + 1,
      since: before?.since ?? pastdue.failedon,
      retryOn: retries.toSorted()[0] ?? null,
      attempts: Math.max(before?.attempts ?? 0, pastdue.attempts),
      ids: [...(before?.ids ?? []), pastdue.prescriptionorderid],
      mailedAt: pastdue.mailedat,
      writeOff: before?.writeOff ?? pastdue.writeoff,
      reason: pastdue.reason,
    });
  }
  return [...byPatient.values()];
}
