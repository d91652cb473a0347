import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Report } from "./report-rules.ts";

export async function insertEvent(
  db: Database,
  event: {
    readonly patientId: string | null;
    readonly name: string;
    readonly fields: Readonly<Record<string, string | number>>;
    readonly at: Date;
  },
): Promise<void> {
  const { patientId: patient_id, name, fields, at } = event;
  await db
    .insertInto("marketing_event")
    .values({ id: newId(), patient_id, name, fields: JSON.stringify(fields), at })
    .execute();
}

export async function insertReport(db: Database, kind: string, fields: Report, at: Date): Promise<void> {
  await db
    .insertInto("error_report")
    .values({ id: newId(), kind, fields: JSON.stringify(fields), at })
    .execute();
}
