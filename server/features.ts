import type { api, Feature } from "#contract/api.ts";
import { contactHandlers } from "#server/account/contact-by-practice.ts";
import { requestHandlers } from "#server/account/requests.ts";
import { accountHandlers, closeAccountHandler } from "#server/account/routes.ts";
import { speakingHandlers } from "#server/account/speaking.ts";
import { toldAnswerHandlers } from "#server/account/told-by-practice.ts";
import { helperHandlers } from "#server/auth/helpers/routes.ts";
import { defineAuthJobs } from "#server/auth/jobs.ts";
import { endHelpers, markRefusedEmail } from "#server/auth/public.ts";
import { authHandlers, termsHandlers } from "#server/auth/routes.ts";
import { clinicAuditHandlers } from "#server/care/audit.ts";
import { claimHandlers } from "#server/care/claim-in-scope.ts";
import { clinicMessagesHandlers } from "#server/care/conversations/routes.ts";
import { defineDirectionsJobs } from "#server/care/decisions/begin-directions.ts";
import { planWithdrawalHandlers } from "#server/care/decisions/plans/withdraw-plan.ts";
import { prescriptionHandlers } from "#server/care/decisions/prescription-routes.ts";
import { defineRestJobs } from "#server/care/decisions/rest-messages.ts";
import { defineCareJobs, onUpsellOrderSettled, onPlanOrderSettled } from "#server/care/decisions/settlement-jobs.ts";
import { finishSuggestionOfOrder } from "#server/care/decisions/suggestions/finish-suggestion.ts";
import { suggestionAnswerHandlers, suggestionHandlers } from "#server/care/decisions/suggestions/routes.ts";
import type { HasFollowup } from "#server/care/decisions/treatment-change.ts";
import { treatmentChangeHandlers, upsellRequestHandlers } from "#server/care/decisions/upsell-routes.ts";
import { clinicEmergencyHandlers } from "#server/care/emergencies.ts";
import { defineAbsenceMailJobs } from "#server/care/matching/absence-mails.ts";
import { handOverHandlers } from "#server/care/matching/hand-over-patients.ts";
import { submitVisit } from "#server/care/matching/submit-visit.ts";
import { defineCareNoticeJob } from "#server/care/notice/care-notice.ts";
import { disputeHandlers } from "#server/care/orders/disputes.ts";
import { careSubscriptionHandlers } from "#server/care/orders/subscription-routes.ts";
import { endCare } from "#server/care/patients/end-care.ts";
import { pairHandlers } from "#server/care/patients/pairs.ts";
import { patientMailHandlers } from "#server/care/patients/patient-mails.ts";
import { creditHandlers } from "#server/care/payments/credits.ts";
import { pastDueHandlers } from "#server/care/payments/past-due.ts";
import { peerReviewHandlers } from "#server/care/peer-review/judge-decision.ts";
import { definePeerReviewJob } from "#server/care/peer-review/review-month.ts";
import { loadPatientSummaries } from "#server/care/public.ts";
import { recordHandlers } from "#server/care/record-routes.ts";
import { refundEndedMedicines } from "#server/care/refunds/refund-unsent-lines.ts";
import { careHandlers } from "#server/care/routes.ts";
import { logHandlers } from "#server/care/tasks/log.ts";
import { preparedHandlers } from "#server/care/tasks/prepare-decision.ts";
import { asideHandlers } from "#server/care/tasks/put-aside.ts";
import { taskHandlers } from "#server/care/tasks/tasks.ts";
import { visitNoteHandlers } from "#server/care/visit-notes/routes.ts";
import { workItemHandlers } from "#server/care/work-items.ts";
import { cartHandlers } from "#server/cart/routes.ts";
import { definePayoutJob } from "#server/closing/payout-differences.ts";
import { closingHandlers } from "#server/closing/routes.ts";
import { counselingHandlers } from "#server/dispensing/counseling.ts";
import { dispensingHandlers } from "#server/dispensing/routes.ts";
import { adverseEventHandlers } from "#server/documents/adverse-events/fda-report.ts";
import { clinicDocumentHandlers, patientDocuments } from "#server/documents/clinic-documents.ts";
import { disputeEvidenceHandlers } from "#server/documents/disputes/routes.ts";
import { documentsHandlers } from "#server/documents/routes.ts";
import { defineEmergencyJobs } from "#server/emergency/escalation.ts";
import { defineFollowupJobs } from "#server/followup/clinic/followup-day.ts";
import { followupsInRecord } from "#server/followup/clinic/result.ts";
import { clinicFollowupHandlers } from "#server/followup/clinic/routes.ts";
import { findFollowup } from "#server/followup/public.ts";
import { answerActionHandlers, followupHandlers } from "#server/followup/routes.ts";
import { assignPatientVariants } from "#server/growth/experiments/experiments.ts";
import { discountHandlers } from "#server/growth/promo/routes.ts";
import { applySignUpReferral } from "#server/growth/referral/apply-referral-code.ts";
import { defineGrowthJobs, defineRewardJobs } from "#server/growth/referral/jobs.ts";
import { rewardReferral } from "#server/growth/referral/reward-referral.ts";
import { growthHandlers } from "#server/growth/referral/routes.ts";
import { attributeOrder, recordOrderCompleted } from "#server/growth/tracking/attribution.ts";
import { defineTrackingJobs } from "#server/growth/tracking/jobs.ts";
import { recordGpc } from "#server/growth/tracking/measurement-consent.ts";
import { followupEventHandlers, trackingHandlers, visitEventHandlers } from "#server/growth/tracking/routes.ts";
import { defineUpsellJobs, finishUpsellOfOrder } from "#server/growth/upsell/finish-order.ts";
import { upsellHandlers } from "#server/growth/upsell/routes.ts";
import { listWaiting } from "#server/inbox/of-kind.ts";
import { inboxHandlers } from "#server/inbox/routes.ts";
import { defineEventJobs } from "#server/integrations/events/clinic-events.ts";
import { outsideHandlers } from "#server/integrations/outside/outside-systems.ts";
import { integrationHandlers } from "#server/integrations/routes.ts";
import { defineWebhookMetrics } from "#server/integrations/webhooks/alarms.ts";
import { listHandlers } from "#server/lists/routes.ts";
import { defineListJobs } from "#server/lists/run-list-action.ts";
import { accountMergeHandlers, mergeHandlers } from "#server/merging/routes.ts";
import { closeConversations } from "#server/messages/conversations/conversations.ts";
import { defineMessagesJobs } from "#server/messages/reading/unread-mails.ts";
import { messagesHandlers } from "#server/messages/routes.ts";
import { copiesToHelpers } from "#server/notifications/helper-copies.ts";
import { notifyAccountChange } from "#server/notifications/notify.ts";
import { defineMailCleanup, keepTriedMail } from "#server/notifications/patient-mails.ts";
import { notificationsHandlers } from "#server/notifications/routes.ts";
import { defineOnboardingJobs, finishVisitOfOrder } from "#server/onboarding/jobs.ts";
import { onboardingHandlers } from "#server/onboarding/routes.ts";
import { createOnboarding } from "#server/onboarding/visit/create-visit.ts";
import { onboardingStatus } from "#server/onboarding/visit/visit-basket.ts";
import { defineOrderJobs } from "#server/orders/jobs.ts";
import { definePaymentJobs } from "#server/orders/payment-jobs.ts";
import { helperOrderHandlers } from "#server/overview/helper-orders.ts";
import { overviewHandlers } from "#server/overview/routes.ts";
import { paymentHandlers } from "#server/payment/routes.ts";
import { definePersonJobs } from "#server/persons/compare-records.ts";
import { defineAuditPartitionJob } from "#server/platform/audit/audit-partitions.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { defineFileJobs } from "#server/platform/files/orphaned-uploads.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { defineIdempotencyKeyCleanup } from "#server/platform/http/idempotency/key-cleanup.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { defineMailJobs } from "#server/platform/mail/queue-mail.ts";
import { defineOutsideJobs } from "#server/platform/outside/alarms.ts";
import { defineChangeCleanupJob } from "#server/platform/realtime/feed/change-queries.ts";
import type { JobServices } from "#server/platform/services.ts";
import { probes } from "#server/probes.ts";
import { accessReviewHandlers } from "#server/records/access-review/judge-access.ts";
import { defineAccessReviewJob } from "#server/records/access-review/review-week.ts";
import { copyHandlers } from "#server/records/copies.ts";
import { noteHandlers } from "#server/records/notes.ts";
import { recordAccessHandlers, wordsOfAccesses } from "#server/records/record-access.ts";
import { endCodesOfOldAccess, endRecordCodes, recordCodeHandlers } from "#server/records/sharing/record-codes.ts";
import { timelineHandlers } from "#server/records/timeline/timeline.ts";
import { fileDocumentHandlers } from "#server/records/wrong-chart/file-document.ts";
import { judgeLetterHandlers } from "#server/records/wrong-chart/judge-letter.ts";
import { judgeMessageHandlers } from "#server/records/wrong-chart/judge-message.ts";
import { reportLetterHandlers } from "#server/records/wrong-chart/report-letter.ts";
import { reportHandlers } from "#server/records/wrong-chart/report-message.ts";
import { reportDocumentHandlers, reportMedicineHandlers } from "#server/records/wrong-chart/report-not-mine.ts";
import { defineStaffJobs } from "#server/staff/jobs.ts";
import { staffHandlers } from "#server/staff/routes.ts";
import { clinicContactHandlers } from "#server/support/clinic-contact.ts";
import { supportHandlers } from "#server/support/routes.ts";
import { forbidsCopies } from "#server/tasks/public.ts";
import { chargePastDue } from "#server/treatment/billing/charge-past-due.ts";
import { defineTreatmentJobs, settleRenewalOfOrder } from "#server/treatment/billing/run-billing.ts";
import { releaseUnusedDiscounts } from "#server/treatment/charges/release-unused-discounts.ts";
import { endTreatment } from "#server/treatment/end-treatment.ts";
import { treatmentHandlers } from "#server/treatment/routes.ts";
import { helperReminderHandlers } from "#server/wellbeing/doses/helper-reminders.ts";
import { defineWellbeingJobs } from "#server/wellbeing/doses/send-reminders.ts";
import { endReminders, wellbeingInRecord } from "#server/wellbeing/record.ts";
import { wellbeingHandlers } from "#server/wellbeing/routes.ts";
import { defineWorkItemJobs } from "#server/work-items/due-mails.ts";

