import type { followup } from "#contract/followup.ts";
import type { messages } from "#contract/messages/calls.ts";
import { firstPurchase } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { answerAction } from "./answer-followup-message.ts";
import { applyCoupon } from "./apply-coupon.ts";
import { claimFollowup, checkFollowup } from "./claim.ts";
import { loadFollowup, type Followup, requireStep } from "./load-followup.ts";
import { updateFollowup, findLatestFollowup, lockFollowups, findFollowup, isInterrupted } from "./queries.ts";
import { presentStep } from "./steps/present-step.ts";
import { saveStep } from "./steps/save-step.ts";

/** One of the patient's follow-ups, in any state. */
async function loadOwnFollowup(services: Services, patientId: string, id: string): Promise<Followup> {
  const row = await findFollowup(services.db, patientId, id);
  if (!row) throw new Refusal("not_found");
  return loadFollowup(services, row);
}

/** Saves how likely the patient is to recommend us, with the named follow-up or the latest one; a later rating replaces it. After an emergency it asks for none. */
const saveRating = (
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  rating: number,
  id: string | undefined,
): Promise<void> =>
  inTransaction(services, async (tx) => {
    await lockFollowups(tx.db, patientId);
    const row =
      id === undefined ? await findLatestFollowup(tx.db, patientId) : await findFollowup(tx.db, patientId, id);
    if (!row) throw new Refusal("not_found");
    if (isInterrupted(row)) throw services.refuse("wrong_state", { message: sentence("followup.interrupted") });
    await updateFollowup(tx.db, row, { rating });
  });

/** The patient's calls; experiments and campaigns are handled by growth. */
export const followupHandlers = {
  check: async (_input, ctx) => checkFollowup(ctx, ctx.caller.patientId),
  claim: async ({ params, body }, ctx) =>
    claimFollowup(ctx, ctx.caller.patientId, params.id, {
      code: body.code?.trim() ? body.code : null,
      readStopRuleId: body.stopread ?? null,
    }),
  step: async ({ params }, ctx) => {
    const followup = await loadOwnFollowup(ctx, ctx.caller.patientId, params.followupid);
    return presentStep(ctx, followup, requireStep(ctx, followup, params.step));
  },
  previousStep: async ({ params }, ctx) => {
    const followup = await loadOwnFollowup(ctx, ctx.caller.patientId, params.followupid);
    const step = requireStep(ctx, followup, params.step);
    const { path } = followup.progress;
    return presentStep(ctx, followup, followup.steps[path[path.indexOf(step.step) - 1] ?? step.step] ?? step);
  },
  saveStep: async ({ params, body }, ctx) =>
    saveStep(ctx, ctx.caller.patientId, params.followupid, params.step, body.answers),
  applyCoupon: async ({ params, body }, ctx) => applyCoupon(ctx, ctx.caller.patientId, params.id, body.code),
  rate: async ({ body }, ctx) => {
    await saveRating(ctx, ctx.caller.patientId, body.rating, body.followupid);
    return { message: toText(ctx.content, sentence("followup.rating_saved")) };
  },
  firstPurchase: async ({ params }, ctx) => {
    if (params.id !== ctx.caller.patientId) throw ctx.refuse("not_found");
    const found = await firstPurchase(ctx.db, params.id, params.productid);
    return {
      productid: params.productid,
      purchasedat: found?.placedAt.toISOString() ?? null,
      orderid: found?.orderId ?? null,
    };
  },
} satisfies Partial<Handlers<typeof followup>>;

/** The call of a message that asks for an answer: only follow-ups do. */
export const answerActionHandlers = {
  answerAction: ({ params }, ctx) =>
    answerAction(ctx, ctx.caller.patientId, { conversationId: params.id, messageId: params.mid }),
} satisfies Pick<Handlers<typeof messages>, "answerAction">;
