import type { Content } from "#content/loader/load.ts";
import type { LoggedEntry } from "#contract/care/log-entry.ts";
import type { TaskOutcome } from "#contract/care/tasks.ts";
import { latestLetter, type Letter, type RecordedVisitNote, visitNotesOf } from "#server/care/public.ts";
import { type Prescriber, prescribersById } from "#server/doctors/public.ts";
import { toldEmergencies } from "#server/emergency/public.ts";
import { latestAnswers, onboardingStatus, visitSummary } from "#server/onboarding/public.ts";
import { mergedFrom, mergedInto } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import {
  counselingTasksOf,
  fieldsOfTask,
  logKindOf,
  presentEntry,
  recordedEntries,
  recordLogKinds,
  wordsOfTask,
} from "#server/tasks/public.ts";
import { checkInsOf } from "#server/wellbeing/public.ts";
import { type DispensedDrug, dispensedDrugs, type VoidedDrug, voidedDrugs } from "../dispensed.ts";
import { type DocumentSubject, loadDocumentSubject } from "../document-subject.ts";
import { type PatientHistory, loadPatientHistory } from "../patient-history.ts";

type Visit = Awaited<ReturnType<typeof visitSummary>>;

/** The content that the record is written with. */
export type RecordContent = Pick<Content, "brand" | "documents" | "states" | "catalogue" | "sentences">;

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
  /** What was recorded as dispensed and wasn't. */
  readonly voided: readonly VoidedDrug[];
  readonly letter: Letter | undefined;
  /** What decisions left in the record, oldest first, with what was added later. */
  readonly visitNotes: readonly RecordedVisitNote[];
  /** What the practice logged as part of the record, such as calls, oldest first. */
  readonly logged: readonly RecordedEntry[];
  /** The doctors who signed one. */
  readonly signers: readonly Prescriber[];
  /** How the patient felt, newest first. */
  readonly checkIns: Awaited<ReturnType<typeof checkInsOf>>;
  /** Talks with the pharmacist that the patient asked for or declined, oldest first. */
  readonly counseling: readonly Counseling[];
  /** What the patient told of, newest first, open or over. */
  readonly emergencies: Awaited<ReturnType<typeof toldEmergencies>>;
  /** Where two accounts became one: the record this one went into, and those that went into it. */
  readonly merged: { readonly into: string | null; readonly from: readonly string[] };
  readonly issuedAt: Date;
}

interface RecordedEntry {
  readonly id: string;
  readonly entry: LoggedEntry;
  /** What was chosen or typed, by the ids of the kind's fields: an entry has its choices in words. */
  readonly choices: Readonly<Record<string, string>>;
  readonly words: string;
  readonly at: Date;
  /** It stands on the chart no longer, or something came of it. */
  readonly ended: boolean;
  /** What it is to another system; null: nothing more than something that was said. */
  readonly is: "contact" | "adverse_event" | null;
}

/** An offer to talk with the pharmacist that the patient answered. */
export interface Counseling {
  readonly orderId: string;
  readonly askedAt: Date;
  /** Null while the call is to come. */
  readonly ended: { readonly outcome: TaskOutcome; readonly at: Date; readonly by: string | null } | null;
}

/** As it was said, by whom of the practice. */
async function counselingOf(db: Database, patientId: string): Promise<readonly Counseling[]> {
  const rows = await counselingTasksOf(db, patientId);
  const names = await memberNames(db, [...new Set(rows.flatMap(({ ended_by }) => ended_by ?? []))]);
  return rows.flatMap(({ order_id: orderId, opened_at: askedAt, ended_at: at, ended_by: by, outcome }) => {
    if (orderId === null) return [];
    const ended = at === null || outcome === null ? null : { outcome, at, by: names.get(by ?? "") ?? null };
    return [{ orderId, askedAt, ended }];
  });
}

/** Runs a fixed number of queries. */
export async function loadMedicalRecord(
  services: Pick<Services, "db" | "secrets" | "content" | "clock">,
  patientId: string,
): Promise<MedicalRecord> {
  const [
    subject,
    status,
    visit,
    rawAnswers,
    history,
    letter,
    checkIns,
    counseling,
    emergencies,
    visitNotes,
    logged,
    into,
    from,
  ] = await Promise.all([
    loadDocumentSubject(services, patientId),
    onboardingStatus(services, patientId),
    visitSummary(services, patientId),
    latestAnswers(services, patientId),
    loadPatientHistory(services, patientId),
    latestLetter(services, patientId),
    checkInsOf(services, patientId),
    counselingOf(services.db, patientId),
    toldEmergencies(services, patientId),
    visitNotesOf(services, patientId),
    recordedEntries(services.db, patientId, recordLogKinds(services.content.log)),
    mergedInto(services.db, patientId),
    mergedFrom(services.db, patientId),
  ]);
  const signers = await prescribersById(services.db, [
    ...new Set(visitNotes.flatMap((note) => [note, ...note.addenda]).flatMap(({ doctorId }) => doctorId ?? [])),
  ]);
  return {
    subject,
    visitDone: status === "DONE",
    ...visit,
    rawAnswers,
    history,
    dispensed: dispensedDrugs(services.content, history),
    voided: voidedDrugs(services.content, history),
    letter,
    checkIns,
    counseling,
    emergencies,
    visitNotes,
    logged: logged.map((row) => {
      const kind = logKindOf(services.content.log, row.log_kind);
      const fields = fieldsOfTask(services, row);
      return {
        ...{ id: row.id, at: row.opened_at, ended: row.ended_at !== null, is: kind?.fhir ?? null },
        entry: presentEntry(row.log_kind ?? "", kind, fields, row),
        choices: Object.fromEntries(fields.map(({ id, value }) => [id, value])),
        words: wordsOfTask(services, row),
      };
    }),
    signers: [...signers.values()],
    merged: { into, from },
    issuedAt: services.clock.now(),
  };
}
