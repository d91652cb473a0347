import { deleteAged } from "#server/platform/jobs/delete-aged.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { resumePaidVisit } from "./checkout/finish-visit.ts";
import { findUnfinishedPayments } from "./flow/record-queries.ts";
import { mailIdentityWorksAgain } from "./identity/identity-works-again.ts";
import { deleteExpiredLeads } from "./visit/leads.ts";
import { deleteExpiredVisitorTracking } from "./visit/visit-tracking.ts";

/** No data: finishes every payment that began and has not finished its visit. */
export const finishQueue = "onboarding-finish";
/** No data: mails those whose identity couldn't be checked, once it can. */
const identityWorksQueue = "onboarding-identity-works";
/** No data: deletes e-mails left without an account that are older than 30 days. */
const leadsExpireQueue = "onboarding-leads-expire";

/** A younger payment is left to the request that makes it, in milliseconds. */
const paymentGraceMs = 30_000;

export function defineOnboardingJobs(jobs: Jobs, services: Services & Refuses<"wrong_state">): void {
  const { db, clock, log } = services;
  jobs.define(
    finishQueue,
    async () => {
      const until = new Date(clock.now().getTime() - paymentGraceMs);
      await processEach(log, "visit being paid", await findUnfinishedPayments(db, until), (id) =>
        resumePaidVisit(services, id),
      );
    },
    { cron: "* * * * *" },
  );
  jobs.define(identityWorksQueue, () => mailIdentityWorksAgain(services), { cron: "*/5 * * * *" });
  const purge = deleteAged(services, leadsExpireQueue, async (until) => {
    await deleteExpiredLeads(db, until);
    await deleteExpiredVisitorTracking(db, until);
  });
  jobs.define(leadsExpireQueue, purge, { cron: "17 4 * * *" });
}

/** Listens to the store: an authorized onboarding order finishes its visit, whoever learned of the authorization first. */
export async function finishVisitOfOrder(
  services: Services & Refuses<"wrong_state">,
  order: { readonly patientId: string; readonly kind: string },
): Promise<void> {
  if (order.kind === "onboarding") await resumePaidVisit(services, order.patientId);
}
