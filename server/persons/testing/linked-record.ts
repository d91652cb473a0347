import { sql } from "kysely";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** Another record, whose account was made before, and the pair it is in with this patient; the pair's id. */
export async function pairWithEarlier(
  { services: { db, clock } }: TestServer,
  patientId: string,
  verdict: "same" | "not_same",
): Promise<string> {
  const earlier = "01000000-0000-7000-8000-000000000000";
  const unsealed = { phone_sealed: null, birthday_sealed: null, pharmacy_sealed: null };
  const change = JSON.stringify({ id: earlier, email: "before@example.com", ...unsealed });
  await sql`insert into patient select (jsonb_populate_record(p, ${change}::jsonb)).* from patient p where id = ${patientId}`.execute(
    db,
  );
  const id = newId();
  await db
    .insertInto("person_pair")
    .values({
      ...{ id, earlier_id: earlier, later_id: patientId, agrees: ["birthday", "number", "phone"] },
      ...{ found_at: clock.now(), verdict, version: 1 },
    })
    .execute();
  return id;
}
