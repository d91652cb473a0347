import type { Selectable } from "kysely";
import type * as z from "zod/mini";
import type { IdentityPhotoKind, IdentityReason } from "#contract/account/identity.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import { identityStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { updateVisitRecord, lockVisitRecord, type OnboardingRow } from "../flow/record-queries.ts";
import type { IdentityStatus } from "../rules/identity-rules.ts";

type Deps = { readonly db: Database };

/** How far a patient's visit and identity check are. */
export interface VisitStatus {
  readonly status: "PENDING" | "DONE";
  readonly identityStatus: IdentityStatus;
  /** A STOP or an emergency ended the visit. */
  readonly stopped: boolean;
}

/** Before the patient began a visit. */
export const noVisitStatus: VisitStatus = { status: "PENDING", identityStatus: "none", stopped: false };

/** Visit statuses by patient; patients who never began a visit are left out. */
export async function visitStatusesOf({ db }: Deps, ids: readonly string[]): Promise<ReadonlyMap<string, VisitStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("onboarding")
    .select(["patient_id", "status", "identity_status", "stop_rule_id"])
    .where("patient_id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.patient_id, toVisitStatus(row)]));
}

export const toVisitStatus = (
  row: Pick<OnboardingRow, "status" | "identity_status" | "stop_rule_id">,
): VisitStatus => ({
  status: row.status,
  identityStatus: row.identity_status,
  stopped: row.stop_rule_id !== null,
});

/** What was found, and why it couldn't be confirmed, as far as somebody says so. */
export interface IdentityDecision<Outcome extends string> {
  readonly outcome: Outcome;
  readonly reason?: IdentityReason | undefined;
}

/**
 * A person's decision on an identity in review; the same decision again changes nothing, another one is `wrong_state`. After `no_match` the
 * patient may try the number again, and is told by notification and mail.
 */
export function decideIdentity(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  { outcome, reason }: IdentityDecision<"matched" | "no_match">,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const record = await lockVisitRecord(tx.db, patientId);
    if (!record) throw new Refusal("not_found");
    if (record.identityStatus === outcome) return;
    if (record.identityStatus !== "review")
      throw services.refuse("wrong_state", { message: "This patient's identity doesn't need a check." });
    await setIdentityStatus(tx, patientId, { outcome, reason });
  });
}

/**
 * Changes the outcome of a finished identity check, or sets it back to `review`; the same outcome changes nothing. Refuses `not_found`, and
 * `wrong_state` while nobody has decided or when `findObstacle`, which runs under the lock of the record, returns a reason.
 */
export function correctIdentity(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  { outcome, reason }: IdentityDecision<"matched" | "no_match" | "review">,
  findObstacle: (tx: Tx) => Promise<string | null>,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const record = await lockVisitRecord(tx.db, patientId);
    if (!record) throw new Refusal("not_found");
    if (record.identityStatus === outcome) return;
    if (!identityStates.decided.has(record.identityStatus))
      throw services.refuse("wrong_state", { message: "No one has decided on this identity yet." });
    const obstacle = await findObstacle(tx.db);
    if (obstacle !== null) throw services.refuse("wrong_state", { message: obstacle });
    await setIdentityStatus(tx, patientId, { outcome, reason });
  });
}

/** Who has to do something about it is told; home and the identity page say why. */
async function setIdentityStatus(
  tx: TxServices,
  patientId: string,
  { outcome, reason }: IdentityDecision<"matched" | "no_match" | "review">,
): Promise<void> {
  const now = tx.clock.now();
  await updateVisitRecord(
    tx.db,
    patientId,
    {
      identity_status: outcome,
      identity_reason: outcome === "no_match" ? (reason ?? null) : null,
      identity_review_started_at: outcome === "review" ? now : null,
      // The patient may try the number again.
      ...(outcome === "no_match" && { identity_attempts: 0 }),
    },
    now,
  );
  if (outcome === "no_match")
    await notifyAndMail(tx, {
      patientId,
      template: "identity_refused",
      values: {},
      dedupeKey: `${patientId}:${now.toISOString()}`,
    });
}

/** Up to `limit` patients whose identity is in review, longest wait first; a cursor's `id` is the patient's. */
export async function findPendingIdentityReviews(
  { db }: Deps,
  after: KeysetCursor | null,
  limit: number,
): Promise<KeysetCursor[]> {
  const rows = await db
    .selectFrom("onboarding")
    .select(["patient_id", "identity_review_started_at"])
    .where("identity_status", "=", "review")
    .where("identity_review_started_at", "is not", null)
    .where(beyondCursor("identity_review_started_at", ">", "patient_id", after))
    .orderBy("identity_review_started_at")
    .orderBy("patient_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ at: row.identity_review_started_at as Date, id: row.patient_id }));
}

export interface IdentityPhoto {
  readonly id: string;
  readonly patientId: string;
  readonly kind: z.output<typeof IdentityPhotoKind>;
  readonly fileId: string;
  readonly uploadedAt: Date;
}

/** The identity photos of these patients, newest first. */
export async function identityPhotos({ db }: Deps, ids: readonly string[]): Promise<IdentityPhoto[]> {
  if (ids.length === 0) return [];
  return (await identityPhotosQuery(db, ids).execute()).map(toIdentityPhoto);
}

export const identityPhotosQuery = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom("identity_photo")
    .selectAll()
    .where("patient_id", "in", [...ids])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");

export const toIdentityPhoto = (row: Selectable<Tables["identity_photo"]>): IdentityPhoto => ({
  id: row.id,
  patientId: row.patient_id,
  kind: row.kind,
  fileId: row.file_id,
  uploadedAt: row.created_at,
});
