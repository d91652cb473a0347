import type { RecordLetter } from "#contract/care/letters.ts";
import { patientById } from "#server/auth/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { type Prescriber, prescribersById } from "#server/doctors/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";
import { paragraphsOf } from "#server/platform/print/printable-text.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { chooseDecidingDoctor } from "../matching/assign-doctor.ts";

export interface Letter {
  readonly id: string;
  readonly patientId: string;
  readonly purpose: LetterPurpose;
  /** Paragraphs separated by blank lines; empty once it was withdrawn. */
  readonly text: string;
  /** The patient says that it isn't theirs, or it was meant for another one; null: it counts. */
  readonly misfiled: RecordLetter["misfiled"];
  readonly doctor: Prescriber;
  /** Who wrote it for that signature; null: whoever signed. */
  readonly preparedBy: string | null;
  /** The patient's state, where the doctor is licensed. */
  readonly state: string;
  readonly issuedAt: Date;
}

/** One that ends the patient's care stands beside the medical ones. */
export type LetterPurpose = "medical" | "end_of_care";

const letterTextSealContext = sealed("medical_letter.text_sealed");

type LetterInput = {
  readonly text: string;
  readonly doctorid?: string | undefined;
  /** Who wrote it for that signature. */
  readonly preparedBy?: string | null;
  /** Whoever issues it notifies the patient of it. */
  readonly quietly?: true;
  readonly purpose?: LetterPurpose;
};

/**
 * Issues a doctor's letter about a patient, which replaces the one before of its purpose, and notifies the patient in the app and by mail. It is by the doctor named,
 * else by the one of the case. `wrong_state` before a doctor accepted the patient, and for one not licensed in the patient's state. Joins
 * the transaction of `db`.
 */
export function issueLetter(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  { text, doctorid, preparedBy = null, quietly, purpose = "medical" }: LetterInput,
): Promise<{ readonly id: string; readonly issuedAt: Date }> {
  return inTransaction(services, async (tx) => {
    await requirePrintable({ text: paragraphsOf(text) });
    const { doctorId, state } = await chooseSigner({ ...tx, refuse: services.refuse }, patientId, doctorid);
    const id = newId();
    const issuedAt = services.clock.now();
    await tx.db
      .insertInto("medical_letter")
      .values({
        id,
        patient_id: patientId,
        doctor_id: doctorId,
        prepared_by: preparedBy,
        purpose,
        state,
        text_sealed: services.secrets.seal(text, letterTextSealContext(id)),
        issued_at: issuedAt,
      })
      .execute();
    if (!quietly) await notifyAndMail(tx, { patientId, template: "letter_issued", values: {}, dedupeKey: id });
    return { id, issuedAt };
  });
}

type SignerDeps = Pick<Services, "clock" | "content" | "config" | "secrets"> & {
  readonly db: Database;
} & Refuses<"wrong_state">;

async function chooseSigner(
  services: SignerDeps,
  patientId: string,
  doctorid: string | undefined,
): Promise<{ readonly doctorId: string; readonly state: string }> {
  const found = await latestCase(services.db, patientId);
  if (!found || !caseStates.seen.has(found.status))
    throw services.refuse("wrong_state", {
      message: "A letter can be written once a doctor has accepted this patient.",
    });
  const doctorId = await chooseDecidingDoctor(services, found, doctorid);
  return { doctorId, state: (await patientById(services, patientId)).state ?? "" };
}

/** Who would sign a letter about a patient now, and for which state; refused as issuing it would be. */
export async function letterSigner(
  services: SignerDeps,
  patientId: string,
  doctorid: string | undefined,
): Promise<Pick<Letter, "doctor" | "state">> {
  const { doctorId, state } = await chooseSigner(services, patientId, doctorid);
  const doctor = (await prescribersById(services.db, [doctorId])).get(doctorId);
  if (!doctor) throw services.refuse("wrong_state");
  return { doctor, state };
}

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

/** The latest letter of a purpose that counts as the patient's; undefined where none was issued. */
export const latestLetter = async (
  services: Deps,
  patientId: string,
  purpose: LetterPurpose = "medical",
): Promise<Letter | undefined> =>
  (
    await readLetters(
      services,
      ofPatient(services.db, patientId, 1)
        .where("purpose", "=", purpose)
        .where("withdrawn_at", "is", null)
        .where("reported_at", "is", null),
    )
  )[0];

/** The letters about a patient, newest first, also those that don't count any more. */
export const lettersOf = (services: Deps, patientId: string, limit: number): Promise<Letter[]> =>
  readLetters(services, ofPatient(services.db, patientId, limit));

/** One letter, of whomever. */
export const letterById = async (services: Deps, id: string): Promise<Letter | undefined> =>
  (await lettersById(services, [id]))[0];

/** Several letters, in any order. */
export const lettersById = async (services: Deps, ids: readonly string[]): Promise<Letter[]> =>
  ids.length === 0 ? [] : readLetters(services, letterRows(services.db).where("id", "in", [...ids]));

const letterRows = (db: Database) => db.selectFrom("medical_letter").selectAll();

const ofPatient = (db: Database, patientId: string, limit: number) =>
  letterRows(db).where("patient_id", "=", patientId).orderBy("issued_at", "desc").orderBy("id", "desc").limit(limit);

async function readLetters({ db, secrets }: Deps, query: ReturnType<typeof letterRows>): Promise<Letter[]> {
  const rows = await query.execute();
  const doctors = rows.length === 0 ? null : await prescribersById(db, [...new Set(rows.map((row) => row.doctor_id))]);
  return rows.flatMap((row) => {
    const { id, patient_id: patientId, state, issued_at: issuedAt } = row;
    const doctor = doctors?.get(row.doctor_id);
    const misfiled = row.withdrawn_at !== null ? "withdrawn" : row.reported_at !== null ? "reported" : null;
    // What was meant for another patient is read by nobody, whoever asks for it.
    const text = misfiled === "withdrawn" ? "" : (openText(secrets, row.text_sealed, letterTextSealContext(id)) ?? "");
    const { purpose } = row;
    return doctor
      ? [{ id, patientId, purpose, text, misfiled, doctor, preparedBy: row.prepared_by, state, issuedAt }]
      : [];
  });
}

/** A letter as the practice sees it. */
export const presentLetter = ({ id, text, misfiled, doctor, preparedBy, issuedAt }: Letter): RecordLetter => ({
  ...{ id, text: misfiled === "withdrawn" ? null : text, doctorname: doctor.name },
  preparedby: preparedBy,
  ...{ issuedat: issuedAt.toISOString(), misfiled },
});
