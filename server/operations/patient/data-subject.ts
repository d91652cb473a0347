import { invitedEmailDigest } from "#server/growth/public.ts";
import { openSealedValue } from "#server/platform/crypto/sealed-columns.ts";
import { sealed, type SealedColumnName } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";

/** A patient, with keys to rows that do not have the patient's id. */
export interface DataSubject {
  readonly id: string;
  readonly email: string;
  readonly firstname: string | null;
  readonly closedAt: Date | null;
  readonly mailingHash: Buffer;
  readonly leadHash: Buffer;
  readonly friendDigest: Buffer;
  /** Contact messages sent with the patient's e-mail without signing in, and the emergencies found in them. */
  readonly anonymousIds: readonly string[];
}

type NeededServices = { readonly db: Database; readonly secrets: Secrets };

/** The patient with this id; throws an error of one line if there is none. */
export async function subjectOf({ db, secrets }: NeededServices, id: string): Promise<DataSubject> {
  const row = /^[0-9a-f-]{36}$/i.test(id)
    ? await db
        .selectFrom("patient")
        .select(["id", "email", "firstname", "closed_at", "closed_email_sealed"])
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Error(`There is no patient ${id}.`);
  const email = row.closed_email_sealed
    ? secrets.open<string>(row.closed_email_sealed, sealed("patient.closed_email_sealed")(row.id))
    : row.email;
  return {
    id: row.id,
    email,
    firstname: row.firstname,
    closedAt: row.closed_at,
    mailingHash: secrets.digest(email.toLowerCase()),
    leadHash: secrets.digest(`lead:${email.toLowerCase()}`),
    friendDigest: invitedEmailDigest(secrets, email),
    anonymousIds: await anonymousReportIds({ db, secrets }, email),
  };
}

/** Their e-mail is encrypted, so each has to be decrypted. */
async function anonymousReportIds({ db, secrets }: NeededServices, email: string): Promise<string[]> {
  const [messages, reports] = await Promise.all([
    db.selectFrom("contact_message").selectAll().where("patient_id", "is", null).execute(),
    db.selectFrom("emergency_report").selectAll().where("patient_id", "is", null).execute(),
  ]);
  const openSealed = <T>(name: SealedColumnName, row: Record<string, unknown>) =>
    openSealedValue(secrets, name, row) as T | null;
  const isSameEmail = (other: string | null | undefined) => other?.toLowerCase() === email.toLowerCase();
  return [
    ...messages.filter((row) =>
      isSameEmail(openSealed<{ email?: string }>("contact_message.message_sealed", row)?.email),
    ),
    ...reports.filter((row) =>
      isSameEmail(
        openSealed<{ contact?: { email?: string } | null }>("emergency_report.report_sealed", row)?.contact?.email,
      ),
    ),
  ].map(({ id }) => id);
}
