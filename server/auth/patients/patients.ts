import { type Selectable, sql, type Updateable } from "kysely";
import * as z from "zod/mini";
import { FailedTransactionReason } from "#contract/payment.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { type Death, toDeath } from "./death-columns.ts";
import { writeSearchTerms } from "./patient-search.ts";

type FailedTransactionReason = z.output<typeof FailedTransactionReason>;

/** A patient as other features see them; birthday `YYYY-MM-DD`, phone ten digits, state its two letters. */
export interface Patient {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Since when the mail server says that the address takes no mail; null: it does, as far as we know. */
  readonly emailRefusedAt: Date | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly phone: string | null;
  readonly birthday: string | null;
  readonly state: string | null;
  /** Their own, an IANA name; null: that of their state. `patientTimezone` says which counts. */
  readonly timezone: string | null;
  /** Name and address of the preferred pharmacy; null for the practice's own. */
  readonly pharmacy: string | null;
  readonly profileFileId: string | null;
  /** Signed up for items without prescription only. */
  readonly nonRxOnly: boolean;
  readonly failedTransactionReason: FailedTransactionReason | null;
  readonly needsReply: boolean;
  readonly acceptedTermsVersion: string | null;
  readonly acceptedNewTermsAt: Date | null;
  readonly createdAt: Date;
  /** Somebody says that the patient died, or it is proved; null: nobody does. */
  readonly death: Death | null;
  /** The first day without care, `YYYY-MM-DD`, where the practice has given notice. */
  readonly careEndsOn: string | null;
}

type ChangeableField =
  | "firstname"
  | "lastname"
  | "phone"
  | "birthday"
  | "state"
  | "timezone"
  | "pharmacy"
  | "profileFileId"
  | "nonRxOnly"
  | "failedTransactionReason"
  | "acceptedNewTermsAt";

/** Fields to change; absent ones stay as they are. */
export type PatientChanges = { readonly [Field in ChangeableField]?: Patient[Field] | undefined };

export type PatientDeps = Pick<Services, "secrets"> & { readonly db: Database };

/** The patient with this id; throws if there is none, because ids come from an authenticated caller or our own rows. */
export async function patientById({ db, secrets }: PatientDeps, patientId: string): Promise<Patient> {
  return toPatient(await patientQuery(db, patientId).executeTakeFirstOrThrow(), secrets);
}

export const patientQuery = (db: Database, patientId: string) =>
  db.selectFrom("patient").selectAll().where("id", "=", patientId);

/** What other features decide on, of a patient's row; nothing in it is sealed. */
export type PatientFacts = Pick<
  Patient,
  "email" | "emailVerified" | "emailRefusedAt" | "state" | "timezone" | "nonRxOnly" | "failedTransactionReason"
>;

const factColumns = [
  "email",
  "email_verified_at",
  "email_refused_at",
  "state",
  "timezone",
  "nonrx_only",
  "failed_transaction_reason",
] as const;

export const patientFactsQuery = (db: Database, patientId: string) =>
  db.selectFrom("patient").select(factColumns).where("id", "=", patientId);

export const toPatientFacts = (
  row: Pick<Selectable<Tables["patient"]>, (typeof factColumns)[number]>,
): PatientFacts => ({
  email: row.email,
  emailVerified: row.email_verified_at !== null,
  emailRefusedAt: row.email_refused_at,
  state: row.state,
  timezone: row.timezone,
  nonRxOnly: row.nonrx_only,
  failedTransactionReason: row.failed_transaction_reason,
});

/** Changes the given fields only, and what the patient is found by. */
export async function updatePatient(services: PatientDeps, patientId: string, changes: PatientChanges): Promise<void> {
  const set = patientColumns(services, patientId, changes);
  if (Object.keys(set).length === 0) return;
  const isFoundBy = searchedFields.some((field) => changes[field] !== undefined);
  if (!isFoundBy) return void (await services.db.updateTable("patient").set(set).where("id", "=", patientId).execute());
  await inTransaction(services, async ({ db, secrets }) => {
    const row = await db.updateTable("patient").set(set).where("id", "=", patientId).returningAll().executeTakeFirst();
    if (row) await writeSearchTerms({ db, secrets }, toPatient(row, secrets));
  });
}

const searchedFields = ["firstname", "lastname", "phone", "birthday"] as const;

/** Sets whether the practice waits for the patient's answer; writes nothing if unchanged. */
export async function setNeedsReply(db: Database, patientId: string, needsReply: boolean): Promise<void> {
  await db
    .updateTable("patient")
    .set({ needs_reply: needsReply })
    .where("id", "=", patientId)
    .where("needs_reply", "!=", needsReply)
    .execute();
}

type SealedText = "phone" | "birthday" | "pharmacy";

/** Converts a row to a patient, decrypting its sealed fields. */
export function toPatient(row: Selectable<Tables["patient"]>, secrets: Services["secrets"]): Patient {
  const decrypt = (value: Uint8Array | null, column: SealedText) =>
    openText(secrets, value, sealed(`patient.${column}_sealed`)(row.id));
  return {
    ...toPatientFacts(row),
    id: row.id,
    email:
      row.closed_email_sealed === null
        ? row.email
        : secrets.open<string>(row.closed_email_sealed, sealed("patient.closed_email_sealed")(row.id)),
    firstname: row.firstname,
    lastname: row.lastname,
    phone: decrypt(row.phone_sealed, "phone"),
    birthday: decrypt(row.birthday_sealed, "birthday"),
    pharmacy: decrypt(row.pharmacy_sealed, "pharmacy"),
    profileFileId: row.profile_file_id,
    needsReply: row.needs_reply,
    acceptedTermsVersion: row.accepted_terms_version,
    acceptedNewTermsAt: row.accepted_new_terms_at,
    createdAt: row.created_at,
    death: toDeath(row),
    careEndsOn: row.care_ends_on,
  };
}

function patientColumns({ secrets }: PatientDeps, id: string, changes: PatientChanges): Updateable<Tables["patient"]> {
  const encrypt = (value: string | null | undefined, column: SealedText) =>
    value === undefined || value === null ? value : secrets.seal(value, sealed(`patient.${column}_sealed`)(id));
  const columns = {
    firstname: changes.firstname,
    lastname: changes.lastname,
    phone_sealed: encrypt(changes.phone, "phone"),
    birthday_sealed: encrypt(changes.birthday, "birthday"),
    state: changes.state,
    timezone: changes.timezone ?? (changes.state === undefined ? changes.timezone : keptInState(changes.state)),
    pharmacy_sealed: encrypt(changes.pharmacy, "pharmacy"),
    profile_file_id: changes.profileFileId,
    nonrx_only: changes.nonRxOnly,
    failed_transaction_reason: changes.failedTransactionReason,
    accepted_new_terms_at: changes.acceptedNewTermsAt,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** A patient who moves to another state is asked anew, or their browser is. */
const keptInState = (state: string | null) =>
  sql<string | null>`case when state is not distinct from ${state}::char(2) then timezone end`;

/** Patients by id, for lists; unknown ids are left out. */
export async function patientsById(
  { db, secrets }: PatientDeps,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Patient>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("patient")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, toPatient(row, secrets)]));
}

/** Cursors of up to `limit` patients, newest first, after the given one. */
export async function newestPatients(
  { db }: Pick<PatientDeps, "db">,
  after: KeysetCursor | null,
  limit: number,
): Promise<KeysetCursor[]> {
  const rows = await db
    .selectFrom("patient")
    .select(["id", "created_at"])
    .where(beyondCursor("created_at", "<", "id", after))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ at: row.created_at, id: row.id }));
}
