import type { Place } from "#server/platform/keyset.ts";
import type { Services } from "#server/platform/services.ts";
import { noStanding, standingsOf, visitSummary } from "#server/onboarding/public.ts";
import { deskRenews } from "./desk-step.ts";
import { openRenewals } from "./renewals.ts";

const pageSize = 50;

/** Ids of the open renewals the care desk may approve, longest wait first; the others stay open for a person. */
export async function renewalsForDesk(services: Services, after: Place | null = null): Promise<string[]> {
  const page = await openRenewals(services.db, after, pageSize);
  const standings = await standingsOf(services, [...new Set(page.map(({ patientId }) => patientId))]);
  const ids: string[] = [];
  for (const { id, patientId, withheldAt } of page) {
    const { stopped } = standings.get(patientId) ?? noStanding;
    const { flags } = await visitSummary(services, patientId);
    const rules = flags.map(({ ruleid }) => ruleid);
    if (deskRenews({ withheld: withheldAt !== null, stopped, rules })) ids.push(id);
  }
  const last = page.at(-1);
  return last && page.length === pageSize ? [...ids, ...(await renewalsForDesk(services, last))] : ids;
}
