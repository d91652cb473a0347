import type { api, CallName, Room } from "#contract/api.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { accountHandlers } from "#server/account/routes.ts";
import { defineAuthJobs } from "#server/auth/jobs.ts";
import { authHandlers } from "#server/auth/routes.ts";
import { defineCareJobs, settlePlanOfOrder } from "#server/care/jobs.ts";
import { careHandlers } from "#server/care/routes.ts";
import { documentsHandlers } from "#server/documents/routes.ts";
import { defineGrowthJobs } from "#server/growth/jobs.ts";
import { growthHandlers } from "#server/growth/routes.ts";
import { clinicMessagesHandlers } from "#server/messages/clinic-routes.ts";
import { defineMessagesJobs } from "#server/messages/jobs.ts";
import { messagesHandlers } from "#server/messages/routes.ts";
import { noteAccountChange } from "#server/notifications/account-changes.ts";
import { defineForgetChangesJob } from "#server/notifications/forget-changes.ts";
import { notificationsHandlers } from "#server/notifications/routes.ts";
import { defineOnboardingJobs, finishPlacedVisit } from "#server/onboarding/jobs.ts";
import { onboardingHandlers } from "#server/onboarding/routes.ts";
import { definePaymentJobs } from "#server/payment/jobs.ts";
import { paymentHandlers } from "#server/payment/routes.ts";
import { defineFileJobs } from "#server/platform/files/jobs.ts";
import { defineForgetAnswersJob } from "#server/platform/http/forget-answers.ts";
import { defineMailJobs } from "#server/platform/mail/queue-mail.ts";
import { defineStoreJobs } from "#server/store/jobs.ts";
import { storeHandlers } from "#server/store/routes.ts";
import { supportHandlers } from "#server/support/routes.ts";
import { defineTreatmentJobs, settleRenewalOfOrder } from "#server/treatment/jobs.ts";
import { payOwed } from "#server/treatment/pay-owed.ts";
import { treatmentHandlers } from "#server/treatment/routes.ts";

/** Calls whose room is not built yet; they answer `not_built`. Must be empty in the end. `"*"` is the whole room. */
export const notYetBuilt = {
  followup: "*",
  growth: [
    "sessionUtm",
    "firstTouchUtm",
    "experiments",
    "acceptNewTerms",
    "onboardingUpsell",
    "acceptOnboardingUpsell",
    "upsells",
    "dashboardUpsells",
    "availableUpsells",
    "acceptUpsell",
    "acceptUpsellProduct",
    "acceptUpsellProducts",
    "denyUpsell",
    "offerUpsell",
    "checkReferral",
    "overwriteReferral",
    "validateDiscount",
    "applyPromoCode",
  ],
  care: ["sendFollowup"],
} as const satisfies { readonly [R in Room]?: "*" | readonly CallName<R>[] };

type NotYetBuilt = typeof notYetBuilt;
type Missing<R extends Room> = R extends keyof NotYetBuilt
  ? NotYetBuilt[R] extends "*"
    ? keyof (typeof api)[R]
    : NotYetBuilt[R] extends readonly (infer Name)[]
      ? Name & keyof (typeof api)[R]
      : never
  : never;

/** The handlers of every call: a missing or an extra one does not compile. */
export const handlers: { readonly [R in Room]: Handlers<(typeof api)[R], Missing<R>> } = {
  auth: authHandlers,
  onboarding: onboardingHandlers,
  store: storeHandlers,
  payment: paymentHandlers(payOwed),
  account: accountHandlers,
  treatment: treatmentHandlers,
  messages: messagesHandlers,
  notifications: notificationsHandlers,
  documents: documentsHandlers,
  followup: {},
  growth: growthHandlers,
  support: supportHandlers,
  care: { ...careHandlers, ...clinicMessagesHandlers },
};

/** Each declares the queues of its room. */
export const roomJobs: readonly ((jobs: Jobs, services: Services) => void)[] = [
  defineMailJobs,
  defineForgetAnswersJob,
  defineFileJobs,
  defineAuthJobs({ changed: [noteAccountChange] }),
  definePaymentJobs,
  defineStoreJobs({ placed: [finishPlacedVisit, settleRenewalOfOrder], settled: [settlePlanOfOrder] }),
  defineOnboardingJobs,
  defineCareJobs,
  defineTreatmentJobs,
  defineGrowthJobs,
  defineForgetChangesJob,
  defineMessagesJobs,
];
