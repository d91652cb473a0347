import type { Selectable } from "kysely";
import type { Teller, ToldSource } from "#contract/account/told-answers.ts";
import { toPatient, patientQuery } from "#server/auth/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { readInOneStatement, type RowsOf } from "#server/platform/database/read-together.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { GivenAnswer, GivenAnswers } from "../rules/answers.ts";
import { visitRecordQuery, toVisitRecord } from "./record-queries.ts";
import type { VisitChoice, PhotoKind, Visit, VisitRecord } from "./visit.ts";

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

/** Loads the whole visit of a record. */
export async function loadVisit(services: Deps, record: VisitRecord): Promise<Visit> {
  return toVisit(services.secrets, record, await readVisitRows(services.db, record.patientId));
}

const visitQueries = (db: Database, patientId: string) => ({
  patients: patientQuery(db, patientId),
  answers: latestAnswersQuery(db, patientId),
  choices: choicesQuery(db, patientId),
  photos: db.selectFrom("identity_photo").select("kind").distinct().where("patient_id", "=", patientId),
});

const readVisitRows = readInOneStatement(visitQueries);
const readVisitAndRecordRows = readInOneStatement((db, patientId) => ({
  records: visitRecordQuery(db, patientId),
  ...visitQueries(db, patientId),
}));

/** A patient's record with the whole visit; undefined for a patient who never began one. */
export async function findVisit({ db, secrets }: Deps, patientId: string): Promise<Visit | undefined> {
  const { records, ...rows } = await readVisitAndRecordRows(db, patientId);
  return records[0] && toVisit(secrets, toVisitRecord(records[0]), rows);
}

function toVisit(secrets: Deps["secrets"], record: VisitRecord, rows: RowsOf<ReturnType<typeof visitQueries>>): Visit {
  const [patient] = rows.patients;
  if (!patient) throw new Error(`No patient ${record.patientId}`);
  return {
    record,
    patient: toPatient(patient, secrets),
    answers: decryptAnswers(secrets, rows.answers),
    answeredAt: new Map(rows.answers.map(({ question_id, answered_at }) => [question_id, answered_at])),
    toldIds: new Map(
      rows.answers.flatMap(({ question_id, told_id }) => (told_id ? [[question_id, told_id] as const] : [])),
    ),
    choices: rows.choices.map(toVisitChoice),
    photos: new Set(rows.photos.map(({ kind }) => kind)),
  };
}

/** The context an answer's value is sealed with. */
export const answerSealContext = sealed("health_answer.value_sealed");

/** The latest answer to every question the patient ever answered. */
export const latestAnswers = async ({ db, secrets }: Deps, patientId: string): Promise<GivenAnswers> =>
  decryptAnswers(secrets, await latestAnswersQuery(db, patientId).execute());

const latestAnswersQuery = (db: Database, patientId: string) =>
  db
    .selectFrom("health_answer")
    .distinctOn("question_id")
    .select(["id", "question_id", "value_sealed", "answered_at", "told_id"])
    .where("patient_id", "=", patientId)
    .orderBy("question_id")
    .orderBy("answered_at", "desc")
    .orderBy("id", "desc");

type AnswerRow = Awaited<ReturnType<ReturnType<typeof latestAnswersQuery>["execute"]>>[number];

const decryptAnswers = (secrets: Deps["secrets"], rows: readonly AnswerRow[]): GivenAnswers =>
  Object.fromEntries(
    rows.map((row) => [row.question_id, secrets.open<GivenAnswer>(row.value_sealed, answerSealContext(row.id))]),
  );

