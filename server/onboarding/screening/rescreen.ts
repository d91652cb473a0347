import { rulesVersion } from "#content/logic/rule-version.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { findVisitRecord, lockVisitRecord, updateVisitRecord } from "../flow/record-queries.ts";
import { loadVisit } from "../flow/visit-queries.ts";
import type { VisitRecord } from "../flow/visit.ts";
import { answerSummary, type SummaryLine } from "../questions/answer-summary.ts";
import { stopRuleOf } from "../rules/screening.ts";
import { questionsOfRule } from "./answer-notices.ts";
import { recordHits } from "./hit-queries.ts";
import { newFindings, type NewFindings, screenVisit } from "./screen-today.ts";

/*
 * After a change of the rules: who finished a visit is screened again by their answers as they are. What the new rules find is recorded as if it had been
 * found in the visit, and the patient counts as screened by these rules.
 */

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

export interface Rescreened extends NewFindings {
  readonly patientId: string;
  /** The answers that the new findings look at. */
  readonly answers: readonly SummaryLine[];
}

/** Up to `limit` patients after `after` who finished a visit and whom other rules than today's screened last, by id. */
export async function patientsScreenedBefore(
  { db, content }: Pick<Services, "db" | "content">,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("onboarding")
    .select("patient_id")
    .where("status", "=", "DONE")
    .where("rules_version", "<>", rulesVersion(content))
    .where((where) => where.and(after === null ? [] : [where("patient_id", ">", after)]))
    .orderBy("patient_id")
    .limit(limit)
    .execute();
  return rows.map(({ patient_id }) => patient_id);
}

/** What today's rules would find in a patient's answers; null for one without a finished visit. Changes nothing. */
export async function rescreenedNow(services: Deps, patientId: string): Promise<Rescreened | null> {
  const record = await findVisitRecord(services.db, patientId);
  return record?.status === "DONE" ? findIn(services, record) : null;
}

/** Records what today's rules find and nobody was told of, and that the patient was screened by them. Null where there was nothing to do. */
export async function rescreen(services: TxServices, patientId: string): Promise<Rescreened | null> {
  const { db, content, clock } = services;
  const record = await lockVisitRecord(db, patientId);
  const version = rulesVersion(content);
  if (record?.status !== "DONE" || record.rulesVersion === version) return null;
  const found = await findIn(services, record);
  const now = clock.now();
  await recordHits(db, { patientId, contentVersion: content.questionnaire.version, now }, found.hits);
  const stop = record.stopRuleId === null ? stopRuleOf(found.hits) : null;
  await updateVisitRecord(
    db,
    patientId,
    { rules_version: version, ...(stop && { stop_rule_id: stop.id, stopped_at: now }) },
    now,
  );
  return found;
}

async function findIn(services: Deps, record: VisitRecord): Promise<Rescreened> {
  const { content, db } = services;
  const { patientId } = record;
  const prescribed = [...(await activePrescriptions(services, patientId)).keys()];
  const { hits, forbids } = await newFindings(services, patientId, record.rulesVersion, prescribed);
  const visit = await loadVisit({ ...services, db }, record);
  const { open } = screenVisit(content, visit, clinicToday(services));
  const asked = new Set(hits.flatMap(questionsOfRule));
  return {
    patientId,
    hits,
    forbids,
    answers: answerSummary(open, visit.answers).filter(({ questionid }) => asked.has(questionid)),
  };
}
