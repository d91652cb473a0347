import type { account } from "#contract/account/calls.ts";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import {
  requestEmailChange,
  closeAccount,
  confirmEmailChange,
  countAttempt,
  type AccountClosingStep,
  endSession,
  liveSessions,
  patientById,
  stopEmailChange,
  updatePatient,
} from "#server/auth/public.ts";
import { denyDeath, medicineAtHome, stopOnRecord, putPrescriptionsOnHold } from "#server/care/public.ts";
import { changeHealthAnswers, readHealthAnswers, identityVerification } from "#server/onboarding/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Caller, Handlers } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { chooseTimezone } from "#server/wellbeing/public.ts";
import { readAvatar, removeAvatar, setAvatar } from "./avatar.ts";
import { billingAddressOnFile, setBillingAddress } from "./billing-address.ts";
import { uploadIdentityPhoto } from "./identity-upload.ts";
import { joinMailingList } from "./mailing-list.ts";
import { changeProfile, presentUser } from "./profile.ts";
import { readShippingEffects } from "./shipping-effects.ts";

const done = { message: "success" };

async function sessionsOf({ content, db, clock }: Services, { patientId, sessionId }: Caller) {
  const [sessions, { deviceName }] = await Promise.all([
    liveSessions(db, patientId, clock.now()),
    import("./session-device-name.ts"),
  ]);
  const items = sessions.map((session) => ({
    id: session.id,
    device: deviceName(content, session.user_agent),
    createdat: session.created_at.toISOString(),
    lastusedat: session.last_used_at.toISOString(),
    current: session.id === sessionId,
  }));
  return { items };
}

/** A stop for a patient in care also says what to do with the medicine at home. */
const withMedicineAtHome = async (ctx: Services, patientId: string, health: HealthAnswers): Promise<HealthAnswers> => ({
  ...health,
  stop: health.stop && (await stopOnRecord(ctx, patientId, health.stop)),
});

export const accountHandlers = {
  user: async (_input, ctx) => presentUser(ctx, await patientById(ctx, ctx.caller.patientId)),
  updateUser: async ({ body }, ctx) => {
    const { patientId } = ctx.caller;
    await changeProfile(ctx, await patientById(ctx, patientId), body);
    return presentUser(ctx, await patientById(ctx, patientId));
  },
  denyDeath: async (_input, ctx) => {
    const { patientId } = ctx.caller;
    await inTransaction(ctx, (tx) => denyDeath(tx, patientId));
    return presentUser(ctx, await patientById(ctx, patientId));
  },
  changeEmail: async ({ body: { email, password } }, ctx) => {
    await countAttempt(ctx, "email", ctx.caller.patientId);
    await requestEmailChange(ctx, { patientId: ctx.caller.patientId, email, password });
    return { message: "success", pendingemail: email };
  },
  verifyEmail: async ({ body: { code } }, ctx) => {
    await countAttempt(ctx, "confirm");
    return { message: "success", email: await confirmEmailChange(ctx, code) };
  },
  stopEmailChange: async ({ body: { code } }, ctx) => {
    await countAttempt(ctx, "confirm");
    const { email, takenBack } = await stopEmailChange(ctx, code);
    return { message: "success", email, takenback: takenBack };
  },
  uploadAvatar: async (_input, ctx) => {
    await setAvatar(ctx, ctx.caller.patientId, ctx.file);
    return presentUser(ctx, await patientById(ctx, ctx.caller.patientId));
  },
  avatar: (_input, ctx) => readAvatar(ctx, ctx.caller.patientId),
  removeAvatar: async (_input, ctx) => {
    await removeAvatar(ctx, ctx.caller.patientId);
    return presentUser(ctx, await patientById(ctx, ctx.caller.patientId));
  },
  identity: (_input, ctx) => identityVerification(ctx, ctx.caller.patientId),
  uploadPhoto: (_input, ctx) => uploadIdentityPhoto(ctx, ctx.caller.patientId, "selfie", ctx.file),
  uploadIdentification: (_input, ctx) => uploadIdentityPhoto(ctx, ctx.caller.patientId, "photo_id", ctx.file),
  updatePharmacy: async ({ body: { pharmacy } }, ctx) => {
    await updatePatient(ctx, ctx.caller.patientId, { pharmacy });
    return presentUser(ctx, await patientById(ctx, ctx.caller.patientId));
  },
  updateTimezone: async ({ body: { timezone } }, ctx) => {
    await chooseTimezone(ctx, ctx.caller.patientId, timezone);
    return presentUser(ctx, await patientById(ctx, ctx.caller.patientId));
  },
  healthAnswers: async ({ query }, ctx) => {
    const { patientId } = ctx.caller;
    return withMedicineAtHome(ctx, patientId, await readHealthAnswers(ctx, patientId, query.version));
  },
  updateHealthAnswers: async ({ body }, ctx) => {
    const { patientId } = ctx.caller;
    const { sign, ...changed } = await changeHealthAnswers(ctx, patientId, body, putPrescriptionsOnHold);
    const health = await withMedicineAtHome(ctx, patientId, changed.health);
    const athome = sign === null ? [] : await medicineAtHome(ctx, patientId, sign);
    const emergency = changed.emergency && { ...changed.emergency, ...(athome.length > 0 && { athome }) };
    return { ...changed, health, stop: health.stop, emergency };
  },
  billingAddress: async (_input, ctx) => billingAddressOnFile(ctx, ctx.caller.patientId),
  updateBillingAddress: async ({ body }, ctx) => {
    await setBillingAddress(ctx, ctx.caller.patientId, body);
    return billingAddressOnFile(ctx, ctx.caller.patientId);
  },
  shippingEffects: ({ query: { state } }, ctx) => readShippingEffects(ctx, ctx.caller.patientId, state),
  joinMailingList: async ({ body }, ctx) => {
    await countAttempt(ctx, "mailinglist", body.email);
    await joinMailingList(ctx, body);
    return done;
  },
  sessions: async (_input, ctx) => sessionsOf(ctx, ctx.caller),
  endSession: async ({ params: { id } }, ctx) => {
    if (!(await endSession(ctx, ctx.caller.patientId, id))) throw ctx.refuse("not_found");
    return sessionsOf(ctx, ctx.caller);
  },
} satisfies Partial<Handlers<typeof account>>;

/** Closing an account, with the closing steps of the other features. */
export const closeAccountHandler = (closingSteps: readonly AccountClosingStep[]) =>
  ({
    closeAccount: async ({ body: { password } }, ctx) => {
      await countAttempt(ctx, "password", ctx.caller.patientId);
      await closeAccount(ctx, ctx.caller.patientId, password, closingSteps);
      return done;
    },
  }) satisfies Partial<Handlers<typeof account>>;
