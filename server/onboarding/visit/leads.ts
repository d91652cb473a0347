import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TrackingHeaders } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";

export interface Lead {
  readonly email: string;
  readonly firstname?: string | undefined;
  readonly lastname?: string | undefined;
}

const leadRetentionMs = 30 * 24 * 3_600_000;

/** Stores an e-mail typed before the account exists, sealed. Accounts are not looked up, so the answer reveals nothing about them. */
export async function saveLead(
  { db, secrets, clock }: Pick<Services, "db" | "secrets" | "clock">,
  lead: Lead,
  tracking: TrackingHeaders,
): Promise<void> {
  const email = lead.email.toLowerCase();
  const email_hash = secrets.digest(`lead:${email}`);
  const email_sealed = secrets.seal({ ...lead, email }, sealed("lead.email_sealed")(email_hash.toString("hex")));
  await db
    .insertInto("lead")
    .values({ email_hash, email_sealed, tracking: JSON.stringify(tracking), created_at: clock.now() })
    .onConflict((conflict) => conflict.column("email_hash").doUpdateSet({ email_sealed }))
    .execute();
}

/** Leads are kept 30 days. */
export async function deleteExpiredLeads(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom("lead")
    .where("created_at", "<", new Date(now.getTime() - leadRetentionMs))
    .execute();
}
