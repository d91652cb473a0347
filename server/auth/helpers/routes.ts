import type { account } from "#contract/account/calls.ts";
import type { HelperCopy, HelperPart, HelperSignedIn } from "#contract/account/helpers.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { Caller, Handlers, HelperCaller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "../patients/patients.ts";
import { countAttempt, limitPasswordGuesses, mayMailRecovery } from "../sessions/attempt-limits.ts";
import { issueTokens, refreshCookie } from "../sessions/issue-tokens.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { endHelper } from "./end-helper.ts";
import { chooseCopies, type ForbidsCopies, wantCopies } from "./helper-copies.ts";
import { askHelperRecovery, declineInvitation, readHelperLink, acceptHelperLink } from "./helper-links.ts";
import { checkHelperPassword, peopleHelped, startHelperSession } from "./helper-sign-in.ts";
import { presentCopies, presentHelpers, presentParts } from "./helpers.ts";
import { inviteHelper } from "./invite-helper.ts";

const done = { message: "success" };

/** Guesses are counted apart from those of a patient with the same e-mail, who has another password. */
const guessKey = (email: string) => `helper ${email}`;

/** The helper who calls; `not_found` for a patient. */
function helperOf({ helper }: Caller): HelperCaller {
  if (!helper) throw new Refusal("not_found");
  return helper;
}

/** Signs in for whom was chosen, or for the only one; otherwise says between whom to choose. */
async function signInFor(
  ctx: Parameters<typeof issueTokens>[0],
  opened: { readonly accountId: string; readonly passwordHash: string },
  chosen: string | undefined,
): Promise<HelperSignedIn | null> {
  const people = await peopleHelped(ctx, opened.accountId);
  const helperId = chosen ?? (people.length === 1 ? people[0]?.id : undefined);
  if (helperId === undefined) return people.length === 0 ? null : { message: "success", idToken: null, people };
  const session = await startHelperSession(ctx, { ...opened, helperId, userAgent: ctx.request.userAgent });
  return session && { message: "success", idToken: await issueTokens(ctx, session), people };
}

/** `forbidsCopies`: whether the chart forbids that anybody but the patient is mailed. */
export const helperHandlers = (forbidsCopies: ForbidsCopies) =>
  ({
    helpers: (_input, ctx) => presentHelpers(ctx, forbidsCopies, ctx.caller.patientId),
    inviteHelper: async ({ body }, ctx) => {
      const { patientId } = ctx.caller;
      await countAttempt(ctx, "email", patientId);
      await inviteHelper(ctx, patientId, body);
      return presentHelpers(ctx, forbidsCopies, patientId);
    },
    endHelper: async ({ params: { id } }, ctx) => {
      const { patientId } = ctx.caller;
      if (!(await endHelper(ctx, { patientId, id, by: "patient" }))) throw ctx.refuse("not_found");
      return presentHelpers(ctx, forbidsCopies, patientId);
    },
    chooseHelperCopies: async ({ params: { id }, body: { copies } }, ctx) => {
      const { patientId } = ctx.caller;
      await chooseCopies(ctx, forbidsCopies, { patientId, id, copies });
      return presentHelpers(ctx, forbidsCopies, patientId);
    },

    checkHelperLink: async ({ body: { code } }, ctx) => {
      await countAttempt(ctx, "confirm");
      const link = await readHelperLink(ctx, code);
      return {
        kind: link.purpose === "helper_invitation" ? ("invitation" as const) : ("new_password" as const),
        ...{ firstname: link.firstname, email: link.email, patient: link.patient_firstname ?? "" },
        parts: presentParts(ctx.content, link.parts),
        until: link.expires_at.toISOString(),
      };
    },
    useHelperLink: async ({ body }, ctx) => {
      await countAttempt(ctx, "confirm");
      const { helperId, ...opened } = await acceptHelperLink(ctx, body);
      const signedIn = await signInFor(ctx, opened, helperId);
      if (!signedIn) throw ctx.refuse("link_expired");
      return signedIn;
    },
    declineHelperLink: async ({ body: { code } }, ctx) => {
      await countAttempt(ctx, "confirm");
      await declineInvitation(ctx, code);
      return done;
    },
    helperSignIn: async ({ body: { email, password, helperid } }, ctx) => {
      const signedIn = await limitPasswordGuesses(ctx, guessKey(email), async () => {
        const opened = await checkHelperPassword(ctx, { email, password });
        const session = opened && (await signInFor(ctx, opened, helperid));
        if (!session) throw ctx.refuse("wrong_credentials");
        return session;
      });
      rememberDevice(ctx, guessKey(email));
      return signedIn;
    },
    helperForgotPassword: async ({ body: { email } }, ctx) => {
      await countAttempt(ctx, "forgot", guessKey(email));
      if (await mayMailRecovery(ctx, guessKey(email))) await askHelperRecovery(ctx, email);
      return done;
    },
    helperSession: (_input, ctx) => presentSession(ctx, helperOf(ctx.caller), ctx.caller.patientId),
    wantCopies: async ({ body: { want } }, ctx) => {
      const helper = helperOf(ctx.caller);
      await wantCopies(ctx, helper.id, want);
      return presentSession(ctx, helper, ctx.caller.patientId);
    },
    stopHelping: async (_input, ctx) => {
      const { id } = helperOf(ctx.caller);
      await endHelper(ctx, { patientId: ctx.caller.patientId, id, by: "helper" });
      ctx.cookies.clear(refreshCookie);
      return done;
    },
  }) satisfies Partial<Handlers<typeof account>>;

/** Who is signed in, for whom, with which parts and copies. */
async function presentSession(
  services: Services,
  { id, parts }: HelperCaller,
  patientId: string,
): Promise<Output<typeof account.helperSession>> {
  const { db, content } = services;
  const [{ firstname: patient }, { firstname, lastname, expires_at, copies, copies_stopped_at }] = [
    await patientById(services, patientId),
    await db
      .selectFrom("helper")
      .select(["firstname", "lastname", "expires_at", "copies", "copies_stopped_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  ];
  return {
    ...{ id, firstname, lastname, patient: patient ?? "", patientid: patientId },
    parts: presentParts(content, parts as HelperPart[]),
    until: expires_at.toISOString(),
    copies: presentCopies(content, copies as HelperCopy[]),
    copieswanted: copies_stopped_at === null,
  };
}
