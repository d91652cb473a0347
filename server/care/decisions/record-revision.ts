import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type DecisionFact, decisionFacts } from "#contract/care/decision-fields.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";

/*
 * A doctor decides on what a record showed; by then an answer may have changed, an authorization expired, a colleague decided. The record's revision is a short digest of
 * each fact a decision depends on, so that a decision made on an older one is refused with the names of what has changed.
 */

const nameOf: Readonly<Record<DecisionFact, string>> = {
  answers: "the health answers",
  decision: "the case (somebody else acted on it)",
  identity: "the identity check, or whose record it is",
  payment: "the payment",
  prescriptions: "the prescriptions",
  state: "the state the patient lives in",
};

/** The revision of a patient's record, in one statement. */
export async function recordRevision(db: Database, patientId: string): Promise<string> {
  const { rows } = await sql<Record<DecisionFact, string | null>>`
    select
      concat_ws(' ',
        (select max(answered_at) from health_answer where patient_id = patient.id),
        (select max(version) from health_answers_version where patient_id = patient.id)) as answers,
      concat_ws(' ', latest.id, latest.status, latest.doctor_id, latest.treating_doctor_id,
        (select string_agg(concat_ws(' ', id, status), ' ' order by id) from upsell_request where patient_id = patient.id),
        (select string_agg(concat_ws(' ', id, status), ' ' order by id) from renewal_request where patient_id = patient.id),
        (select string_agg(concat_ws(' ', id, status), ' ' order by id) from treatment_change where patient_id = patient.id),
        (select string_agg(concat_ws(' ', id, status), ' ' order by id) from medicine_suggestion where patient_id = patient.id)) as decision,
      concat_ws(' ',
        (select identity_status from onboarding where patient_id = patient.id),
        (select string_agg(concat_ws(' ', id, version), ' ' order by id) from person_pair
          where patient.id in (earlier_id, later_id))) as identity,
      (select status from customer_order where id = latest.order_id) as payment,
      concat_ws(' ',
        (select string_agg(concat_ws(' ', id, status, on_hold_at, discontinued_at), ' ' order by id)
          from prescription where patient_id = patient.id),
        (select max(made_at) from directions_change where patient_id = patient.id),
        (select string_agg(concat_ws(' ', id, until_on), ' ' order by id)
          from medicine_rest where patient_id = patient.id)) as prescriptions,
      state
    from patient left join lateral (
      select * from care_case where patient_id = patient.id order by submitted_at desc limit 1
    ) latest on true
    where patient.id = ${patientId}`.execute(db);
  const [facts] = rows;
  return decisionFacts.map((fact) => digest(`${patientId} ${fact} ${facts?.[fact] ?? ""}`)).join(".");
}

/** What differs between the present revision of a patient's record and one that was seen. */
async function changedFacts(db: Database, patientId: string, revision: string): Promise<readonly DecisionFact[]> {
  const seen = revision.split(".");
  const present = (await recordRevision(db, patientId)).split(".");
  return decisionFacts.filter((_, index) => seen[index] !== present[index]);
}

/** The same in words for the practice; none where nothing differs. */
export const changedSince = async (db: Database, patientId: string, revision: string): Promise<string[]> =>
  (await changedFacts(db, patientId, revision)).map((fact) => nameOf[fact]);

/**
 * Refuses with `conflict` a decision on a revision that is not the present one; `details.changed` says what differs. Without a revision nothing is
 * compared. Call it under the lock of the patient's orders.
 */
export async function requireRevision(
  { db, refuse }: { readonly db: Database } & Refuses<"conflict">,
  patientId: string,
  revision: string | undefined,
): Promise<void> {
  if (revision === undefined) return;
  const changed = await changedFacts(db, patientId, revision);
  if (changed.length === 0) return;
  throw refuse("conflict", {
    message: `Since you opened this record, something has changed: ${changed.map((fact) => nameOf[fact]).join(", ")}. Please look at it again.`,
    details: { changed },
    transient: true,
  });
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 10);
