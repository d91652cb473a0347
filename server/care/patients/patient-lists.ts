import type { PatientSummary } from "#contract/care/patients.ts";
import type { PrescriptionRenewal } from "#contract/care/prescribing.ts";
import { newestPatients } from "#server/auth/public.ts";
import { incomingCases } from "#server/cases/public.ts";
import { findPendingIdentityReviews, identityPhotos, productEligibilityOf } from "#server/onboarding/public.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { undecidedPrescriptionRenewals } from "#server/prescriptions/public.ts";
import { planItem } from "#server/treatment/public.ts";
import { presentFlags } from "../chart/flag-levels.ts";
import { openEmergencyWarnings } from "../chart/open-emergency-warning.ts";
import { loadPatientSummaries } from "../chart/patient-summary.ts";
import { missingCompanions } from "../prescription-renewals/missing-companion.ts";
import { presentPhoto } from "./patient-record.ts";

type Deps = Pick<Services, "db" | "secrets">;
type Page<T> = { items: T[]; nextpage: string | null };

const cursorOf = <T>(row: T) => row;

/** All patients, newest first. */
export async function allPatients(services: Deps, cursor: string | undefined): Promise<Page<PatientSummary>> {
  const { items, nextpage } = paginate(await newestPatients(services, decodeCursor(cursor), pageSize + 1), cursorOf);
  return {
    items: await loadPatientSummaries(
      services,
      items.map(({ id }) => id),
    ),
    nextpage,
  };
}

/** Patients waiting to be accepted: those with an emergency first, then longest wait first. */
export async function incomingPatients(services: Deps, cursor: string | undefined): Promise<Page<PatientSummary>> {
  const { items, nextpage } = paginate(await incomingCases(services.db, decodeCursor(cursor), pageSize + 1), cursorOf);
  return {
    items: await loadPatientSummaries(
      services,
      items.map(({ patientId }) => patientId),
    ),
    nextpage,
  };
}

/** Patients whose identity a person has to check, longest wait first; `since` is when that wait began. */
export async function patientsToVerify(
  services: Deps,
  cursor: string | undefined,
): Promise<Page<PatientSummary & { photos: ReturnType<typeof presentPhoto>[] }>> {
  const { items, nextpage } = paginate(
    await findPendingIdentityReviews(services, decodeCursor(cursor), pageSize + 1),
    cursorOf,
  );
  const ids = items.map(({ id }) => id);
  const [summaries, photos] = await Promise.all([loadPatientSummaries(services, ids), identityPhotos(services, ids)]);
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

/** Open prescription renewals, of one patient or of all, longest wait first. */
export async function prescriptionRenewalsToDecide(
  services: Deps & Pick<Services, "content" | "clock">,
  cursor: string | undefined,
  patientId?: string,
): Promise<Page<PrescriptionRenewal>> {
  const { items, nextpage } = paginate(
    await undecidedPrescriptionRenewals(services.db, decodeCursor(cursor), pageSize + 1, patientId),
    cursorOf,
  );
  const patientIds = [...new Set(items.map((item) => item.patientId))];
  const productsOf = (id: string) => items.filter(({ patientId: of }) => of === id).map(({ productId }) => productId);
  const flagsOf = async (id: string) => {
    const eligibility = await productEligibilityOf(services, id);
    const requirements = eligibility?.requirements ?? services.content.requirements;
    const missing = await missingCompanions(services, id, requirements, productsOf(id));
    return (productId: string) => [
      ...presentFlags(eligibility?.flags([productId]) ?? []),
      ...missing(productId).map((warning) => ({ ...warning, level: "clinician" as const })),
    ];
  };
  const [summaries, flags] = await Promise.all([
    loadPatientSummaries(services, patientIds),
    Promise.all(patientIds.map(async (id) => [id, await flagsOf(id)] as const)),
  ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  const flagsByPatient = new Map(flags);
  return {
    items: items.flatMap(({ id, patientId: of, productId, rxNumber, onHoldAt, at }) => {
      const patient = patients.get(of);
      const item = planItem(services.content, productId, null);
      const onhold = onHoldAt !== null;
      const requestedat = at.toISOString();
      const raised = [
        ...(patient ? openEmergencyWarnings(patient) : []),
        ...(flagsByPatient.get(of)?.(productId) ?? []),
      ];
      return patient ? [{ id, patient, item, rxnumber: rxNumber, onhold, flags: raised, requestedat }] : [];
    }),
    nextpage,
  };
}
