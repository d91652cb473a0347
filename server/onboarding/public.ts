import { sql } from "kysely";
import type { TrackingHeaders } from "#server/platform/http/handler.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Json } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";

type Parts = Services & { readonly db: Database };

export interface NewOnboarding {
  readonly patientId: string;
  readonly tracking: TrackingHeaders;
  readonly flowVariant?: string;
  readonly nonRxOnly: boolean;
}

/** Begins the visit of a new patient, in the transaction of her sign-up. */
export async function createOnboarding(
  { db, clock, content }: Pick<Parts, "db" | "clock" | "content">,
  { patientId, tracking, flowVariant }: NewOnboarding,
): Promise<void> {
  const now = clock.now();
  await db
    .insertInto("onboarding")
    .values({
      patient_id: patientId,
      step: 1,
      furthest_step: 1,
      status: "PENDING",
      flow_variant: flowVariant ?? null,
      content_version: content.questionnaire.version,
      tracking: sql<Json>`${JSON.stringify(tracking)}::jsonb`,
      deduplication_id: tracking.deduplicationid ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** How far the visit is, as every sign-in answers it. */
export async function onboardingStatus({ db }: Pick<Parts, "db">, patientId: string): Promise<"PENDING" | "DONE"> {
  const row = await db.selectFrom("onboarding").select("status").where("patient_id", "=", patientId).executeTakeFirst();
  return row?.status === "DONE" ? "DONE" : "PENDING";
}
