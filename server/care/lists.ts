import type { RenewalRequest } from "#contract/clinic-prescribing.ts";
import type { PatientSummary } from "#contract/patient-summary.ts";
import { pageOf, pageSize, placeOf } from "#server/platform/keyset.ts";
import type { Services } from "#server/platform/services.ts";
import { newestPatients } from "#server/auth/public.ts";
import { awaitingIdentity, identityPhotos } from "#server/onboarding/public.ts";
import { planItem } from "#server/treatment/public.ts";
import { incomingCases } from "./cases.ts";
import { presentPhoto } from "./record.ts";
import { openRenewals } from "./renewals.ts";
import { summariesOf } from "./summary.ts";

type Parts = Pick<Services, "db" | "secrets">;
type Page<T> = { items: T[]; nextpage: string | null };

const place = <T>(row: T) => row;

/** All patients, newest first. */
export async function allPatients(parts: Parts, cursor: string | undefined): Promise<Page<PatientSummary>> {
  const { items, nextpage } = pageOf(await newestPatients(parts, placeOf(cursor), pageSize + 1), place);
  return {
    items: await summariesOf(
      parts,
      items.map(({ id }) => id),
    ),
    nextpage,
  };
}

/** Patients who wait to be accepted: those with an emergency first, then longest wait first. */
export async function incomingPatients(parts: Parts, cursor: string | undefined): Promise<Page<PatientSummary>> {
  const { items, nextpage } = pageOf(await incomingCases(parts.db, placeOf(cursor), pageSize + 1), place);
  return {
    items: await summariesOf(
      parts,
      items.map(({ patientId }) => patientId),
    ),
    nextpage,
  };
}

/** Patients whose identity a person has to check, longest wait first; `since` is when that wait began. */
export async function patientsToVerify(
  parts: Parts,
  cursor: string | undefined,
): Promise<Page<PatientSummary & { photos: ReturnType<typeof presentPhoto>[] }>> {
  const { items, nextpage } = pageOf(await awaitingIdentity(parts, placeOf(cursor), pageSize + 1), place);
  const ids = items.map(({ id }) => id);
  const [summaries, photos] = await Promise.all([summariesOf(parts, ids), identityPhotos(parts, ids)]);
  const since = new Map(items.map(({ id, at }) => [id, at.toISOString()]));
  return {
    items: summaries.map((summary) => ({
      ...summary,
      since: since.get(summary.id) ?? summary.since,
      photos: photos.filter(({ patientId }) => patientId === summary.id).map(presentPhoto),
    })),
    nextpage,
  };
}

/** Prescriptions a patient's next supply waits for, longest wait first. */
export async function renewalsToDecide(
  parts: Parts & Pick<Services, "content">,
  cursor: string | undefined,
): Promise<Page<RenewalRequest>> {
  const { items, nextpage } = pageOf(await openRenewals(parts.db, placeOf(cursor), pageSize + 1), place);
  const patients = new Map(
    (await summariesOf(parts, [...new Set(items.map(({ patientId }) => patientId))])).map((each) => [each.id, each]),
  );
  return {
    items: items.flatMap(({ id, patientId, productId, rxNumber, withheldAt, at }) => {
      const patient = patients.get(patientId);
      const item = planItem(parts.content, productId, null);
      const withheld = withheldAt !== null;
      return patient ? [{ id, patient, item, rxnumber: rxNumber, withheld, requestedat: at.toISOString() }] : [];
    }),
    nextpage,
  };
}
