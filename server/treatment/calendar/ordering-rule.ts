import type { Content } from "#content/loader/load.ts";
import type { FillErrorCode } from "#contract/http/errors.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import { fillErrorCodes } from "#server/orders/public.ts";
import { linkedRecords } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";
import {
  type FillObstacle,
  fillFacts,
  fillObstacles,
  loadApprovedBoxes,
  type RequestedFill,
} from "#server/prescriptions/public.ts";
import type { Obstacle } from "../obstacle.ts";
import type { PrescriptionOrderRow } from "../queries.ts";
import {
  type PrescriptionOrderAction,
  prescriptionOrderActions,
  prescriptionOrderObstacle,
} from "../snapshot/prescription-order-actions.ts";
import {
  currentLine,
  prescriptionOrderFacts,
  refillsLeftOf,
  scheduledPrescriptionOrder,
  subscriptionIn,
  type TreatmentSnapshot,
} from "../snapshot/treatment-snapshot.ts";
import { companionGroups, sentTogetherNow } from "./companions.ts";
import { moveObstacle } from "./move-rule.ts";
import { missingForRestart } from "./restart-rule.ts";

/**
 * What a patient may do with a prescription order, with everything its call would refuse for: the rules of its state, and the fill rule over all that
 * would be ordered with it. Screens offer by it and calls refuse by it. What no screen knows before the call (a card, an address, a state we don't
 * serve) is left to the call, which says what to do about it.
 */

type OrderingAction = "getnext" | "reorder";

export type OrderingObstacle = Obstacle<"wrong_state" | "too_early" | FillErrorCode>;

/** What an action orders: the prescription order first, then what belongs together with it and may be ordered now. */
export const orderedTogether: Readonly<
  Record<
    OrderingAction,
    (content: Content, snapshot: TreatmentSnapshot, order: PrescriptionOrderRow) => PrescriptionOrderRow[]
  >
> = { getnext: sentTogetherNow, reorder: reorderedTogether };

/** The last order of each paused or cancelled subscription that belongs together with this one, after it. */
function reorderedTogether(
  content: Content,
  snapshot: TreatmentSnapshot,
  order: PrescriptionOrderRow,
): PrescriptionOrderRow[] {
  const own = subscriptionIn(snapshot, order.subscription_id);
  if (refillsLeftOf(snapshot, own) === 0) return [order];
  const resting = snapshot.subscriptions.filter(({ status }) => subscriptionStates.resting.has(status));
  const companions = companionGroups(content, resting)
    .filter((group) => group.includes(own))
    .flat()
    .filter((row) => row.product_id !== own.product_id && refillsLeftOf(snapshot, row) !== 0)
    .flatMap(({ id }) => snapshot.prescriptionOrders.filter(({ subscription_id }) => subscription_id === id))
    .filter((each) => prescriptionOrderObstacle("reorder", prescriptionOrderFacts(snapshot, each)) === null);
  const byProduct = new Map(
    companions.map((each) => [subscriptionIn(snapshot, each.subscription_id).product_id, each]),
  );
  return [order, ...byProduct.values()];
}

/** Why a prescription order may not be ordered now; null when it may, and when the doctor is asked for a refill first. */
export function orderingObstacle(
  content: Content,
  snapshot: TreatmentSnapshot,
  action: OrderingAction,
  order: PrescriptionOrderRow,
): OrderingObstacle | null {
  const ofState = prescriptionOrderObstacle(action, prescriptionOrderFacts(snapshot, order));
  if (ofState !== null) return ofState;
  if (refillsLeftOf(snapshot, subscriptionIn(snapshot, order.subscription_id)) === 0) return null;
  const found = fillObstacleOf(content, snapshot, action, order);
  return found && { ...found, code: fillErrorCodes[found.kind] };
}

function fillObstacleOf(
  content: Content,
  snapshot: TreatmentSnapshot,
  action: OrderingAction,
  order: PrescriptionOrderRow,
): FillObstacle | null {
  const [own, ...others] = orderedTogether[action](content, snapshot, order).map((each) =>
    requestedFillOf(snapshot, action === "reorder" ? asOneOff(each) : each),
  );
  if (!own) return null;
  const facts = fillFacts(content, snapshot.today, {
    prescriptions: snapshot.prescribed,
    boxes: snapshot.boxes,
    subscriptions: snapshot.subscriptions.toReversed().map((row) => {
      const scheduled = scheduledPrescriptionOrder(snapshot, row.id);
      const { held_back_from = null, failed_on = null, charge_on = null, reminded_on = null } = scheduled ?? {};
      return { ...row, held_back_from, failed_on, charge_on, reminded_on };
    }),
    careEndsOn: snapshot.careEndsOn,
    companions: snapshot.requirements,
  });
  const obstacles = fillObstacles({ ...facts, linkedBoxes: snapshot.linkedBoxes }, [
    own,
    ...others.filter((each) => each !== null),
  ]);
  return obstacles.find(({ index }) => index === 0) ?? null;
}

