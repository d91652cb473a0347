import type { account } from "#contract/account.ts";
import {
  askForEmailChange,
  confirmEmailChange,
  countAttempt,
  endSession,
  liveSessions,
  patientById,
  updatePatient,
} from "#server/auth/public.ts";
import { identityMatched } from "#server/onboarding/public.ts";
import type { Caller, Handlers } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { billingOnFile, setBilling } from "./billing.ts";
import { deviceName } from "./device-name.ts";
import { joinMailingList } from "./mailing-list.ts";
import { presentUser } from "./present-user.ts";
import { profileChanges } from "./profile-rules.ts";

type NotYet =
  | "uploadAvatar"
  | "avatar"
  | "uploadPhoto"
  | "uploadIdentification"
  | "healthAnswers"
  | "updateHealthAnswers";

const done = { message: "success" };

async function sessionsOf({ db, clock }: Services, { patientId, sessionId }: Caller) {
  const sessions = await liveSessions(db, patientId, clock.now());
  const items = sessions.map((session) => ({
    id: session.id,
    device: deviceName(session.user_agent),
    createdat: session.created_at.toISOString(),
    lastusedat: session.last_used_at.toISOString(),
    current: session.id === sessionId,
  }));
  return { items };
}

export const accountHandlers = {
  user: async (_input, ctx) => presentUser(await patientById(ctx, ctx.caller.patientId)),
  updateUser: async ({ body }, ctx) => {
    const { patientId } = ctx.caller;
    const patient = await patientById(ctx, patientId);
    const today = ctx.clock.now().toISOString().slice(0, 10);
    const facts = { states: ctx.content.states, identityMatched: await identityMatched(ctx, patientId), today };
    await updatePatient(ctx, patientId, profileChanges(patient, body, facts));
    return presentUser(await patientById(ctx, patientId));
  },
  changeEmail: async ({ body: { email, password } }, ctx) => {
    await countAttempt(ctx, "email", ctx.caller.patientId);
    await askForEmailChange(ctx, { patientId: ctx.caller.patientId, email, password });
    return { message: "success", pendingemail: email };
  },
  verifyEmail: async ({ body: { code } }, ctx) => {
    await countAttempt(ctx, "confirm");
    return { message: "success", email: await confirmEmailChange(ctx, code) };
  },
  updatePharmacy: async ({ body: { pharmacy } }, ctx) => {
    await updatePatient(ctx, ctx.caller.patientId, { pharmacy });
    return presentUser(await patientById(ctx, ctx.caller.patientId));
  },
  billingAddress: async (_input, ctx) => billingOnFile(ctx, ctx.caller.patientId),
  updateBillingAddress: async ({ body }, ctx) => {
    await setBilling(ctx, ctx.caller.patientId, body);
    return billingOnFile(ctx, ctx.caller.patientId);
  },
  joinMailingList: async ({ body }, ctx) => {
    await countAttempt(ctx, "mailinglist", body.email);
    await joinMailingList(ctx, body);
    return done;
  },
  sessions: async (_input, ctx) => sessionsOf(ctx, ctx.caller),
  endSession: async ({ params: { id } }, ctx) => {
    if (!(await endSession(ctx, ctx.caller.patientId, id))) throw ctx.fail("not_found");
    return sessionsOf(ctx, ctx.caller);
  },
} satisfies Handlers<typeof account, NotYet>;
