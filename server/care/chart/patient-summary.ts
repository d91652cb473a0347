import type { PatientSummary } from "#contract/care/patients.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import type { AuditGround } from "#contract/staff/record-access.ts";
import { type Death, type Patient, patientsById } from "#server/auth/public.ts";
import { type CareStatus, loadCareStatuses } from "#server/cases/public.ts";
import { oldestOpenEmergencies } from "#server/emergency/public.ts";
import { noVisitStatus, type VisitStatus, visitStatusesOf } from "#server/onboarding/public.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { planStatuses } from "./plan.ts";

type Deps = Pick<Services, "db" | "secrets"> & {
  /** Who reads them; left out by what answers nobody. */
  readonly clinic?: Pick<ClinicCaller, "permissions">;
};

/** Whether this caller is told that a patient has an open emergency. It tells of their health, so whoever only handles money isn't. */
export const seesAlerts = ({ clinic }: Deps) => !clinic || opensClass(clinic.permissions, "alert");

/** Patients as the clinic's lists show them to the caller, in the order of the ids; a fixed number of queries. */
export async function loadPatientSummaries(services: Deps, ids: readonly string[]): Promise<PatientSummary[]> {
  const [patients, visits, careStatuses, emergencies] = await Promise.all([
    patientsById(services, ids),
    visitStatusesOf(services, ids),
    loadCareStatuses(services, ids),
    seesAlerts(services) ? oldestOpenEmergencies(services.db, ids) : new Map<string, Date>(),
  ]);
  return ids.flatMap((id) => {
    const patient = patients.get(id);
    return patient
      ? [presentPatientSummary(patient, visits.get(id) ?? noVisitStatus, careStatuses.get(id), emergencies.get(id))]
      : [];
  });
}

/** One patient; `not_found` for an unknown id. */
export async function loadPatientSummary(services: Deps, id: string): Promise<PatientSummary> {
  const [summary] = await loadPatientSummaries(services, [id]);
  if (!summary) throw new Refusal("not_found");
  return summary;
}

function presentPatientSummary(
  patient: Patient,
  visit: VisitStatus,
  careStatus: CareStatus | undefined,
  emergency: Date | undefined,
): PatientSummary {
  const { id, firstname, lastname, email, birthday, state } = patient;
  return {
    id,
    firstname,
    lastname,
    email,
    emailrefusedsince: patient.emailRefusedAt?.toISOString() ?? null,
    birthday,
    state,
    onboardingstatus: visit.status,
    identitystatus: visit.identityStatus,
    planstatus: careStatus ? planStatuses[careStatus.status] : "none",
    carestatus:
      !careStatus || careStatus.status === "lapsed"
        ? "none"
        : careStatus.status === "submitted"
          ? "incoming"
          : "accepted",
    doctor: careStatus?.doctor ?? null,
    since: (careStatus?.submittedAt ?? patient.createdAt).toISOString(),
    emergencysince: emergency?.toISOString() ?? null,
    death: presentDeath(patient.death),
  };
}

const presentDeath = (death: Death | null): PatientSummary["death"] =>
  death && {
    ...{ reportedat: death.reportedAt.toISOString(), diedon: death.diedOn },
    confirmedat: death.confirmedAt?.toISOString() ?? null,
  };

/** The context of a clinic call; `auditPatient` records a patient for the audit. */
export type ClinicContext = Services & {
  readonly auditPatient: (patientId: string, access?: { readonly ground: AuditGround; readonly id: string }) => void;
};

/** Records the patient of a call for the audit and returns the id; `not_found` for an unknown one. */
export async function requirePatient(ctx: ClinicContext, patientId: string): Promise<string> {
  const { id } = await loadPatientSummary(ctx, patientId);
  ctx.auditPatient(id);
  return id;
}
