import type { Insertable, Selectable } from "kysely";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** Somebody of the practice, by their row alone: with a password, unless `values` say otherwise. */
export async function addMember(
  { services: { db } }: Pick<TestServer, "services">,
  values: Partial<Insertable<Tables["staff_member"]>> = {},
): Promise<Selectable<Tables["staff_member"]>> {
  const id = newId();
  return db
    .insertInto("staff_member")
    .values({
      ...{ id, email: `${id}@practice.example`, name: `Nora ${id}`, roles: ["nurse"], password_hash: "a hash" },
      ...{ created_at: new Date(Date.UTC(2020, 0, 1)), created_by: "test", ...values },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
