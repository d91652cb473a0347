import { Secret, TOTP } from "otpauth";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "clock" | "secrets" | "content">;

const secretOf = sealed("staff_authenticator.secret_sealed");
/** Seconds a code is shown, digits and algorithm that every authenticator app knows (RFC 6238). */
const period = 30;
/** One step before and after: clocks of phones are off by some seconds. */
const window = 1;

const totp = (secret: string, labels: { readonly issuer?: string; readonly label?: string } = {}) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period, ...labels });

/** The code that an app with this secret shows at a time. */
export const codeAt = (secret: string, at: Date): string => totp(secret).generate({ timestamp: at.getTime() });

/** A new secret for an authenticator app, instead of an earlier one that was not confirmed. The app in use counts until the new one is confirmed. */
export async function newAuthenticator(
  { db, clock, secrets, content }: Deps,
  member: { readonly id: string; readonly email: string },
): Promise<{ readonly uri: string; readonly secret: string }> {
  const secret = new Secret({ size: 20 }).base32;
  const id = newId();
  await db
    .deleteFrom("staff_authenticator")
    .where("member_id", "=", member.id)
    .where("confirmed_at", "is", null)
    .execute();
  await db
    .insertInto("staff_authenticator")
    .values({ id, member_id: member.id, secret_sealed: secrets.seal(secret, secretOf(id)), created_at: clock.now() })
    .execute();
  return { secret, uri: totp(secret, { issuer: content.brand.name, label: member.email }).toString() };
}

/** Sets up an app whose secret is known already, for somebody who has none. */
export async function confirmedAuthenticator(
  { db, clock, secrets }: Pick<Services, "db" | "clock" | "secrets">,
  memberId: string,
  secret: string,
): Promise<void> {
  const id = newId();
  const now = clock.now();
  const secret_sealed = secrets.seal(secret, secretOf(id));
  await db
    .insertInto("staff_authenticator")
    .values({ id, member_id: memberId, secret_sealed, created_at: now, confirmed_at: now })
    .execute();
}

/** Confirms the new app by a code of it; it replaces the one before. False for a wrong code, null where no new app waits. */
export async function confirmAuthenticator(services: Deps, memberId: string, code: string): Promise<boolean | null> {
  const { db, clock } = services;
  const pending = await authenticatorOf(db, memberId, "pending");
  if (!pending) return null;
  const step = stepOf(services, pending, code);
  if (step === null) return false;
  await db
    .deleteFrom("staff_authenticator")
    .where("member_id", "=", memberId)
    .where("confirmed_at", "is not", null)
    .execute();
  await db
    .updateTable("staff_authenticator")
    .set({ confirmed_at: clock.now(), last_step: step })
    .where("id", "=", pending.id)
    .execute();
  return true;
}

/** Why a code proves nothing: no app of the person shows it now; it counted before; or its app was never confirmed, so the earlier one counts. */
export type CodeProblem = "wrong" | "used" | "unconfirmed";

/** Takes a code of the person's app; null where it proves that it is them. Two requests with one code can't both count. */
export async function takeCode(services: Deps, memberId: string, code: string): Promise<CodeProblem | null> {
  const { db } = services;
  const authenticator = await authenticatorOf(db, memberId, "confirmed");
  if (!authenticator) return "wrong";
  const step = stepOf(services, authenticator, code);
  if (step === null) {
    const pending = await authenticatorOf(db, memberId, "pending");
    return pending && stepOf(services, pending, code) !== null ? "unconfirmed" : "wrong";
  }
  const used = await db
    .updateTable("staff_authenticator")
    .set({ last_step: step })
    .where("id", "=", authenticator.id)
    .where("last_step", "<", step)
    .returning("id")
    .executeTakeFirst();
  return used ? null : "used";
}

export const authenticatorOf = (db: Database, memberId: string, which: "confirmed" | "pending") =>
  db
    .selectFrom("staff_authenticator")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("confirmed_at", which === "confirmed" ? "is not" : "is", null)
    .executeTakeFirst();

/** The 30-second step this code is of; null for a wrong one. */
function stepOf(
  { secrets, clock }: Deps,
  { id, secret_sealed }: { readonly id: string; readonly secret_sealed: Uint8Array },
  code: string,
): number | null {
  const secret = secrets.open<string>(secret_sealed, secretOf(id));
  const timestamp = clock.now().getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}
