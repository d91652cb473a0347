import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { earliestCharge, lastChargeDayToRequestRenewal } from "../charge-days.ts";
import { requestPrescriptionRenewalsAhead } from "../prescription-orders/hold-back.ts";
import { settleRenewalOrder } from "../prescription-orders/settle-renewal-order.ts";
import { endPauses } from "../subscriptions/pause-subscription.ts";
import { chargeDue } from "./charge-due.ts";
import {
  isAnythingDue,
  patientsToCharge,
  patientsToRemind,
  patientsToRequestRenewal,
  patientsToResume,
  unsettledRenewalOrders,
} from "./due-queries.ts";
import { remindOfCharges } from "./remind-of-charges.ts";

/**
 * One round of billing: settles renewal orders that have an outcome, ends pauses, reminds of upcoming charges, charges what is due. Safe at any
 * time and on any number of nodes: each step takes the patient's order lock and checks again. What fails is left to the next round.
 */
export async function runBilling(services: Services & Refuses<"wrong_state">): Promise<void> {
  const { db, log } = services;
  const today = clinicToday(services);
  const remindUntil = earliestCharge(today);
  if (!(await isAnythingDue(services, today, remindUntil))) return;
  await processEach(log, "renewal order to settle", await unsettledRenewalOrders(db), (id) =>
    settleRenewalOrder(services, id),
  );
  await processEach(log, "pause to end", await patientsToResume(db, today), (id) => endPauses(services, id));
  await processEach(log, "reminder", await patientsToRemind(db, remindUntil), (id) => remindOfCharges(services, id));
  await processEach(log, "renewal", await patientsToCharge(services, today), (id) => chargeDue(services, id));
}

/**
 * Asks doctors to renew what the coming charges need. Two fifths of a practice's patients have a charge that near, so looking takes 2 s with a million
 * of them: it runs each hour, days before a charge. What fails is left to the next hour.
 */
export async function requestRenewalsAhead(services: Services): Promise<void> {
  const until = lastChargeDayToRequestRenewal(clinicToday(services));
  const asked = new Set<string>();
  for (;;) {
    const batch = (await patientsToRequestRenewal(services, until)).filter((id) => !asked.has(id));
    if (batch.length === 0) return;
    await processEach(services.log, "prescription renewal to ask for", batch, (id) => {
      asked.add(id);
      return requestPrescriptionRenewalsAhead(services, id);
    });
  }
}

/** The billing engine; runs each minute. */
export const billingQueue = "treatment-billing";
export const renewalRequestQueue = "treatment-renewal-requests";

export function defineTreatmentJobs(jobs: Jobs, services: Services & Refuses<"wrong_state">): void {
  jobs.define(billingQueue, () => runBilling(services), { cron: "* * * * *" });
  jobs.define(renewalRequestQueue, () => requestRenewalsAhead(services), { cron: "37 * * * *" });
}

/** The store calls this for an order that is paid. */
export const settleRenewalOfOrder = (
  services: Services & Refuses<"wrong_state">,
  { orderId }: { readonly orderId: string },
): Promise<void> => settleRenewalOrder(services, orderId);
