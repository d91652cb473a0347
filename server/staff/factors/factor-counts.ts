import { type Expression, sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/** How many passkeys, confirmed authenticator apps and unused recovery codes somebody has, as columns of a query about them. */
export const factorCounts = (db: Database, memberId: Expression<string>) => {
  const count = sql<number>`count(*)`.as("n");
  return [
    db.selectFrom("staff_passkey").select(count).where("member_id", "=", memberId).as("passkeys"),
    db
      .selectFrom("staff_authenticator")
      .select(count)
      .where("member_id", "=", memberId)
      .where("confirmed_at", "is not", null)
      .as("authenticators"),
    db
      .selectFrom("staff_recovery_code")
      .select(count)
      .where("member_id", "=", memberId)
      .where("used_at", "is", null)
      .as("recovery_codes"),
  ] as const;
};

/** Of a query of `staff_member`: they have something to prove with that it is them. */
export const hasFactor = sql<boolean>`(
  exists (select from staff_passkey where member_id = staff_member.id)
  or exists (select from staff_authenticator where member_id = staff_member.id and confirmed_at is not null))`;
