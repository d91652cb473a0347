import type { auth, SignedIn } from "#contract/auth.ts";
import { limits } from "#contract/constants.ts";
import type { growth } from "#contract/growth/calls.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { acceptNewTerms } from "./accounts/accept-terms.ts";
import { requestPasswordRecovery, checkRecoveryCode, confirmPasswordRecovery } from "./accounts/recovery.ts";
import { changePassword } from "./accounts/set-password.ts";
import { type SignUpInput, signUp, refuseWithoutInvitation } from "./accounts/sign-up.ts";
import { countAttempt, limitPasswordGuesses, mayMailRecovery } from "./sessions/attempt-limits.ts";
import { refreshCookie, issueTokens } from "./sessions/issue-tokens.ts";
import { rememberDevice } from "./sessions/known-device.ts";
import { issueOneTimeToken, redeemOneTimeToken } from "./sessions/one-time-token.ts";
import {
  type LiveSession,
  refreshSession,
  endAllSessions,
  endSession,
  endSessionOfRefreshToken,
} from "./sessions/session.ts";
import { signInWithPassword } from "./sessions/sign-in.ts";

const done = { message: "success" };

/** How far the patient's visit is, as sign-in returns it. */
type OnboardingStatusOf = (services: Services, patientId: string) => Promise<SignedIn["onboardingstatus"]>;

/** What every sign-in returns. */
async function signedIn(
  ctx: Parameters<typeof issueTokens>[0],
  session: LiveSession,
  statusOf: OnboardingStatusOf,
): Promise<SignedIn> {
  const [idToken, onboardingstatus] = await Promise.all([issueTokens(ctx, session), statusOf(ctx, session.patientId)]);
  return { message: "success", idToken, userid: session.patientId, onboardingstatus };
}

/** As `signedIn`, with a one-time token for another window, as sign-in and sign-up return it (spec §3). */
async function signedInWithOneTimeToken(...args: Parameters<typeof signedIn>): Promise<SignedIn> {
  const [ctx, session] = args;
  const onetimetoken = await issueOneTimeToken(ctx, session.sessionId);
  return { ...(await signedIn(...args)), onetimetoken };
}

async function refresh(ctx: Context<typeof auth.refreshToken>, statusOf: OnboardingStatusOf) {
  await countAttempt(ctx, "refresh");
  const token = ctx.cookies.get(refreshCookie);
  if (!token) throw ctx.refuse("need_auth");
  const session = await refreshSession(ctx, token);
  if (session) return signedIn(ctx, session, statusOf);
  ctx.cookies.clear(refreshCookie);
  throw ctx.refuse("invalid_token");
}

/** With the e-mail of an existing account it is a password guess, and counted as one. */
async function signUpSession(
  ctx: Context<typeof auth.signUp> & Refuses<"common_password" | "email_taken">,
  details: SignUpInput,
  nonRxOnly: boolean,
) {
  const session = await limitPasswordGuesses(ctx, details.email, () => signUp(ctx, details, nonRxOnly));
  rememberDevice(ctx, details.email);
  return session;
}

export const authHandlers = (statusOf: OnboardingStatusOf) =>
  ({
    signIn: async ({ body: { email, password } }, ctx) => {
      const session = await limitPasswordGuesses(ctx, email, async () => {
        const newSession = await signInWithPassword(ctx, { email, password, userAgent: ctx.request.userAgent });
        if (newSession === "dismissed")
          throw ctx.refuse("wrong_credentials", { message: sentence("auth.use_other_email") });
        if (!newSession) throw ctx.refuse("wrong_credentials");
        return newSession;
      });
      rememberDevice(ctx, email);
      return signedInWithOneTimeToken(ctx, session, statusOf);
    },
    signUp: async ({ body }, ctx) => {
      await countAttempt(ctx, "signup");
      refuseWithoutInvitation(ctx.config, body.invitationcode, "invitationcode");
      return signedInWithOneTimeToken(ctx, await signUpSession(ctx, body, false), statusOf);
    },
    signUpNonRx: async ({ body }, ctx) => {
      await countAttempt(ctx, "signup");
      return signedInWithOneTimeToken(ctx, await signUpSession(ctx, body, true), statusOf);
    },
    signOut: async (_input, ctx) => {
      const token = ctx.cookies.get(refreshCookie);
      if (ctx.caller) await endSession(ctx, ctx.caller.patientId, ctx.caller.sessionId);
      if (token) await endSessionOfRefreshToken(ctx, token);
      ctx.cookies.clear(refreshCookie);
      return done;
    },
    globalSignOut: async (_input, ctx) => {
      const { patientId } = ctx.caller;
      const ended = await inTransaction(ctx, async ({ db: tx }) => {
        await ctx.events.announce(tx, "access.renewed", { patientId });
        return endAllSessions(tx, ctx, patientId);
      });
      ctx.revokedSessions.add(ended);
      ctx.cookies.clear(refreshCookie);
      return done;
    },
    refreshToken: async (_input, ctx) => refresh(ctx, statusOf),
    getToken: async ({ body }, ctx) => {
      if (!body?.onetimetoken) return refresh(ctx, statusOf);
      await countAttempt(ctx, "onetimetoken");
      const session = await redeemOneTimeToken(ctx, body.onetimetoken, ctx.request.userAgent);
      if (!session) throw ctx.refuse("invalid_token");
      return signedIn(ctx, session, statusOf);
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
  }) satisfies Handlers<typeof auth>;

export const termsHandlers = {
  async acceptNewTerms({ body }, ctx) {
    const { version, acceptedAt } = await acceptNewTerms(ctx, ctx.caller.patientId, body?.version);
    return { acceptednewterms: true, version, acceptedat: acceptedAt.toISOString() };
  },
} satisfies Pick<Handlers<typeof growth>, "acceptNewTerms">;