/** Whether the patient has this follow-up: a doctor's change can name the one that led to it. */
const hasFollowup: HasFollowup = async (db, patientId, id) => (await findFollowup(db, patientId, id)) !== undefined;

/** What ends with an account, also with one that becomes part of another. */
const closingSteps = [endTreatment, endCare, closeConversations, endReminders, endHelpers, endRecordCodes];

/** The handlers of every call: a missing or an extra one does not compile. */
export const handlers: { readonly [R in Feature]: Handlers<(typeof api)[R]> } = {
  auth: authHandlers(onboardingStatus),
  onboarding: { ...onboardingHandlers, ...visitEventHandlers },
  store: cartHandlers,
  payment: paymentHandlers(chargePastDue),
  account: {
    ...accountHandlers,
    ...requestHandlers,
    ...speakingHandlers,
    ...closeAccountHandler(closingSteps),
    ...accountMergeHandlers(closingSteps),
    ...helperHandlers(forbidsCopies),
    ...helperOrderHandlers,
    ...helperReminderHandlers,
  },
  treatment: {
    ...treatmentHandlers,
    ...overviewHandlers,
    ...planWithdrawalHandlers,
    ...suggestionAnswerHandlers,
    ...counselingHandlers,
    ...reportMedicineHandlers,
  },
  wellbeing: wellbeingHandlers,
  messages: { ...messagesHandlers, ...answerActionHandlers, ...reportHandlers },
  notifications: notificationsHandlers,
  documents: { ...documentsHandlers, ...reportLetterHandlers, ...reportDocumentHandlers, ...recordCodeHandlers },
  followup: { ...followupHandlers, ...followupEventHandlers },
  growth: { ...growthHandlers, ...discountHandlers, ...upsellHandlers, ...trackingHandlers, ...termsHandlers },
  support: supportHandlers,
  care: {
    ...careHandlers,
    ...pairHandlers,
    ...mergeHandlers,
    ...recordHandlers({
      listWaiting,
      patientDocuments,
      patientWellbeing: wellbeingInRecord,
      patientFollowups: followupsInRecord,
    }),
    ...treatmentChangeHandlers(hasFollowup),
    ...upsellRequestHandlers,
    ...suggestionHandlers,
    ...prescriptionHandlers,
    ...careSubscriptionHandlers,
    ...contactHandlers,
    ...toldAnswerHandlers,
    ...patientMailHandlers,
    ...pastDueHandlers,
    ...creditHandlers,
    ...disputeHandlers,
    ...disputeEvidenceHandlers,
    ...adverseEventHandlers,
    ...closingHandlers,
    ...dispensingHandlers(loadPatientSummaries),
    ...clinicFollowupHandlers,
    ...clinicMessagesHandlers,
    ...clinicEmergencyHandlers,
    ...workItemHandlers,
    ...taskHandlers(closingSteps),
    ...logHandlers,
    ...preparedHandlers,
    ...asideHandlers,
    ...listHandlers,
    ...timelineHandlers,
    ...accessReviewHandlers,
    ...peerReviewHandlers,
    ...inboxHandlers,
    ...clinicContactHandlers,
    ...clinicDocumentHandlers,
    ...noteHandlers,
    ...visitNoteHandlers,
    ...judgeMessageHandlers,
    ...judgeLetterHandlers,
    ...fileDocumentHandlers,
    ...copyHandlers,
    ...clinicAuditHandlers(wordsOfAccesses),
  },
  integrations: { ...integrationHandlers, ...outsideHandlers(probes) },
  staff: { ...staffHandlers, ...claimHandlers, ...handOverHandlers, ...recordAccessHandlers },
};

