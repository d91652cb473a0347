import type { Refuses } from "#server/platform/refusal.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { earliestCharge, lastChargeDayToRenew } from "./billing-rules.ts";
import { chargeDue } from "./charge-due.ts";
import {
  patientsToCharge,
  patientsToRemind,
  patientsToRenew,
  patientsToResume,
  unsettledRenewals,
} from "./due-queries.ts";
import { endPauses } from "../subscriptions/pause-subscription.ts";
import { requestRenewalsAhead } from "../prescription-orders/put-on-hold.ts";
import { remindOfCharges } from "./remind-of-charges.ts";
import { settleRenewal } from "./settle-renewal.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";

/**
 * One round of billing: settles renewals that have an outcome, ends pauses, asks doctors to renew, reminds of upcoming charges, charges what
 * is due. Safe at any time and on any number of nodes: each step takes the patient's order lock and checks again. What fails is left to the
 * next round.
 */
export async function runBilling(services: Services & Refuses<"wrong_state">): Promise<void> {
  const { db, log } = services;
  const today = clinicToday(services);
  await processEach(log, "renewal to settle", await unsettledRenewals(db), (id) => settleRenewal(services, id));
  await processEach(log, "pause to end", await patientsToResume(db, today), (id) => endPauses(services, id));
  await processEach(log, "renewal to ask for", await patientsToRenew(services, lastChargeDayToRenew(today)), (id) =>
    requestRenewalsAhead(services, id),
  );
  await processEach(log, "reminder", await patientsToRemind(db, earliestCharge(today)), (id) =>
    remindOfCharges(services, id),
  );
  await processEach(log, "renewal", await patientsToCharge(db, today), (id) => chargeDue(services, id));
}

/** The billing engine; runs each minute. */
export const billingQueue = "treatment-billing";

export function defineTreatmentJobs(jobs: Jobs, services: Services & Refuses<"wrong_state">): void {
  jobs.define(billingQueue, () => runBilling(services), { cron: "* * * * *" });
}

/** The store calls this for an order that is paid. */
export const settleRenewalOfOrder = (
  services: Services & Refuses<"wrong_state">,
  { orderId }: { readonly orderId: string },
): Promise<void> => settleRenewal(services, orderId);