/** As a reorder makes it: after the last period, with nothing that follows. */
const asOneOff = ({ subscription_id, period }: PrescriptionOrderRow) => ({
  subscription_id,
  period: period + 1,
  one_off: true,
  begins: null,
  begins_on: null,
});

/** What the patient may do with a prescription order now. */
export const offeredActions = (
  content: Content,
  snapshot: TreatmentSnapshot,
  order: PrescriptionOrderRow,
): PrescriptionOrderAction[] =>
  prescriptionOrderActions(prescriptionOrderFacts(snapshot, order)).filter(
    (action) =>
      (action !== "move" || moveObstacle(content, snapshot, order) === null) &&
      ((action !== "getnext" && action !== "reorder") || orderingObstacle(content, snapshot, action, order) === null),
  );

/** Whether nothing but what the same person has by another record keeps this from being ordered now: that it is checked is all the patient learns. */
export const waitsForLinked = (content: Content, snapshot: TreatmentSnapshot, order: PrescriptionOrderRow): boolean =>
  prescriptionOrderObstacle("getnext", prescriptionOrderFacts(snapshot, order)) === null &&
  refillsLeftOf(snapshot, subscriptionIn(snapshot, order.subscription_id)) !== 0 &&
  fillObstacleOf(content, snapshot, "getnext", order)?.kind === "linked_supply";

/**
 * The snapshot with what another record of the same person has, and with what this patient has to combine by their answers. Neither is asked for where it
 * changes nothing: of who has one record, and of who gets both together.
 */
export async function withOwnFacts(
  services: Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database },
  patientId: string,
  known: TreatmentSnapshot,
): Promise<TreatmentSnapshot> {
  const snapshot = known.isLinked ? { ...known, linkedBoxes: await linkedBoxesOf(services, patientId) } : known;
  const lacksCompanion = snapshot.prescriptionOrders.some((order) =>
    (["getnext", "reorder"] as const).some(
      (action) =>
        orderingObstacle(services.content, snapshot, action, order)?.code === fillErrorCodes.progestogen_needed,
    ),
  );
  const cantRestart = snapshot.subscriptions.some((row) => missingForRestart(services.content, snapshot, row) !== null);
  return lacksCompanion || cantRestart
    ? { ...snapshot, requirements: await combinationRequirementsOf(services, patientId) }
    : snapshot;
}

const linkedBoxesOf = async (
  { db, content }: { readonly db: Database } & Pick<Services, "content">,
  patientId: string,
) => loadApprovedBoxes(db, await linkedRecords(db, patientId), content.brand.timezone);

/** The fill a prescription order requests of the fill rule; null where no prescription is needed. */
export function requestedFillOf(
  snapshot: TreatmentSnapshot,
  {
    subscription_id,
    period,
    one_off,
    begins,
    begins_on,
  }: Pick<PrescriptionOrderRow, "subscription_id" | "period" | "one_off" | "begins" | "begins_on">,
): RequestedFill | null {
  const subscription = subscriptionIn(snapshot, subscription_id);
  const { id, product_id: productId, quantity, days_supply, status } = subscription;
  const line = currentLine(snapshot, subscription);
  if (line?.prescription === false) return null;
  const prescription = snapshot.prescribed.get(productId);
  // The doctor's approval of the plan is itself the first fill; a replacement's prescription includes its first fill.
  const isApproved = period === 1 && !snapshot.changed.has(id) && prescription?.onHold === false;
  const hasRenewals = !one_off && subscriptionStates.charged.has(status);
  const fillsLeft = (prescription?.refillsLeft ?? 0) - (isApproved ? 0 : 1);
  return {
    productId,
    quantity,
    packDays: line?.days_supply ?? days_supply / quantity,
    consumesFill: !isApproved,
    followingFills: hasRenewals ? Math.max(0, fillsLeft) : 0,
    boughtSeparately: false,
    beginsOnArrival: begins !== null,
    beginsOn: begins_on,
  };
}
