import type { ErrorCode } from "#contract/http/errors.ts";
import type { StaffSession } from "#contract/staff/sessions.ts";
import { limitPasswordGuesses, rememberDevice, verifyPassword } from "#server/auth/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { staffSessionCookie } from "#server/platform/http/cookies.ts";
import type { CookieJar, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { CodeProblem } from "../factors/authenticator.ts";
import {
  endStaffSessions,
  findStaffSession,
  type LiveStaffSession,
  openStaffSession,
  presentStaffSession,
  requireStaffSession,
  startStaffSession,
} from "./session.ts";

/** The services of a request that works by the cookie of a staff session. */
export type StaffContext = Services & { readonly cookies: CookieJar; readonly request: RequestMetadata };

/**
 * Codes guessed for one person within an hour. Only somebody who knows the password gets this far, so its owner has more to worry about than to wait, and
 * their passkey still works.
 */
const codeGuessLimit = {
  points: 20,
  seconds: 3600,
  message: "That was a lot of codes. Please wait a while, or use your passkey.",
};

/**
 * The first step: a session that waits ten minutes for the second factor. An unknown e-mail, a disabled person and a wrong password get the same
 * refusal, `wrong_credentials`, in the same time. Guesses are limited as patients' are: a stranger can't lock anybody out.
 */
export async function signInStaff(
  ctx: StaffContext & Refuses<"wrong_credentials">,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<StaffSession> {
  const member = await limitPasswordGuesses(ctx, guessedAccount(email), async () => {
    const found = await ctx.db
      .selectFrom("staff_member")
      .selectAll()
      .where("email", "=", email.toLowerCase())
      .where("disabled_at", "is", null)
      .executeTakeFirst();
    const comesByProvider = found !== undefined && !found.emergency && (await isProviderOnly(ctx));
    const matches = await verifyPassword(ctx.config, password, found?.password_hash ?? undefined);
    if (found && matches && !comesByProvider) return found;
    await auditStep(ctx, found?.id ?? null, "staff.signIn", "wrong_credentials");
    throw ctx.refuse("wrong_credentials", { message: "That email and password don't match. Please check both." });
  });
  const session = await startStaffSession(ctx, member, "second_factor");
  await auditStep(ctx, member.id, "staff.signIn", null);
  return presentStaffSession(ctx, session);
}

/**
 * Whether everybody but the emergency accounts comes in by the identity provider alone. Not before one of those has proved that it works: otherwise an
 * outage of the provider on the first day would lock everybody out.
 */
export async function isProviderOnly({ db, config }: Pick<Services, "db" | "config">): Promise<boolean> {
  if (!config.staffOidc?.only) return false;
  const proven = await db
    .selectFrom("staff_member")
    .select("id")
    .where("emergency_proven_at", "is not", null)
    .where("emergency", "=", true)
    .where("disabled_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return proven !== undefined;
}

/** Somebody's attempts are not those of a patient with the same e-mail. */
const guessedAccount = (email: string) => `staff:${email}`;

/** What the person reads whose code is right, and doesn't count all the same. */
const codeProblems: Readonly<Record<CodeProblem, string | undefined>> = {
  wrong: undefined,
  used: "This code was used already, maybe to set up the app. Each one works once. Please wait up to 30 seconds and enter the next one your app shows.",
  unconfirmed:
    "This code is from an app whose setup wasn't finished. Please use the app you had before, or a recovery code, and set up the new one again.",
};

/**
 * The second factor, an unlock or a fresh proof: `problemOf` says why it isn't the person of this browser's session, null where it is. A wrong one is
 * `wrong_proof`, and counts against the limit where it can be guessed.
 */
export async function proveStaff(
  ctx: StaffContext & Refuses<"staff_session_ended" | "wrong_proof">,
  call: string,
  problemOf: (
    tx: Omit<StaffContext, "db"> & { readonly db: Services["db"] },
    session: LiveStaffSession,
  ) => Promise<CodeProblem | null>,
  { guessable }: { readonly guessable: boolean },
): Promise<StaffSession> {
  const { member } = await requireStaffSession(ctx);
  if (guessable) await ctx.limiter.consume("staff-codes", member.id, codeGuessLimit);
  const opened = await inTransaction(ctx, async (tx) => {
    const session = await requireStaffSession({ ...tx, refuse: ctx.refuse }, { forUpdate: true });
    const problem = session.stage === "enrolling" ? "wrong" : await problemOf(tx, session);
    if (problem !== null) return problem;
    if (session.member.emergency)
      await tx.db
        .updateTable("staff_member")
        .set({ emergency_proven_at: tx.clock.now() })
        .where("id", "=", session.member.id)
        .execute();
    return openStaffSession(tx, session);
  });
  await auditStep(ctx, member.id, call, typeof opened === "string" ? "wrong_proof" : null);
  if (typeof opened === "string") {
    const message = codeProblems[opened];
    throw ctx.refuse("wrong_proof", message === undefined ? {} : { message });
  }
  if (guessable) await ctx.limiter.uncount("staff-codes", member.id, codeGuessLimit);
  rememberDevice(ctx, guessedAccount(member.email));
  return presentStaffSession(ctx, opened);
}

/** Locks this browser's session until its person proves again that it is them. */
export async function lockStaff(ctx: StaffContext & Refuses<"staff_session_ended">): Promise<StaffSession> {
  const session = await requireStaffSession(ctx);
  if (session.stage !== "open") return presentStaffSession(ctx, session);
  await ctx.db
    .updateTable("staff_session")
    .set({ stage: "locked", proven_at: null })
    .where("id", "=", session.id)
    .where("stage", "=", "open")
    .execute();
  return presentStaffSession(ctx, { ...session, stage: "locked" });
}

/** Ends this browser's session, if there is one, or all of its person's. Only an open one can end the others. */
export async function signOutStaff(ctx: StaffContext, { everywhere }: { readonly everywhere: boolean }): Promise<void> {
  const secret = ctx.cookies.get(staffSessionCookie);
  const session = secret ? await findStaffSession(ctx, secret) : null;
  ctx.cookies.clear(staffSessionCookie);
  if (!session) return;
  if (everywhere && session.stage === "open") await endStaffSessions(ctx, session.member.id);
  else
    await ctx.db.updateTable("staff_session").set({ ended_at: ctx.clock.now() }).where("id", "=", session.id).execute();
  await auditStep(ctx, session.member.id, "staff.signOut", null);
}

/** A step of signing in is in the audit, too, done or refused: the call itself is open to everybody. */
async function auditStep(
  { audit, request }: StaffContext,
  memberId: string | null,
  call: string,
  code: ErrorCode | null,
): Promise<void> {
  const actor = memberId === null ? "anonymous" : `staff:${memberId}`;
  await audit.record({ actor, patientId: null, call, status: code === null ? 200 : 401, code, requestId: request.id });
}
