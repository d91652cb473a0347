import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { TreatmentSnapshot } from "../treatment-snapshot.ts";
import { withLockedTreatment } from "../lock-treatment.ts";
import { type SubscriptionAction, subscriptionObstacle, subscriptionFacts } from "./subscription-actions.ts";
import type { SubscriptionRow } from "../queries.ts";

export interface SubscriptionTarget {
  readonly patientId: string;
  /** By default every subscription of the patient for which the action is possible. */
  readonly subscriptionId?: string | undefined;
  /** Without its parcel companions. */
  readonly alone?: boolean | undefined;
}

/**
 * Performs an action on one of the patient's subscriptions, or on all for which it is possible, under the patient's order lock. Refuses with
 * `not_found` for an id that is not the patient's, and with `wrong_state` and what the patient can do instead. `fallback` runs
 * when the action targets all and is possible for none; it returns null when there is nothing to do either.
 */
export function runSubscriptionAction<T>(
  services: (Services | TxServices) & Refuses<"wrong_state">,
  { patientId, subscriptionId }: SubscriptionTarget,
  action: SubscriptionAction,
  perform: (
    txServices: TxServices & Refuses<"wrong_state">,
    snapshot: TreatmentSnapshot,
    subscriptions: readonly SubscriptionRow[],
  ) => Promise<T>,
  fallback?: (txServices: TxServices & Refuses<"wrong_state">) => Promise<T | null>,
): Promise<T> {
  return withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const wanted = snapshot.subscriptions.filter(({ id }) => subscriptionId === undefined || id === subscriptionId);
    if (subscriptionId !== undefined && wanted.length === 0) throw new Refusal("not_found");
    const obstacles = wanted.map((row) =>
      subscriptionObstacle(action, subscriptionFacts(txServices.content, snapshot, row)),
    );
    const possible = wanted.filter((_, index) => obstacles[index] === null);
    if (possible.length > 0) return perform(txServices, snapshot, possible);
    const fallbackResult = subscriptionId === undefined ? await fallback?.(txServices) : null;
    if (fallbackResult !== null && fallbackResult !== undefined) return fallbackResult;
    throw services.refuse("wrong_state", {
      message: (wanted.length === 1 ? obstacles[0] : null) ?? sentence("treatment.subscription_none"),
    });
  });
}
