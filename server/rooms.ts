import type { api, Room } from "#contract/api.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { accountHandlers, closingHandler } from "#server/account/routes.ts";
import { defineAuthJobs } from "#server/auth/jobs.ts";
import { authHandlers } from "#server/auth/routes.ts";
import { changeHandlers } from "#server/care/change-routes.ts";
import { additionHandlers } from "#server/care/addition-routes.ts";
import { disputeHandlers } from "#server/care/disputes.ts";
import { defineCareJobs, settleAdditionOfOrder, settlePlanOfOrder } from "#server/care/jobs.ts";
import { endCare } from "#server/care/end-care.ts";
import { careHandlers } from "#server/care/routes.ts";
import { documentsHandlers } from "#server/documents/routes.ts";
import { clinicEmergencyHandlers } from "#server/emergency/clinic-routes.ts";
import { defineEmergencyMetrics } from "#server/emergency/public.ts";
import { attributeOrder, completeOrder } from "#server/growth/tracking/attribution.ts";
import { discountHandlers } from "#server/growth/discount-routes.ts";
import { clinicFollowupHandlers } from "#server/followup/clinic-routes.ts";
import { followupHandlers } from "#server/followup/routes.ts";
import { defineGrowthJobs } from "#server/growth/jobs.ts";
import { referralOfSignUp } from "#server/growth/referral/referral-of-sign-up.ts";
import { defineRewardJobs } from "#server/growth/referral/reward-jobs.ts";
import { rewardReferral } from "#server/growth/referral/reward-referral.ts";
import { growthHandlers } from "#server/growth/routes.ts";
import { defineUpsellJobs, finishPlacedUpsell } from "#server/growth/upsell/jobs.ts";
import { termsHandlers } from "#server/growth/terms-routes.ts";
import { upsellHandlers } from "#server/growth/upsell/routes.ts";
import { defineTrackingJobs } from "#server/growth/tracking/jobs.ts";
import { followupEventHandlers, trackingHandlers, visitEventHandlers } from "#server/growth/tracking/routes.ts";
import { clinicMessagesHandlers } from "#server/messages/clinic-routes.ts";
import { endConversations } from "#server/messages/end-conversations.ts";
import { defineMessagesJobs } from "#server/messages/jobs.ts";
import { messagesHandlers } from "#server/messages/routes.ts";
import { noteAccountChange } from "#server/notifications/account-changes.ts";
import { defineForgetChangesJob } from "#server/notifications/forget-changes.ts";
import { notificationsHandlers } from "#server/notifications/routes.ts";
import { defineOnboardingJobs, finishPlacedVisit } from "#server/onboarding/jobs.ts";
import { onboardingHandlers } from "#server/onboarding/routes.ts";
import { definePaymentJobs } from "#server/payment/jobs.ts";
import { paymentHandlers } from "#server/payment/routes.ts";
import { defineAuditJob } from "#server/platform/audit-months.ts";
import { defineFileJobs } from "#server/platform/files/jobs.ts";
import { defineForgetAnswersJob } from "#server/platform/http/forget-answers.ts";
import { defineMailJobs } from "#server/platform/mail/queue-mail.ts";
import { defineStoreJobs } from "#server/store/jobs.ts";
import { storeHandlers } from "#server/store/routes.ts";
import { clinicContactHandlers } from "#server/support/clinic-routes.ts";
import { supportHandlers } from "#server/support/routes.ts";
import { endTreatment } from "#server/treatment/end-treatment.ts";
import { defineTreatmentJobs, settleRenewalOfOrder } from "#server/treatment/jobs.ts";
import { payOwed } from "#server/treatment/pay-owed.ts";
import { treatmentHandlers } from "#server/treatment/routes.ts";

/** The handlers of every call: a missing or an extra one does not compile. */
export const handlers: { readonly [R in Room]: Handlers<(typeof api)[R]> } = {
  auth: authHandlers,
  onboarding: { ...onboardingHandlers, ...visitEventHandlers },
  store: storeHandlers,
  payment: paymentHandlers(payOwed),
  account: { ...accountHandlers, ...closingHandler([endTreatment, endCare, endConversations]) },
  treatment: treatmentHandlers,
  messages: messagesHandlers,
  notifications: notificationsHandlers,
  documents: documentsHandlers,
  followup: { ...followupHandlers, ...followupEventHandlers },
  growth: { ...growthHandlers, ...discountHandlers, ...upsellHandlers, ...trackingHandlers, ...termsHandlers },
  support: supportHandlers,
  care: {
    ...careHandlers,
    ...changeHandlers,
    ...additionHandlers,
    ...disputeHandlers,
    ...clinicFollowupHandlers,
    ...clinicMessagesHandlers,
    ...clinicEmergencyHandlers,
    ...clinicContactHandlers,
  },
};

/** Each declares the queues of its room. */
export const roomJobs: readonly ((jobs: Jobs, services: Services) => void)[] = [
  defineMailJobs,
  defineAuditJob,
  defineEmergencyMetrics,
  defineForgetAnswersJob,
  defineFileJobs,
  defineAuthJobs({ changed: [noteAccountChange], referred: [referralOfSignUp] }),
  definePaymentJobs,
  defineStoreJobs({
    placed: [finishPlacedVisit, finishPlacedUpsell, settleRenewalOfOrder, attributeOrder, rewardReferral],
    settled: [settlePlanOfOrder, settleAdditionOfOrder, completeOrder, rewardReferral],
  }),
  defineOnboardingJobs,
  defineCareJobs,
  defineTreatmentJobs,
  defineGrowthJobs,
  defineUpsellJobs,
  defineTrackingJobs,
  defineRewardJobs,
  defineForgetChangesJob,
  defineMessagesJobs,
];
