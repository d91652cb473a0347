import type { PatientSummary } from "#contract/care/patients.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import { findPatientIds, matchesSearch, parsePatientSearch, patientsById } from "#server/auth/public.ts";
import { orderByNumber } from "#server/orders/public.ts";
import { decodeCursor, paginate } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { loadPatientSummaries } from "../chart/patient-summary.ts";

type Deps = Pick<Services, "db" | "secrets">;

/** Patients on a page of a search. */
const searchPageSize = 25;

/** Patients who match everything that was typed, newest first. */
export async function searchPatients(
  services: Deps,
  typed: string,
  cursor: string | undefined,
): Promise<{ items: PatientSummary[]; nextpage: string | null }> {
  const { terms, orderNumbers } = parsePatientSearch(typed);
  const after = decodeCursor(cursor)?.id ?? null;
  const ids =
    orderNumbers.length === 0
      ? await findPatientIds(services, terms, { after, limit: searchPageSize + 1 })
      : await patientOfOrders(services, orderNumbers, terms);
  // Ids sort by when they were made, so they alone say where the page ends.
  const { items, nextpage } = paginate(ids, (id) => ({ at: new Date(0), id }), searchPageSize);
  return { items: await loadPatientSummaries(services, items), nextpage };
}

/** The patient whose orders have all these numbers, if the rest of the search is true of them as well. */
async function patientOfOrders(
  services: Deps,
  orderNumbers: readonly string[],
  terms: Parameters<typeof matchesSearch>[2],
): Promise<string[]> {
  const owners = new Set<string | null>();
  for (const number of orderNumbers) owners.add((await orderByNumber(services.db, number))?.patient_id ?? null);
  const [id = null, ...others] = owners;
  if (id === null || others.length > 0) return [];
  const patient = (await patientsById(services, [id])).get(id);
  const shippingPhone = (await defaultShippingAddress(services, id))?.phoneno ?? null;
  return patient && matchesSearch(patient, shippingPhone, terms) ? [id] : [];
}
