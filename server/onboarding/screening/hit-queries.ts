import { ruleVersion } from "#content/logic/rule-version.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Rule } from "../rules/screening.ts";

/**
 * Records rules that hold; a rule is recorded once with each outcome it ever had, and stays, whatever the patient changes later. Returns those recorded
 * for the first time.
 */
export async function recordHits(
  tx: Tx,
  visit: { readonly patientId: string; readonly contentVersion: string; readonly now: Date },
  hits: readonly Rule[],
): Promise<Rule[]> {
  if (hits.length === 0) return [];
  const inserted = await tx
    .insertInto("screening_hit")
    .values(
      hits.map((rule) => ({
        patient_id: visit.patientId,
        rule_id: rule.id,
        outcome: rule.outcome,
        content_version: visit.contentVersion,
        rule_version: ruleVersion(rule),
        at: visit.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(["patient_id", "rule_id", "outcome"]).doNothing())
    .returning("rule_id")
    .execute();
  const insertedRuleIds = new Set(inserted.map((row) => row.rule_id));
  return hits.filter((rule) => insertedRuleIds.has(rule.id));
}

/** Every rule the patient's answers ever hit, in the order of the hits. */
export const recordedHits = (db: Database, patientId: string) =>
  db
    .selectFrom("screening_hit")
    .select(["rule_id", "outcome", "at"])
    .where("patient_id", "=", patientId)
    .orderBy("at")
    .orderBy("rule_id")
    .$narrowType<{ outcome: Rule["outcome"] }>()
    .execute();

/** Every rule that answers of these patients ever hit, by patient; one query. */
export async function recordedHitsOf(
  db: Database,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly rule_id: string; readonly outcome: Rule["outcome"] }[]>> {
  if (patientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("screening_hit")
    .select(["patient_id", "rule_id", "outcome"])
    .where("patient_id", "in", [...patientIds])
    .$narrowType<{ outcome: Rule["outcome"] }>()
    .execute();
  return Map.groupBy(rows, ({ patient_id }) => patient_id);
}
