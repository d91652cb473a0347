import { sql } from "kysely";
import type { PatientKey } from "#contract/http/record.ts";
import { pairById } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Where the patient of a thing is found. */
const tables: Readonly<Record<Exclude<PatientKey, "patient" | "pair">, string>> = {
  conversation: "conversation",
  emergency: "emergency_report",
  followup: "followup",
  note: "staff_note",
  order: "customer_order",
  prescription: "prescription",
  renewal: "renewal_request",
  subscription: "subscription",
  task: "task",
  suggestion: "medicine_suggestion",
  upsell: "upsell_request",
  visit_note: "visit_note",
  work_item: "work_item",
};

/** The record that a thing's patient was merged into; null: into none, as for what isn't there. */
export async function mergedRecordOf(
  { db }: { readonly db: Database },
  { key, id }: { readonly key: PatientKey; readonly id: string },
): Promise<string | null> {
  if (key === "pair") return null;
  const patient =
    key === "patient" ? sql`${id}::uuid` : sql`(select patient_id from ${sql.table(tables[key])} where id = ${id})`;
  const { rows } = await sql<{ surviving_id: string }>`
    select surviving_id from record_merge where retired_id = ${patient} and merged_at is not null and undone_at is null`.execute(
    db,
  );
  return rows[0]?.surviving_id ?? null;
}

/** The patient a thing belongs to; null for what isn't there, and for what belongs to none. */
export async function patientOf(
  { db }: { readonly db: Database },
  { key, id }: { readonly key: PatientKey; readonly id: string },
): Promise<string | null> {
  if (key === "patient") return id;
  // Of two records, the one that is the reason to look at the other.
  if (key === "pair") return (await pairById(db, id))?.later_id ?? null;
  const { rows } = await sql<{ patient_id: string | null }>`
    select patient_id from ${sql.table(tables[key])} where id = ${id}`.execute(db);
  return rows[0]?.patient_id ?? null;
}
