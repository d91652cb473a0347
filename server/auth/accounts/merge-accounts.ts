import { sealed } from "#server/platform/crypto/sealed.ts";
import { randomSecret } from "#server/platform/crypto/secrets.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { SignIns } from "../dismissed-email.ts";
import { hashPassword } from "../passwords/password.ts";
import { accountById, updatePasswordHash } from "../patients/account-queries.ts";
import { endAllSessions } from "../sessions/session.ts";
import { endLinks, mailedLinks } from "../single-use-links.ts";
import { closedEmail } from "./close-account.ts";
import { setEmail } from "./email-change.ts";

const closedEmailOf = sealed("patient.closed_email_sealed");

/** Two accounts, both locked, of which one goes on. */
interface TwoAccounts {
  readonly survivingId: string;
  readonly retiredId: string;
  /** Whose e-mail and password sign in. */
  readonly keeps: keyof SignIns;
}

/** A hash nobody knows the password of, made before a transaction begins. */
export const unusableHash = ({ config }: Pick<Services, "config">): Promise<string> =>
  hashPassword(config, randomSecret());

/**
 * Closes the retired account and lets the chosen e-mail and password sign in to the other one. Returns how both signed in before, and the sessions that
 * ended: every one of the retired account, and of the other one where somebody else's password opens it from now on.
 */
export async function mergeSignIns(
  tx: TxServices,
  { survivingId, retiredId, keeps }: TwoAccounts,
  noPassword: string,
): Promise<{ readonly before: SignIns; readonly ended: readonly string[] }> {
  const { db, clock, secrets } = tx;
  const now = clock.now();
  const [surviving, retired] = [await accountById(db, survivingId), await accountById(db, retiredId)];
  for (const id of [survivingId, retiredId]) await endLinks(tx, mailedLinks, id);
  await db
    .updateTable("patient")
    .set({
      closed_at: now,
      closed_email_sealed: secrets.seal(retired.email, closedEmailOf(retiredId)),
      email: closedEmail(retiredId),
      password_hash: noPassword,
      password_changed_at: now,
    })
    .where("id", "=", retiredId)
    .execute();
  const ended = [...(await endAllSessions(db, tx, retiredId))];
  if (keeps === "retired") {
    await setEmail(tx, survivingId, retired.email, now);
    await updatePasswordHash(db, survivingId, retired.password_hash, now);
    await tx.events.announce(db, "access.renewed", { patientId: survivingId });
    ended.push(...(await endAllSessions(db, tx, survivingId)));
  }
  return {
    before: {
      surviving: { email: surviving.email, passwordHash: surviving.password_hash },
      retired: { email: retired.email, passwordHash: retired.password_hash },
    },
    ended,
  };
}

/**
 * Opens the retired account again with its own e-mail, and gives the other one back what it had. A sign-in that moved goes back with the password it has
 * now. Returns the sessions that ended.
 */
export async function separateSignIns(
  tx: TxServices,
  { survivingId, retiredId, keeps }: TwoAccounts,
  before: SignIns,
): Promise<readonly string[]> {
  const { db, clock } = tx;
  const now = clock.now();
  const { password_hash: current } = await accountById(db, survivingId);
  const ended: string[] = [];
  for (const id of [survivingId, retiredId]) await endLinks(tx, mailedLinks, id);
  if (keeps === "retired") {
    await setEmail(tx, survivingId, before.surviving.email, now);
    await updatePasswordHash(db, survivingId, before.surviving.passwordHash, now);
    await tx.events.announce(db, "access.renewed", { patientId: survivingId });
    ended.push(...(await endAllSessions(db, tx, survivingId)));
  }
  await db
    .updateTable("patient")
    .set({ closed_at: null, closed_email_sealed: null, email: before.retired.email })
    .where("id", "=", retiredId)
    .execute();
  const hash = keeps === "retired" ? current : before.retired.passwordHash;
  await updatePasswordHash(db, retiredId, hash, now);
  return ended;
}
