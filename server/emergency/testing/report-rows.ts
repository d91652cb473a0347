import type { Insertable } from "kysely";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** A minute long ago. */
export const minute = (number: number): Date => new Date(Date.UTC(2020, 0, 1, 12, number));

export const acknowledged = { acknowledged_at: minute(50) };
export const closed = { ...acknowledged, closed_at: minute(51) };

/** A report of this minute, titled by it; from the contact form unless `values` say otherwise. */
export async function addReport(
  { services: { db, secrets } }: TestServer,
  patientId: string | null,
  at: number,
  values: Partial<Insertable<Tables["emergency_report"]>> = {},
  sign = "a sign",
): Promise<string> {
  const id = values.id ?? newId();
  const emergency: Emergency = { kind: "911", title: `At ${at}`, text: "Call 911", phones: [] };
  const content = { sign, emergency, words: `words at ${at}`, contact: null };
  await db
    .insertInto("emergency_report")
    .values({
      ...{ id, patient_id: patientId, source: "contact", reported_at: minute(at), mail_at: minute(at) },
      ...{ report_sealed: secrets.seal(content, sealed("emergency_report.report_sealed")(id)) },
      ...values,
    })
    .execute();
  return id;
}
