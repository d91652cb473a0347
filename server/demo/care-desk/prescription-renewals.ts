import type { KeysetCursor } from "#server/platform/pagination.ts";
import type { JobServices } from "#server/platform/services.ts";
import { noVisitStatus, visitStatusesOf, visitSummary } from "#server/onboarding/public.ts";
import { approvesPrescriptionRenewal } from "./decision-rules.ts";
import { undecidedPrescriptionRenewals } from "#server/prescriptions/public.ts";

const batchSize = 50;

/** Ids of the open prescription renewals the care desk may approve, longest wait first; the others stay open for a person. */
export async function approvablePrescriptionRenewals(
  services: JobServices,
  cursor: KeysetCursor | null = null,
): Promise<string[]> {
  const page = await undecidedPrescriptionRenewals(services.db, cursor, batchSize);
  const visits = await visitStatusesOf(services, [...new Set(page.map(({ patientId }) => patientId))]);
  const ids: string[] = [];
  for (const { id, patientId, onHoldAt } of page) {
    const { stopped } = visits.get(patientId) ?? noVisitStatus;
    const { flags } = await visitSummary(services, patientId);
    const rules = flags.map(({ ruleid }) => ruleid);
    if (approvesPrescriptionRenewal({ onHold: onHoldAt !== null, stopped, rules })) ids.push(id);
  }
  const last = page.at(-1);
  return last && page.length === batchSize ? [...ids, ...(await approvablePrescriptionRenewals(services, last))] : ids;
}
