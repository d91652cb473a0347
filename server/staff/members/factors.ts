import type { FactorAdded, Factors } from "#contract/staff/factors.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { CookieJar, StaffCaller } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { authenticatorOf } from "../factors/authenticator.ts";
import { passkeysOf } from "../factors/passkeys.ts";
import { replaceRecoveryCodes } from "../factors/recovery-codes.ts";
import { endStaffSessions, lockStaffSession, openStaffSession } from "../sessions/session.ts";

type Deps = Pick<Services, "db" | "clock">;

/** What this person can prove with that it is them. */
export async function factorsOf({ db }: Pick<Services, "db">, memberId: string): Promise<Factors> {
  const [passkeys, authenticator, codes] = [
    await passkeysOf(db, memberId),
    await authenticatorOf(db, memberId, "confirmed"),
    await db
      .selectFrom("staff_recovery_code")
      .select((of) => of.fn.countAll<number>().as("left"))
      .where("member_id", "=", memberId)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow(),
  ];
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at, counter_stalled_at }) => ({
      id,
      name,
      createdat: created_at.toISOString(),
      lastusedat: last_used_at?.toISOString() ?? null,
      suspicious: counter_stalled_at !== null,
    })),
    authenticatorsince: authenticator?.confirmed_at?.toISOString() ?? null,
    recoverycodesleft: Number(codes.left),
  };
}

/**
 * Adds a factor and says what there is now. The first one of a person brings the recovery codes and opens the session of somebody who is just
 * enrolling; a later one ends nothing.
 */
export function addFactor<S extends Deps & { readonly cookies: CookieJar; readonly member: StaffCaller }>(
  ctx: S,
  add: (tx: Omit<S, "db"> & { readonly db: Services["db"] }) => Promise<void>,
): Promise<FactorAdded> {
  const { memberId, sessionId } = ctx.member;
  return inTransaction(ctx, async (tx) => {
    const session = await lockStaffSession(tx, sessionId);
    await add(tx);
    const isFirst = session?.stage === "enrolling";
    const recoverycodes = isFirst ? await replaceRecoveryCodes(tx, memberId) : null;
    if (session && isFirst) await openStaffSession({ ...tx, cookies: ctx.cookies }, session);
    return { factors: await factorsOf(tx, memberId), recoverycodes };
  });
}

/** Removes a passkey (by its id) or the authenticator app. Refuses `last_factor`: somebody without any could never come in again. */
export function removeFactor<S extends Deps & Refuses<"last_factor">>(
  ctx: S,
  memberId: string,
  factor: { readonly passkey: string } | "authenticator",
): Promise<Factors> {
  return inTransaction(ctx, async (tx) => {
    // Two removals at once must not each leave the other's factor as the last.
    await tx.db
      .selectFrom("staff_member")
      .select("id")
      .where("id", "=", memberId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { passkeys, authenticatorsince } = await factorsOf(tx, memberId);
    const exists =
      factor === "authenticator" ? authenticatorsince !== null : passkeys.some(({ id }) => id === factor.passkey);
    if (!exists) throw new Refusal("not_found");
    if (passkeys.length + (authenticatorsince === null ? 0 : 1) < 2) throw ctx.refuse("last_factor");
    const query =
      factor === "authenticator"
        ? tx.db.deleteFrom("staff_authenticator").where("member_id", "=", memberId)
        : tx.db.deleteFrom("staff_passkey").where("member_id", "=", memberId).where("id", "=", factor.passkey);
    await query.execute();
    return factorsOf(tx, memberId);
  });
}

/** Forgets everything somebody could prove with, their password, who they are at the identity provider, and their sessions: they start anew by a link. */
export async function forgetFactors(services: Deps, memberId: string): Promise<void> {
  const { db } = services;
  await db.deleteFrom("staff_passkey").where("member_id", "=", memberId).execute();
  await db.deleteFrom("staff_authenticator").where("member_id", "=", memberId).execute();
  await db.deleteFrom("staff_recovery_code").where("member_id", "=", memberId).execute();
  await db
    .updateTable("staff_member")
    .set({ password_hash: null, oidc_issuer: null, oidc_subject: null })
    .where("id", "=", memberId)
    .execute();
  await endStaffSessions(services, memberId);
}
