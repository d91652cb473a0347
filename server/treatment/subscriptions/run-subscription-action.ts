import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { TreatmentSnapshot } from "../treatment-snapshot.ts";
import { withLockedTreatment } from "../lock-treatment.ts";
import { subscriptionObstacles as say } from "../obstacle-texts.ts";
import { subscriptionFacts } from "../subscription-facts.ts";
import { type SubscriptionAction, subscriptionObstacle } from "./subscription-actions.ts";
import type { SubscriptionRow } from "../queries.ts";

export interface SubscriptionTarget {
  readonly patientId: string;
  /** Left out: every one of hers for which it is possible. */
  readonly subscriptionId?: string | undefined;
  /** Only that one, though another one belongs with it. */
  readonly alone?: boolean | undefined;
}

/**
 * Does something with one of her subscriptions, or with all for which it is possible, while nothing else changes them. Refuses with
 * `not_found` for one that is none of hers, `wrong_state` with a sentence that says what she can do instead. `otherwise`: does it with what
 * else she has, where it is possible for no subscription of hers; null when there is nothing.
 */
export function runSubscriptionAction<T>(
  services: Services | TxServices,
  { patientId, subscriptionId }: SubscriptionTarget,
  action: SubscriptionAction,
  perform: (
    txServices: TxServices,
    snapshot: TreatmentSnapshot,
    subscriptions: readonly SubscriptionRow[],
  ) => Promise<T>,
  fallback?: (txServices: TxServices) => Promise<T | null>,
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
    throw new Refusal("wrong_state", { message: (wanted.length === 1 ? obstacles[0] : null) ?? say.nothingRuns });
  });
}
