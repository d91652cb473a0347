import { sql } from "kysely";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { accountByEmail, accountById, lockOpenAccount } from "../patients/account-queries.ts";
import { hasReportedDeath } from "../patients/death-reported.ts";
import { patientById } from "../patients/patients.ts";
import { revokeSessions } from "../sessions/session-queries.ts";
import { endAllSessions } from "../sessions/session.ts";
import { endLinks, mailedLinks } from "../single-use-links.ts";
import { closedEmail } from "./close-account.ts";

/*
 * Somebody says that a patient died. From that moment nothing is charged, sent or mailed: each of these asks the patient's row, so nothing has to run for it
 * to stop, or to go on when the report was wrong. Nothing is ended before somebody of the practice has proof.
 */

/** Why an order of such a patient is refused, wherever it is. */
export const waitsForReport = (order: { readonly number: string | null } | undefined): string =>
  `Somebody told us that this patient died. Order ${order?.number ?? ""} stays here until that’s proved or taken back.`;

const emailDigest = (secrets: Secrets, email: string): Buffer => secrets.digest(`deceased:${email.toLowerCase()}`);

/** Stops everything for the patient, and signs their helpers out; false where a death is reported already. Takes the lock of the patient's orders. */
export async function noteDeath(tx: TxServices, patientId: string, diedOn: string | null): Promise<boolean> {
  const { db, clock, secrets } = tx;
  await lockPatientOrders(db, patientId);
  await lockOpenAccount(db, patientId);
  const { email } = await patientById(tx, patientId);
  const { numUpdatedRows: noted } = await db
    .updateTable("patient")
    .set({ death_reported_at: clock.now(), died_on: diedOn, death_email_digest: emailDigest(secrets, email) })
    .where("id", "=", patientId)
    .where("death_reported_at", "is", null)
    .executeTakeFirst();
  // At once, not when it has committed: if it never does, they sign in again.
  tx.revokedSessions.add(await revokeSessions(db, patientId, clock.now(), { ofHelpers: true }));
  return noted > 0n;
}

/** The report was wrong: what waited goes on. Takes the lock of the patient's orders. */
export async function takeBackDeath({ db }: TxServices, patientId: string): Promise<void> {
  await lockPatientOrders(db, patientId);
  const nothing = { death_reported_at: null, died_on: null, death_confirmed_at: null, death_email_digest: null };
  await db.updateTable("patient").set(nothing).where("id", "=", patientId).execute();
}

/**
 * Ends the sign-in of a patient whose death is proved, as closing an account does, but mails nobody. Returns the sessions that ended, for `revokedSessions` once
 * it has committed. The caller holds the lock of the patient's orders.
 */
export async function confirmDeath(tx: TxServices, patientId: string, noPassword: string): Promise<readonly string[]> {
  const { db, clock, secrets } = tx;
  const now = clock.now();
  const isOpen = await lockOpenAccount(db, patientId);
  await db
    .updateTable("patient")
    // Confirmed again, the first time counts: the account closed with it.
    .set((columns) => ({ death_confirmed_at: columns.fn.coalesce("death_confirmed_at", columns.val(now)) }))
    .where("id", "=", patientId)
    .execute();
  if (!isOpen) return [];
  const { email } = await accountById(db, patientId);
  await endLinks(tx, mailedLinks, patientId);
  await db
    .updateTable("patient")
    .set({
      ...{ closed_at: now, email: closedEmail(patientId), password_hash: noPassword, password_changed_at: now },
      closed_email_sealed: secrets.seal(email, sealed("patient.closed_email_sealed")(patientId)),
    })
    .where("id", "=", patientId)
    .execute();
  return endAllSessions(db, tx, patientId);
}

/** What became of an account whose patient's death was confirmed wrongly. */
interface Reopened {
  /** False: it stays closed, because it had closed before, or its address signs in to another account by now. */
  readonly isOpen: boolean;
  /** When the death was reported. */
  readonly reportedAt: Date;
}

/**
 * A death was confirmed wrongly: the mark goes, and the account that closed with it opens again with its e-mail. It has no password, so a recovery link is the only
 * way in. Null where none is confirmed. Takes the lock of the patient's orders.
 */
export async function reopenAfterDeath(tx: TxServices, patientId: string): Promise<Reopened | null> {
  const { db, secrets } = tx;
  await lockPatientOrders(db, patientId);
  const row = await db
    .selectFrom("patient")
    .select(["closed_at", "closed_email_sealed", "death_reported_at", "death_confirmed_at"])
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { death_reported_at: reportedAt, death_confirmed_at: confirmedAt, closed_at: closedAt } = row;
  if (reportedAt === null || confirmedAt === null) return null;
  await takeBackDeath(tx, patientId);
  if (closedAt?.getTime() !== confirmedAt.getTime() || row.closed_email_sealed === null)
    return { isOpen: false, reportedAt };
  const email = secrets.open<string>(row.closed_email_sealed, sealed("patient.closed_email_sealed")(patientId));
  if (await accountByEmail(db, email)) return { isOpen: false, reportedAt };
  await endLinks(tx, mailedLinks, patientId);
  await db
    .updateTable("patient")
    .set({ closed_at: null, closed_email_sealed: null, email })
    .where("id", "=", patientId)
    .execute();
  return { isOpen: true, reportedAt };
}

/**
 * Whether a mail isn't sent, because somebody says that its patient died. Of one that doesn't say whose it is the address does, and an account that was made
 * with it since is somebody else's, and gets its mail.
 */
export async function isSilenced(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  email: string,
  patientId?: string,
): Promise<boolean> {
  if (patientId !== undefined) return hasReportedDeath(db, patientId);
  const { rows } = await sql<{ silenced: boolean }>`
    select exists (select from patient where death_email_digest = ${emailDigest(secrets, email)})
        and not exists (select from patient where email = ${email} and death_reported_at is null)
      or exists (select from patient where email = ${email} and death_reported_at is not null) as silenced`.execute(db);
  return rows[0]?.silenced ?? false;
}

/** The open account with this e-mail and birthday, as somebody names a patient who isn't one themself; null: none, or a death is reported already. */
export async function accountNamed(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  { email, birthday }: { readonly email: string; readonly birthday: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("patient")
    .select(["id", "birthday_sealed"])
    .where("email", "=", email)
    .where("death_reported_at", "is", null)
    .executeTakeFirst();
  if (!row?.birthday_sealed) return null;
  const known = secrets.open<string>(row.birthday_sealed, sealed("patient.birthday_sealed")(row.id));
  return known === birthday ? row.id : null;
}
