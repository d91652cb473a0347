import { patientById } from "#server/auth/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { type Prescriber, prescribersById } from "#server/doctors/public.ts";
import { notify } from "#server/notifications/public.ts";
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
  /** Paragraphs separated by blank lines. */
  readonly text: string;
  readonly doctor: Prescriber;
  /** The patient's state, where the doctor is licensed. */
  readonly state: string;
  readonly issuedAt: Date;
}

const letterTextSealContext = sealed("medical_letter.text_sealed");

type LetterInput = { readonly text: string; readonly doctorid?: string | undefined };

/**
 * Issues a doctor's letter about a patient, which replaces the one before, and notifies the patient in the app. It is by the doctor named,
 * else by the one of the case. `wrong_state` before a doctor accepted the patient, and for one not licensed in the patient's state. Joins
 * the transaction of `db`.
 */
export function issueLetter(
  services: Pick<Services, "db" | "clock" | "content" | "config" | "secrets"> & Refuses<"wrong_state">,
  patientId: string,
  { text, doctorid }: LetterInput,
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
        state,
        text_sealed: services.secrets.seal(text, letterTextSealContext(id)),
        issued_at: issuedAt,
      })
      .execute();
    await notify(tx, { patientId, template: "letter_issued", values: {}, dedupeKey: id });
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

/** The patient's latest letter; undefined before one was issued. */
export const latestLetter = async (services: Deps, patientId: string): Promise<Letter | undefined> =>
  (await lettersOf(services, patientId, 1))[0];

/** The letters about a patient, newest first. */
export async function lettersOf({ db, secrets }: Deps, patientId: string, limit: number): Promise<Letter[]> {
  const rows = await db
    .selectFrom("medical_letter")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("issued_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const doctors = rows.length === 0 ? null : await prescribersById(db, [...new Set(rows.map((row) => row.doctor_id))]);
  return rows.flatMap(({ id, text_sealed, doctor_id, state, issued_at }) => {
    const doctor = doctors?.get(doctor_id);
    const text = openText(secrets, text_sealed, letterTextSealContext(id)) ?? "";
    return doctor ? [{ id, text, doctor, state, issuedAt: issued_at }] : [];
  });
}
