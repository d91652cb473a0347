import type { growth } from "#contract/growth/calls.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { presentReferral } from "./present-referral.ts";
import { ensureReferralCode, referralLink } from "./referral-link.ts";
import { sendInvitation } from "./send-invitation.ts";
import { stopInvitationsOf } from "./stop-invitations.ts";

/** Per network address and hour; the patient has separate limits. */
const invitationsPerHour = { points: 100, seconds: 3600 };
const stopsPerHour = { points: 100, seconds: 3600 };

export const growthHandlers = {
  referral: async (_input, ctx) =>
    presentReferral(ctx, ctx.caller.patientId, await ensureReferralCode(ctx, ctx.caller.patientId)),

  async inviteFriend({ body }, ctx) {
    await ctx.limiter.consume("invitation", ctx.request.address, invitationsPerHour);
    const { patientId } = ctx.caller;
    const code = await ensureReferralCode(ctx, patientId);
    if (body.referralLink !== referralLink(ctx, code)) throw ctx.refuse("referral_not_found");
    await inTransaction(ctx, (tx) => sendInvitation(tx, patientId, body.email));
    return presentReferral(ctx, patientId, code);
  },

  async stopInvitations({ body }, ctx) {
    await ctx.limiter.consume("invitation-stop", ctx.request.address, stopsPerHour);
    if (!(await stopInvitationsOf(ctx, body.token)))
      throw ctx.refuse("link_expired", { message: sentence("growth.stop_link_incomplete") });
    return { message: toText(ctx.content, sentence("growth.invitations_stopped")) };
  },
} satisfies Pick<Handlers<typeof growth>, "referral" | "inviteFriend" | "stopInvitations">;
