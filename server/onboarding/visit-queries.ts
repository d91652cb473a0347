import { patientById } from "#server/auth/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { GivenAnswer, GivenAnswers } from "./answers.ts";
import type { Chosen, PhotoKind, Visit, VisitRecord } from "./visit.ts";

type Parts = Pick<Services, "secrets"> & { readonly db: Database };

/** The whole visit of a record. */
export async function loadVisit(parts: Parts, record: VisitRecord): Promise<Visit> {
  const { patientId } = record;
  const [patient, answers, choices, photos] = await Promise.all([
    patientById(parts, patientId),
    latestAnswers(parts, patientId),
    choicesOf(parts.db, patientId),
    photosOf(parts.db, patientId),
  ]);
  return { record, patient, answers, choices, photos };
}

/** Where the value of an answer is sealed to. */
export const answerPlace = (id: string): string => `answer.value_sealed:${id}`;

/** The latest answer to every question she ever answered. */
export async function latestAnswers({ db, secrets }: Parts, patientId: string): Promise<GivenAnswers> {
  const rows = await db
    .selectFrom("answer")
    .distinctOn("question_id")
    .select(["id", "question_id", "value_sealed"])
    .where("patient_id", "=", patientId)
    .orderBy("question_id")
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.question_id, secrets.open<GivenAnswer>(row.value_sealed, answerPlace(row.id))]),
  );
}

/** When the latest answer to each question was given, and to which version of the questions. */
export async function answerOrigins(
  db: Database,
  patientId: string,
): Promise<ReadonlyMap<string, { readonly contentVersion: string; readonly at: Date }>> {
  const rows = await db
    .selectFrom("answer")
    .distinctOn("question_id")
    .select(["question_id", "content_version", "given_at"])
    .where("patient_id", "=", patientId)
    .orderBy("question_id")
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.question_id, { contentVersion: row.content_version, at: row.given_at }]));
}

/** Adds answers; earlier ones stay. */
export async function insertAnswers(
  tx: Tx,
  secrets: Services["secrets"],
  visit: { readonly patientId: string; readonly contentVersion: string; readonly now: Date },
  answers: GivenAnswers,
): Promise<void> {
  const rows = Object.entries(answers).map(([question_id, answer]) => {
    const id = newId();
    return {
      id,
      patient_id: visit.patientId,
      question_id,
      value_sealed: secrets.seal(answer, answerPlace(id)),
      content_version: visit.contentVersion,
      given_at: visit.now,
    };
  });
  if (rows.length > 0) await tx.insertInto("answer").values(rows).execute();
}

export async function choicesOf(db: Database, patientId: string): Promise<Chosen[]> {
  const rows = await db
    .selectFrom("treatment_choice")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("step")
    .orderBy("product_id")
    .execute();
  return rows.map((row) => ({
    step: row.step,
    productid: row.product_id,
    pricingid: row.pricing_id,
    priceCents: row.price_cents,
  }));
}

/** Replaces what she chose at one step. */
export async function replaceChoices(
  tx: Tx,
  patientId: string,
  step: number,
  choices: readonly Chosen[],
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

export async function dropChoices(tx: Tx, patientId: string, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx
    .deleteFrom("treatment_choice")
    .where("patient_id", "=", patientId)
    .where("product_id", "in", [...productIds])
    .execute();
}

async function photosOf(db: Database, patientId: string): Promise<ReadonlySet<PhotoKind>> {
  const rows = await db
    .selectFrom("identity_photo")
    .select("kind")
    .distinct()
    .where("patient_id", "=", patientId)
    .execute();
  return new Set(rows.map((row) => row.kind as PhotoKind));
}

/** Links an uploaded file as a photo of her identity check. */
export async function insertPhoto(
  tx: Tx,
  photo: { patientId: string; kind: PhotoKind; fileId: string; now: Date },
): Promise<void> {
  const { patientId: patient_id, kind, fileId: file_id, now: created_at } = photo;
  await tx.insertInto("identity_photo").values({ id: newId(), patient_id, kind, file_id, created_at }).execute();
}
