import type { onboarding } from "#contract/onboarding/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { applyCoupon, removeCoupon } from "./checkout/coupon.ts";
import { payAndFinish } from "./checkout/finish-visit.ts";
import { assessVisit, requireVisitRecord, requireStep, loadVisitInProgress, requireVisit } from "./flow/in-progress.ts";
import { finishStep, adjacentSteps } from "./flow/steps.ts";
import { uploadPhoto } from "./identity/photos-in-visit.ts";
import { verifyIdentity } from "./identity/verify-identity.ts";
import { productReveal, updateTreatmentForm } from "./options/product-reveal.ts";
import { presentVisitRecord, presentLoadedVisitRecord } from "./progress/present-visit-record.ts";
import { presentStoppedVisit } from "./questions/answer-summary.ts";
import { saveStep } from "./save-step.ts";
import { previewNotices } from "./screening/preview-notices.ts";
import { saveLead } from "./visit/leads.ts";
import { overrideFlow } from "./visit/override-flow.ts";
import { presentStepView } from "./visit/present-step.ts";
import { saveVisitorTracking } from "./visit/visit-tracking.ts";

/** Per address: typing an e-mail again and again is fine, filling the table is not. */
const leadsPerHour = { points: 60, seconds: 3600 };

export const onboardingHandlers = {
  async record(_input, ctx) {
    return presentVisitRecord(ctx, await requireVisitRecord(ctx.db, ctx.caller.patientId));
  },

  async recordV2(_input, ctx) {
    const visit = await requireVisit(ctx, ctx.caller.patientId);
    const { record, patient } = visit;
    if (record.status === "DONE" || record.stopRuleId !== null)
      return { onboarding: await presentLoadedVisitRecord(ctx, record, patient), view: null };
    const progress = assessVisit(ctx, visit);
    const now = { ...record, step: progress.assessment.current };
    return {
      onboarding: await presentLoadedVisitRecord(ctx, now, patient),
      view: await presentStepView(ctx, progress, progress.assessment.current),
    };
  },

  async collectEmail({ body }, ctx) {
    await ctx.limiter.consume("lead", ctx.request.address, leadsPerHour);
    await saveLead(ctx, body, ctx.request.tracking);
    const { cookieId, tracking } = ctx.request;
    if (cookieId) await saveVisitorTracking(ctx.db, cookieId, tracking, ctx.clock.now());
    return { message: toText(ctx.content, sentence("onboarding.lead_saved")) };
  },

  async step({ params }, ctx) {
    const progress = await loadVisitInProgress(ctx, ctx.caller.patientId);
    requireStep(ctx, progress, params.n);
    return presentStepView(ctx, progress, params.n);
  },

  async previousStep({ params }, ctx) {
    const progress = await loadVisitInProgress(ctx, ctx.caller.patientId);
    requireStep(ctx, progress, params.n);
    const { previous } = adjacentSteps(progress.assessment.stepProgress, params.n);
    if (previous === null) throw ctx.refuse("not_found");
    return presentStepView(ctx, progress, previous);
  },

  saveStep: {
    resumable: ({ params, body }, ctx) =>
      params.n === finishStep
        ? payAndFinish(ctx, ctx.caller.patientId, body, ctx.idempotencyKey)
        : saveStep(ctx, ctx.caller.patientId, params.n, body),
  },

  answerNotices: async ({ params, body }, ctx) => ({
    items: await previewNotices(ctx, ctx.caller.patientId, params.n, body),
  }),

  productReveal: ({ query }, ctx) => productReveal(ctx, ctx.caller.patientId, query.treatmentform),
  updateTreatmentForm: ({ body }, ctx) => updateTreatmentForm(ctx, ctx.caller.patientId, body.treatmentform),
  reject: (_input, ctx) => presentStoppedVisit(ctx, ctx.caller.patientId),
  applyCoupon: ({ body }, ctx) => applyCoupon(ctx, ctx.caller.patientId, body.couponid),
  removeCoupon: (_input, ctx) => removeCoupon(ctx, ctx.caller.patientId),

  overrideFlow: ({ body }, ctx) => overrideFlow(ctx, ctx.caller.patientId, body.flow_variant),
  verifyIdentity: ({ body }, ctx) => verifyIdentity(ctx, ctx.caller.patientId, body.ssn),
  uploadPhoto: ({ body }, ctx) => uploadPhoto(ctx, ctx.caller.patientId, body.kind, ctx.file),
} satisfies Omit<
  Handlers<typeof onboarding>,
  "triggerEvent" | "saveShareASale" | "event" | "networkLog" | "onboardingLog" | "errorLog"
>;
