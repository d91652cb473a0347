import { limits } from "#contract/constants.ts";
import type { auth } from "#contract/auth.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { countAttempt, limitPasswordGuesses, mayMailRecovery } from "./attempt-limits.ts";
import { rememberDevice } from "./sessions/known-device.ts";
import { issueOneTimeToken, redeemOneTimeToken } from "./sessions/one-time-token.ts";
import { requestPasswordRecovery, checkRecoveryCode, confirmPasswordRecovery } from "./passwords/recovery.ts";
import { changePassword } from "./passwords/set-password.ts";
import { refreshSession, endAllSessions, endSession, endSessionOfRefreshToken } from "./sessions/session.ts";
import { issueTokensWithOneTimeToken, refreshCookie, issueTokens } from "./sessions/issue-tokens.ts";
import { signInWithPassword } from "./sessions/sign-in.ts";
import { type SignUpInput, signUp, refuseWithoutInvitation } from "./accounts/sign-up.ts";
import type { growth } from "#contract/growth/calls.ts";
import { acceptNewTerms } from "#server/growth/public.ts";

const done = { message: "success" };

async function refresh(ctx: Context<typeof auth.refreshToken>) {
  await countAttempt(ctx, "refresh");
  const token = ctx.cookies.get(refreshCookie);
  if (!token) throw ctx.fail("need_auth");
  const session = await refreshSession(ctx, token);
  if (session) return issueTokens(ctx, session);
  ctx.cookies.clear(refreshCookie);
  throw ctx.fail("invalid_token");
}

/** With the e-mail of an existing account it is a password guess, and counted as one. */
async function signUpAndIssueTokens(ctx: Context<typeof auth.signUp>, details: SignUpInput, nonRxOnly: boolean) {
  const session = await limitPasswordGuesses(ctx, details.email, () => signUp(ctx, details, nonRxOnly));
  rememberDevice(ctx, details.email);
  return issueTokensWithOneTimeToken(ctx, session);
}

export const authHandlers = {
  signIn: async ({ body: { email, password } }, ctx) => {
    const session = await limitPasswordGuesses(ctx, email, async () => {
      const newSession = await signInWithPassword(ctx, { email, password, userAgent: ctx.request.userAgent });
      if (!newSession) throw ctx.fail("wrong_credentials");
      return newSession;
    });
    rememberDevice(ctx, email);
    return issueTokensWithOneTimeToken(ctx, session);
  },
  signUp: async ({ body }, ctx) => {
    await countAttempt(ctx, "signup");
    refuseWithoutInvitation(ctx.config, body.invitationcode, "invitationcode");
    return signUpAndIssueTokens(ctx, body, false);
  },
  signUpNonRx: async ({ body }, ctx) => {
    await countAttempt(ctx, "signup");
    return signUpAndIssueTokens(ctx, body, true);
  },
  signOut: async (_input, ctx) => {
    const token = ctx.cookies.get(refreshCookie);
    if (ctx.caller) await endSession(ctx, ctx.caller.patientId, ctx.caller.sessionId);
    if (token) await endSessionOfRefreshToken(ctx, token);
    ctx.cookies.clear(refreshCookie);
    return done;
  },
  globalSignOut: async (_input, ctx) => {
    const ended = await inTransaction(ctx.db, (tx) => endAllSessions(tx, ctx, ctx.caller.patientId));
    ctx.revokedSessions.add(ended);
    ctx.cookies.clear(refreshCookie);
    return done;
  },
  refreshToken: async (_input, ctx) => refresh(ctx),
  getToken: async ({ body }, ctx) => {
    if (!body?.onetimetoken) return refresh(ctx);
    await countAttempt(ctx, "onetimetoken");
    const session = await redeemOneTimeToken(ctx, body.onetimetoken, ctx.request.userAgent);
    if (!session) throw ctx.fail("invalid_token");
    return issueTokens(ctx, session);
  },
  getOneTimeToken: async (_input, ctx) => {
    await countAttempt(ctx, "onetimetoken", ctx.caller.patientId);
    const onetimetoken = await issueOneTimeToken(ctx, ctx.caller.sessionId);
    return { onetimetoken, expiresin: limits.oneTimeTokenSeconds };
  },
  forgotPassword: async ({ body: { email, page } }, ctx) => {
    await countAttempt(ctx, "forgot", email);
    if (await mayMailRecovery(ctx, email)) await requestPasswordRecovery(ctx, email, page ?? "account");
    return done;
  },
  confirmPassword: async ({ body }, ctx) => {
    await countAttempt(ctx, "confirm", body.email);
    await confirmPasswordRecovery(ctx, body);
    // A link from the mailbox proves as much as a password: the patient gets in even while somebody else guesses.
    rememberDevice(ctx, body.email);
    return done;
  },
  checkRecovery: async ({ body }, ctx) => {
    await countAttempt(ctx, "confirm", body.email);
    await checkRecoveryCode(ctx, body);
    return done;
  },
  changePassword: async ({ body }, ctx) => {
    await countAttempt(ctx, "password", ctx.caller.patientId);
    await changePassword(ctx, ctx.caller, body);
    return done;
  },
  checkInvitation: async ({ body: { code } }, ctx) => {
    await countAttempt(ctx, "invitation");
    refuseWithoutInvitation(ctx.config, code, "code");
    return { code };
  },
} satisfies Handlers<typeof auth>;

export const termsHandlers = {
  async acceptNewTerms({ body }, ctx) {
    const { version, acceptedAt } = await acceptNewTerms(ctx, ctx.caller.patientId, body?.version);
    return { acceptednewterms: true, version, acceptedat: acceptedAt.toISOString() };
  },
} satisfies Pick<Handlers<typeof growth>, "acceptNewTerms">;