/** When the latest answer to each question was given, to which version of the questions, and how it was told where the practice wrote it down. */
export async function answerOrigins(db: Database, patientId: string): Promise<ReadonlyMap<string, AnswerOrigin>> {
  const rows = await db
    .selectFrom("health_answer")
    .leftJoin("told_answers", "told_answers.id", "health_answer.told_id")
    .distinctOn("health_answer.question_id")
    .select(["health_answer.question_id", "health_answer.content_version", "health_answer.answered_at"])
    .select(["told_answers.id as told_id", "source", "teller", "told_on", "actor"])
    .where("health_answer.patient_id", "=", patientId)
    .orderBy("health_answer.question_id")
    .orderBy("health_answer.answered_at", "desc")
    .orderBy("health_answer.id", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.question_id,
      { contentVersion: row.content_version, at: row.answered_at, told: toToldOrigin(row) },
    ]),
  );
}

export interface AnswerOrigin {
  readonly contentVersion: string;
  readonly at: Date;
  readonly told: ToldOrigin | null;
}

/** How an answer that the practice wrote down was told, and who wrote it down. */
export interface ToldOrigin {
  readonly id: string;
  readonly source: ToldSource;
  readonly teller: Teller;
  readonly on: string;
  readonly actor: string;
}

/** The columns of `told_answers` behind an outer join; null where nothing was told. */
export function toToldOrigin(row: {
  readonly told_id: string | null;
  readonly source: ToldSource | null;
  readonly teller: Teller | null;
  readonly told_on: string | null;
  readonly actor: string | null;
}): ToldOrigin | null {
  const { told_id: id, source, teller, told_on: on, actor } = row;
  return id && source && teller && on && actor ? { id, source, teller, on, actor } : null;
}

/** Adds answers; earlier ones stay. */
export async function insertAnswers(
  tx: Tx,
  secrets: Services["secrets"],
  visit: { readonly patientId: string; readonly contentVersion: string; readonly now: Date; readonly toldId?: string },
  answers: GivenAnswers,
): Promise<void> {
  const rows = Object.entries(answers).map(([question_id, answer]) => {
    const id = newId();
    return {
      id,
      patient_id: visit.patientId,
      question_id,
      value_sealed: secrets.seal(answer, answerSealContext(id)),
      content_version: visit.contentVersion,
      answered_at: visit.now,
      told_id: visit.toldId ?? null,
    };
  });
  if (rows.length > 0) await tx.insertInto("health_answer").values(rows).execute();
}

export const findVisitChoices = async (db: Database, patientId: string): Promise<VisitChoice[]> =>
  (await choicesQuery(db, patientId).execute()).map(toVisitChoice);

const choicesQuery = (db: Database, patientId: string) =>
  db
    .selectFrom("treatment_choice")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("step")
    .orderBy("product_id");

const toVisitChoice = (row: Selectable<Tables["treatment_choice"]>): VisitChoice => ({
  step: row.step,
  productid: row.product_id,
  pricingid: row.pricing_id,
  priceCents: row.price_cents,
});

/** Replaces the choices of one step. */
export async function replaceChoices(
  tx: Tx,
  patientId: string,
  step: number,
  choices: readonly VisitChoice[],
): Promise<void> {
  await tx.deleteFrom("treatment_choice").where("patient_id", "=", patientId).where("step", "=", step).execute();
  const rows = choices.map((choice) => ({
    patient_id: patientId,
    step,
    product_id: choice.productid,
    pricing_id: choice.pricingid,
    price_cents: choice.priceCents,
  }));
  if (rows.length > 0) await tx.insertInto("treatment_choice").values(rows).execute();
}

export async function deleteChoices(tx: Tx, patientId: string, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .deleteFrom("treatment_choice")
    .where("patient_id", "=", patientId)
    .where("product_id", "in", [...productIds])
    .execute();
}

/** Links an uploaded file as a photo of the identity check. */
export async function insertIdentityPhoto(
  tx: Tx,
  photo: { patientId: string; kind: PhotoKind; fileId: string; now: Date },
): Promise<void> {
  const { patientId: patient_id, kind, fileId: file_id, now: created_at } = photo;
  await tx.insertInto("identity_photo").values({ id: newId(), patient_id, kind, file_id, created_at }).execute();
}