/** What one feature does about another's events, in the transaction that announces them. */
function listenToEvents(_jobs: Jobs, services: JobServices): void {
  const { events } = services;
  events.listen("account.created", (db, account) => createOnboarding({ ...services, db }, account));
  events.listen("account.created", (db, { patientId, cookieId }) =>
    assignPatientVariants({ ...services, db }, patientId, cookieId),
  );
  events.listen("session.started", async (db, { patientId, gpc }) => {
    if (gpc) await recordGpc({ ...services, db }, patientId);
  });
  events.listen("access.renewed", (db, { patientId }) => endCodesOfOldAccess({ ...services, db }, patientId));
  events.listen("visit.finished", (db, visit) => submitVisit({ ...services, db }, visit));
  events.listen("order.came_to_nothing", (db, { patientId, orderId }) =>
    inTransaction({ ...services, db }, (tx) => releaseUnusedDiscounts(tx, patientId, orderId)),
  );
}

/** Each defines its feature's queues, or listens for it. */
export const featureJobs: readonly ((jobs: Jobs, services: JobServices) => void)[] = [
  listenToEvents,
  defineMailJobs({ ...markRefusedEmail, came: keepTriedMail, ...copiesToHelpers(forbidsCopies) }),
  defineMailCleanup,
  defineOutsideJobs,
  defineAuditPartitionJob,
  defineEmergencyJobs,
  defineWorkItemJobs,
  definePersonJobs,
  defineIdempotencyKeyCleanup,
  defineFileJobs,
  defineAuthJobs({ accountChangeListeners: [notifyAccountChange], signUpReferralListeners: [applySignUpReferral] }),
  definePaymentJobs,
  defineOrderJobs({
    beforeConfirming: [refundEndedMedicines],
    placed: [
      finishVisitOfOrder,
      finishSuggestionOfOrder,
      finishUpsellOfOrder,
      settleRenewalOfOrder,
      attributeOrder,
      rewardReferral,
    ],
    settled: [onPlanOrderSettled, onUpsellOrderSettled, recordOrderCompleted, rewardReferral],
  }),
  defineOnboardingJobs,
  defineCareJobs,
  defineAbsenceMailJobs,
  defineCareNoticeJob,
  defineRestJobs,
  defineDirectionsJobs,
  defineFollowupJobs,
  defineTreatmentJobs,
  defineGrowthJobs,
  defineUpsellJobs,
  defineTrackingJobs,
  defineRewardJobs,
  defineChangeCleanupJob,
  defineMessagesJobs,
  defineStaffJobs,
  defineAccessReviewJob,
  definePayoutJob,
  definePeerReviewJob,
  defineWellbeingJobs,
  defineListJobs,
  defineEventJobs,
  defineWebhookMetrics,
];
