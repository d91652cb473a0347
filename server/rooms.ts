import type { api, CallName, Room } from "#contract/api.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { accountHandlers } from "#server/account/routes.ts";
import { defineAuthJobs } from "#server/auth/jobs.ts";
import { authHandlers } from "#server/auth/routes.ts";
import { defineCareJobs, settlePlanOfOrder } from "#server/care/jobs.ts";
import { careHandlers } from "#server/care/routes.ts";
import { defineOnboardingJobs, finishPlacedVisit } from "#server/onboarding/jobs.ts";
import { onboardingHandlers } from "#server/onboarding/routes.ts";
import { definePaymentJobs } from "#server/payment/jobs.ts";
import { paymentHandlers } from "#server/payment/routes.ts";
import { defineMailJobs } from "#server/platform/mail/queue-mail.ts";
import { defineStoreJobs } from "#server/store/jobs.ts";
import { storeHandlers } from "#server/store/routes.ts";
import { supportHandlers } from "#server/support/routes.ts";
import { treatmentHandlers } from "#server/treatment/routes.ts";

/** Calls whose room is not built yet; they answer `not_built`. Must be empty in the end. `"*"` is the whole room. */
export const notYetBuilt = {
  account: ["uploadAvatar", "avatar", "uploadPhoto", "uploadIdentification", "healthAnswers", "updateHealthAnswers"],
  treatment: ["getNext", "reorder", "skip", "cancelPrescriptionOrder", "pause", "resume", "preventCancel", "cancel"],
  messages: "*",
  notifications: "*",
  documents: "*",
  followup: "*",
  growth: "*",
  care: ["messages", "sendMessage", "sendFollowup", "issueLetter"],
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
  payment: paymentHandlers,
  account: accountHandlers,
  treatment: treatmentHandlers,
  messages: {},
  notifications: {},
  documents: {},
  followup: {},
  growth: {},
  support: supportHandlers,
  care: careHandlers,
};

/** Each declares the queues of its room. */
export const roomJobs: readonly ((jobs: Jobs, services: Services) => void)[] = [
  defineMailJobs,
  defineAuthJobs,
  definePaymentJobs,
  defineStoreJobs({ placed: [finishPlacedVisit], settled: [settlePlanOfOrder] }),
  defineOnboardingJobs,
  defineCareJobs,
];
