import type { JobServices } from "#server/platform/services.ts";
import { type UpsellRequestRow, undecidedUpsellRequests } from "#server/orders/public.ts";
import {
  approveUpsell,
  declineUpsell,
  loadUpsellRequestSnapshot,
  type UpsellRequestSnapshot,
} from "#server/care/public.ts";
import { upsellDeclineReason, upsellApprovalNote, declineRuleIds } from "./decision-rules.ts";

const batchSize = 50;
/** The desk waits this many times its pace before it decides an upsell request, so that the patient sees it waiting for the doctor. */
const paceMultiplier = 4;

/** Whether the care desk approves an upsell request: by the rules for plans, and never over a warning about the product itself. */
export const approvesUpsell = ({
  stopped,
  onHold,
  flags,
  combination,
}: Pick<UpsellRequestSnapshot, "stopped" | "onHold" | "flags" | "combination">) =>
  !stopped &&
  !onHold &&
  combination === null &&
  !flags.some(
    ({ ruleid, outcome, isAboutProduct }) =>
      declineRuleIds.includes(ruleid) || (isAboutProduct && (outcome === "STOP" || outcome === "CLINICIAN")),
  );

/** Upsell requests that have waited as long as the desk takes for them, longest wait first. */
export async function dueUpsellRequests({ db, clock, config }: JobServices): Promise<readonly UpsellRequestRow[]> {
  const until = clock.now().getTime() - config.careDeskPaceSeconds * 1000 * paceMultiplier;
  return (await undecidedUpsellRequests(db, null, batchSize)).filter(
    ({ requested_at }) => requested_at.getTime() <= until,
  );
}

/** Approves or declines an upsell request. */
export async function decideUpsell(services: JobServices, request: UpsellRequestRow): Promise<void> {
  if (approvesUpsell(await loadUpsellRequestSnapshot(services, request)))
    await approveUpsell(services, request, { note: upsellApprovalNote });
  else await declineUpsell(services, request, { reason: upsellDeclineReason });
}
