import type { Services } from "#server/platform/services.ts";
import { type UpsellRequestRow, undecidedUpsellRequests } from "./additions.ts";
import { approveUpsell } from "./decisions/upsells/decide-upsell.ts";
import { declineUpsell } from "./decline-addition.ts";
import { upsellDeclineReason, upsellApprovalNote, declineRuleIds } from "./desk-rules.ts";
import { loadUpsellRequestSnapshot, type UpsellRequestSnapshot } from "./decisions/upsells/upsell-snapshot.ts";

const batchSize = 50;
/** Looking at what she added takes this many times the pace of the desk: she is to see at home that her doctor looks at it. */
const paceMultiplier = 4;

/** Whether the care desk prescribes what she added: as with plans, and not over a warning about the product itself. */
export const approvesUpsell = ({
  stopped,
  withheld,
  flags,
  combination,
}: Pick<UpsellRequestSnapshot, "stopped" | "withheld" | "flags" | "combination">) =>
  !stopped &&
  !withheld &&
  combination === null &&
  !flags.some(
    ({ ruleid, outcome, ofProduct }) =>
      declineRuleIds.includes(ruleid) || (ofProduct && (outcome === "STOP" || outcome === "CLINICIAN")),
  );

/** Additions that have waited as long as the desk takes for them, longest wait first. */
export async function dueUpsellRequests({ db, clock, config }: Services): Promise<readonly UpsellRequestRow[]> {
  const until = clock.now().getTime() - config.careDeskPaceSeconds * 1000 * paceMultiplier;
  return (await undecidedUpsellRequests(db, null, batchSize)).filter(
    ({ requested_at }) => requested_at.getTime() <= until,
  );
}

/** Decides on an addition. */
export async function decideUpsell(services: Services, request: UpsellRequestRow): Promise<void> {
  if (approvesUpsell(await loadUpsellRequestSnapshot(services, request)))
    await approveUpsell(services, request, { note: upsellApprovalNote });
  else await declineUpsell(services, request, { reason: upsellDeclineReason });
}
