import type { HelperPart, HelperSignedIn } from "#contract/account/helpers.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyPassword } from "../passwords/password.ts";
import { isOpen } from "../patients/open-helper.ts";
import { lockPatientShared } from "../sessions/session-queries.ts";
import { type LiveSession, startSession } from "../sessions/session.ts";

/** The account a right password opens; null otherwise. Takes the same time whether or not the e-mail is a helper's. */
export async function checkHelperPassword(
  { db, config }: Pick<Services, "db" | "config">,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ readonly accountId: string; readonly passwordHash: string } | null> {
  const account = await db
    .selectFrom("helper_account")
    .select(["id", "password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  const isRight = await verifyPassword(config, password, account?.password_hash);
  return isRight && account ? { accountId: account.id, passwordHash: account.password_hash } : null;
}

/** Whom this account may help now. */
export async function peopleHelped(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  accountId: string,
): Promise<HelperSignedIn["people"]> {
  const rows = await db
    .selectFrom("helper")
    .innerJoin("patient", "patient.id", "helper.patient_id")
    .select(["helper.id", "patient.firstname"])
    .where("helper.account_id", "=", accountId)
    .where(isOpen(clock.now()))
    .where("patient.closed_at", "is", null)
    .orderBy("helper.joined_at")
    .orderBy("helper.id")
    .execute();
  return rows.map(({ id, firstname }) => ({ id, firstname: firstname ?? "" }));
}

/**
 * Starts a session of a helper, which ends with what the patient agreed to. Null where it has ended meanwhile, or the password was changed. The helper's row
 * is held, so that whoever ends it ends this session, too.
 */
export async function startHelperSession(
  services: Pick<Services, "db" | "clock">,
  {
    helperId,
    accountId,
    passwordHash,
    userAgent,
  }: {
    readonly helperId: string;
    readonly accountId: string;
    readonly passwordHash: string;
    readonly userAgent: string;
  },
): Promise<LiveSession | null> {
  return inTransaction(services, async ({ db: tx, clock }) => {
    const helped = await tx.selectFrom("helper").select("patient_id").where("id", "=", helperId).executeTakeFirst();
    // A death that is reported meanwhile waits for this session, and ends it.
    if (!helped || !(await lockPatientShared(tx, helped.patient_id))) return null;
    const row = await tx
      .selectFrom("helper")
      .innerJoin("helper_account", "helper_account.id", "helper.account_id")
      .innerJoin("patient", "patient.id", "helper.patient_id")
      .select(["helper.id", "helper.patient_id", "helper.parts", "helper.expires_at"])
      .where("helper.id", "=", helperId)
      .where("helper_account.id", "=", accountId)
      .where("helper_account.password_hash", "=", passwordHash)
      .where("patient.closed_at", "is", null)
      .where(isOpen(clock.now()))
      .forShare(["helper", "helper_account"])
      .executeTakeFirst();
    if (!row) return null;
    return startSession(
      tx,
      { clock },
      {
        patientId: row.patient_id,
        userAgent,
        notAfter: row.expires_at,
        helper: { id: row.id, parts: row.parts as HelperPart[] },
      },
    );
  });
}
