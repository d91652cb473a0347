import { sql, type Selectable, type Updateable } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { VisitRecord } from "./visit.ts";

export type OnboardingRow = Selectable<Tables["onboarding"]>;
export type OnboardingChanges = Updateable<Tables["onboarding"]>;

/** The onboarding record; undefined for a patient who never began a visit. */
export async function findVisitRecord(db: Database, patientId: string): Promise<VisitRecord | undefined> {
  const row = await visitRecordQuery(db, patientId).executeTakeFirst();
  return row && toVisitRecord(row);
}

export const visitRecordQuery = (db: Database, patientId: string) =>
  db.selectFrom("onboarding").selectAll().where("patient_id", "=", patientId);

/** The record under its lock, which serializes writes to one visit. */
export async function lockVisitRecord(tx: Tx, patientId: string): Promise<VisitRecord | undefined> {
  const row = await tx
    .selectFrom("onboarding")
    .selectAll()
    .where("patient_id", "=", patientId)
    .forUpdate()
    .executeTakeFirst();
  return row && toVisitRecord(row);
}

export async function updateVisitRecord(
  db: Database,
  patientId: string,
  changes: OnboardingChanges,
  now: Date,
): Promise<void> {
  await db
    .updateTable("onboarding")
    .set({ ...changes, updated_at: now })
    .where("patient_id", "=", patientId)
    .execute();
}

/**
 * Patients whose payment began before `startedBefore`, whose visit is not finished, and for whom something can be done: the order is
 * authorized, or none is left. Newest first, so that those that cannot be helped keep nobody else waiting.
 */
export async function findUnfinishedPayments(db: Database, startedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("onboarding")
    .select("onboarding.patient_id")
    .where("onboarding.status", "=", "PENDING")
    .where("payment_started_at", "<=", startedBefore)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("customer_order")
            .select("customer_order.id")
            .whereRef("customer_order.patient_id", "=", "onboarding.patient_id")
            .where("customer_order.kind", "=", "onboarding")
            .where("customer_order.status", "in", orderStates.unconfirmed.list),
        ),
      ),
    )
    .orderBy("payment_started_at", "desc")
    .limit(200)
    .execute();
  return rows.map((row) => row.patient_id);
}

/** Only `PENDING` or `DONE`, for callers that need no more. */
export async function onboardingStatusOf(db: Database, patientId: string): Promise<VisitRecord["status"]> {
  const row = await db
    .selectFrom("onboarding")
    .select(sql<VisitRecord["status"]>`status`.as("status"))
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return row?.status ?? "PENDING";
}

export const toVisitRecord = (row: OnboardingRow): VisitRecord => ({
  patientId: row.patient_id,
  step: row.step,
  furthest: row.furthest_step,
  status: row.status,
  variant: row.flow_variant,
  treatmentForm: row.treatment_form,
  nonHrt: row.non_hrt,
  couponCode: row.coupon_code,
  referralCode: row.used_referral_code,
  shareASaleClickId: row.shareasale_click_id,
  deduplicationId: row.deduplication_id,
  identityStatus: row.identity_status,
  identityAttempts: row.identity_attempts,
  stopRuleId: row.stop_rule_id,
  stoppedAt: row.stopped_at,
  askedDetails: row.details_asked,
  clarificationOpen: row.clarification_open,
  shippingId: row.shipping_address_id,
  paymentStartedAt: row.payment_started_at,
  finishIdempotencyKey: row.completion_key,
  rulesVersion: row.rules_version,
  orderId: row.order_id,
});

/** The referral code the patient came with; null without one. */
export const usedReferralCode = async (db: Database, patientId: string): Promise<string | null> =>
  (await findVisitRecord(db, patientId))?.referralCode ?? null;

/** The same under the lock of the visit's record, until the transaction ends. */
export const lockUsedReferralCode = async (tx: Tx, patientId: string): Promise<string | null> =>
  (await lockVisitRecord(tx, patientId))?.referralCode ?? null;

export const saveUsedReferralCode = (
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  code: string,
): Promise<void> => updateVisitRecord(db, patientId, { used_referral_code: code }, clock.now());
