import type { Services } from "#server/platform/services.ts";
import { type AdditionRow, openAdditions } from "./additions.ts";
import { approveAddition } from "./approve-addition.ts";
import { declineAddition } from "./decline-addition.ts";
import { additionDeclineReason, additionNote, declinedOver } from "./desk-rules.ts";
import { weigh, type WeighedAddition } from "./weigh-addition.ts";

const pageSize = 50;
/** Looking at what she added takes this many times the pace of the desk: she is to see at home that her doctor looks at it. */
const paces = 4;

/** Whether the care desk prescribes what she added: as with plans, and not over a warning about the product itself. */
export const deskApproves = ({
  stopped,
  withheld,
  flags,
  combination,
}: Pick<WeighedAddition, "stopped" | "withheld" | "flags" | "combination">) =>
  !stopped &&
  !withheld &&
  combination === null &&
  !flags.some(
    ({ ruleid, outcome, ofProduct }) =>
      declinedOver.includes(ruleid) || (ofProduct && (outcome === "STOP" || outcome === "CLINICIAN")),
  );

/** Additions that have waited as long as the desk takes for them, longest wait first. */
export async function additionsForDesk({ db, clock, config }: Services): Promise<readonly AdditionRow[]> {
  const until = clock.now().getTime() - config.careDeskPaceSeconds * 1000 * paces;
  return (await openAdditions(db, null, pageSize)).filter(({ requested_at }) => requested_at.getTime() <= until);
}

/** Decides on an addition. */
export async function decideAddition(services: Services, addition: AdditionRow): Promise<void> {
  if (deskApproves(await weigh(services, addition))) await approveAddition(services, addition, { note: additionNote });
  else await declineAddition(services, addition, { reason: additionDeclineReason });
}
