import { insertAnswers } from "#server/onboarding/flow/visit-queries.ts";
import type { GivenAnswers } from "#server/onboarding/rules/answers.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";

/** A patient who gave these answers before there was a rule about them. */
export async function answeredBefore<P extends TestPatient>(
  server: TestServer,
  patient: P,
  answers: Readonly<Record<string, string | string[]>>,
): Promise<P> {
  const { db, secrets, clock, content } = server.services;
  const written = { patientId: patient.id, contentVersion: content.questionnaire.version, now: clock.now() };
  const given: GivenAnswers = Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [id, { value, others: null }]),
  );
  await inTransaction(server.services, ({ db: tx }) => insertAnswers(tx, secrets, written, given));
  await db.updateTable("onboarding").set({ rules_version: "before" }).where("patient_id", "=", patient.id).execute();
  return patient;
}
