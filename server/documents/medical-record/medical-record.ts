import { latestLetter, type Letter } from "#server/care/public.ts";
import { toldEmergencies } from "#server/emergency/public.ts";
import { latestAnswers, onboardingStatus, visitSummary } from "#server/onboarding/public.ts";
import { mergedFrom, mergedInto } from "#server/persons/public.ts";
import type { Services } from "#server/platform/services.ts";
import { checkInsOf } from "#server/wellbeing/public.ts";
import { type DispensedDrug, dispensedDrugs } from "../dispensed.ts";
import { type DocumentSubject, loadDocumentSubject } from "../document-subject.ts";
import { type PatientHistory, loadPatientHistory } from "../patient-history.ts";

type Visit = Awaited<ReturnType<typeof visitSummary>>;

/** Everything the practice knows about a patient that another doctor needs: read once, written as PDF or as FHIR. */
export interface MedicalRecord {
  readonly subject: DocumentSubject;
  readonly visitDone: boolean;
  readonly answers: Visit["answers"];
  readonly flags: Visit["flags"];
  /** What the patient chose and added in words, by question. */
  readonly rawAnswers: Awaited<ReturnType<typeof latestAnswers>>;
  readonly history: PatientHistory;
  readonly dispensed: readonly DispensedDrug[];
  readonly letter: Letter | undefined;
  /** How the patient felt, newest first. */
  readonly checkIns: Awaited<ReturnType<typeof checkInsOf>>;
  /** What the patient told of, newest first, open or over. */
  readonly emergencies: Awaited<ReturnType<typeof toldEmergencies>>;
  /** Where two accounts became one: the record this one went into, and those that went into it. */
  readonly merged: { readonly into: string | null; readonly from: readonly string[] };
  readonly issuedAt: Date;
}

/** Runs a fixed number of queries. */
export async function loadMedicalRecord(
  services: Pick<Services, "db" | "secrets" | "content" | "clock">,
  patientId: string,
): Promise<MedicalRecord> {
  const [subject, status, visit, rawAnswers, history, letter, checkIns, emergencies, into, from] = await Promise.all([
    loadDocumentSubject(services, patientId),
    onboardingStatus(services, patientId),
    visitSummary(services, patientId),
    latestAnswers(services, patientId),
    loadPatientHistory(services, patientId),
    latestLetter(services, patientId),
    checkInsOf(services, patientId),
    toldEmergencies(services, patientId),
    mergedInto(services.db, patientId),
    mergedFrom(services.db, patientId),
  ]);
  return {
    subject,
    visitDone: status === "DONE",
    ...visit,
    rawAnswers,
    history,
    dispensed: dispensedDrugs(services.content, history),
    letter,
    checkIns,
    emergencies,
    merged: { into, from },
    issuedAt: services.clock.now(),
  };
}
