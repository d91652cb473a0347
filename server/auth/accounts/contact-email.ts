import { sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { TxServices } from "#server/platform/services.ts";
import { accountById } from "../patients/account-queries.ts";
import { issueLink } from "../single-use-links.ts";

/*
 * A patient may ask that mails go to another address than that of their account, because somebody else reads it (45 CFR 164.522(b)). It's an entry on their
 * chart. Whoever reads the new mailbox confirms it, and nothing is mailed to the old one about it. Once confirmed it counts for every mail to the patient, while
 * the entry stands; for a day after, nobody gets a link for a new password there.
 */

const linkHours = 24;
const limit = { points: 5, seconds: 15 * 60 };

/** Mails a link to an address that an entry on a patient's chart names. Until it's opened, mails go where they went. */
export async function askContactEmail(
  services: TxServices,
  { taskId, patientId, email }: { readonly taskId: string; readonly patientId: string; readonly email: string },
): Promise<void> {
  const { db, config, limiter } = services;
  await limiter.consume("email-by-practice", patientId, limit);
  const { firstname } = await accountById(db, patientId);
  const { digest, secret, expiresAt } = await issueLink(services, "contact_email", patientId, linkHours * 3600);
  await db
    .insertInto("contact_email")
    .values({ task_id: taskId, patient_id: patientId, email, code_hash: digest })
    .execute();
  await queueMail(services, {
    mail: "contact_email_asked",
    to: email,
    values: {
      firstname: greetingName(firstname),
      link: `${new URL("/email-change", config.publicUrl).href}#confirm.${secret}`,
      hours: String(linkHours),
    },
    until: expiresAt,
  });
}

/** Confirms the address that a link was mailed to, while its entry stands; undefined where the link is none of these. A repeat answers the same. */
export async function confirmContactEmail(
  tx: Tx,
  digests: readonly Uint8Array[],
  now: Date,
): Promise<string | undefined> {
  const asked = await tx
    .selectFrom("contact_email")
    .innerJoin("single_use_link", "digest", "code_hash")
    .innerJoin("task", "task.id", "task_id")
    .innerJoin("patient", "patient.id", "contact_email.patient_id")
    .select([
      "task_id",
      "contact_email.email",
      "confirmed_at",
      "expires_at",
      "single_use_link.ended_at as link_ended_at",
    ])
    .where("digest", "in", digests)
    .where("purpose", "=", "contact_email")
    .where("task.ended_at", "is", null)
    // What stands on the chart of an account that became part of another one binds there.
    .where(
      sql<boolean>`(patient.closed_at is null or exists (select from record_merge
        where retired_id = patient.id and merged_at is not null and undone_at is null))`,
    )
    .forUpdate(["contact_email", "single_use_link", "task"])
    .executeTakeFirst();
  if (!asked) return undefined;
  if (asked.confirmed_at !== null) return asked.email;
  if (asked.link_ended_at !== null || asked.expires_at <= now) return undefined;
  await tx.updateTable("contact_email").set({ confirmed_at: now }).where("task_id", "=", asked.task_id).execute();
  await tx.updateTable("single_use_link").set({ ended_at: now }).where("digest", "in", digests).execute();
  return asked.email;
}

/** Confirmed addresses of entries that stand. */
export const confirmedContactEmails = (db: Database) =>
  db
    .selectFrom("contact_email")
    .innerJoin("task", "task.id", "task_id")
    .where("task.ended_at", "is", null)
    .where("confirmed_at", "is not", null);

/** Where mails to a patient go instead of to their account's address, the one confirmed last; null: there's none. Accounts that became part of theirs count. */
export async function contactEmailOf(
  db: Database,
  patientId: string,
): Promise<{ readonly email: string; readonly confirmedAt: Date } | null> {
  const row = await confirmedContactEmails(db)
    .select(["contact_email.email", "confirmed_at"])
    .where(
      sql<boolean>`(contact_email.patient_id = ${patientId} or contact_email.patient_id in (select retired_id from record_merge
        where surviving_id = ${patientId} and merged_at is not null and undone_at is null))`,
    )
    .orderBy("confirmed_at", "desc")
    .executeTakeFirst();
  return row && row.confirmed_at !== null ? { email: row.email, confirmedAt: row.confirmed_at } : null;
}

/** Of these entries, those that name an address nobody has confirmed. */
export async function unconfirmedContactEmails(db: Database, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("contact_email")
    .select("task_id")
    .where("task_id", "in", [...taskIds])
    .where("confirmed_at", "is", null)
    .execute();
  return new Set(rows.map(({ task_id: id }) => id));
}
