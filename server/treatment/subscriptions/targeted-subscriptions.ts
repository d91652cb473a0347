import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { Obstacle } from "../obstacle.ts";
import type { SubscriptionRow } from "../queries.ts";
import type { TreatmentSnapshot } from "../snapshot/treatment-snapshot.ts";
import { type SubscriptionAction, subscriptionObstacle, subscriptionFacts } from "./subscription-actions.ts";

export interface SubscriptionTarget {
  readonly patientId: string;
  /** By default every subscription of the patient for which the action is possible. */
  readonly subscriptionId?: string | undefined;
  /** Without its parcel companions. */
  readonly withoutCompanions?: boolean | undefined;
}

interface TargetedSubscriptions {
  readonly possible: readonly SubscriptionRow[];
  /** Why the action is possible for none of them. */
  readonly obstacle: Obstacle<"wrong_state"> | null;
}

/** What an action on subscriptions is about (see `actOnTreatment`): the one the target names, or all for which the action is possible. */
export const onSubscriptions = (action: SubscriptionAction, { subscriptionId }: SubscriptionTarget) => ({
  load: ({ content }: TxServices, snapshot: TreatmentSnapshot): TargetedSubscriptions | undefined => {
    const wanted = snapshot.subscriptions.filter(({ id, status }) =>
      // Pausing everything leaves alone what is paused already.
      subscriptionId === undefined ? action !== "pause" || status !== "paused" : id === subscriptionId,
    );
    if (subscriptionId !== undefined && wanted.length === 0) return undefined;
    const obstacles = wanted.map((row) => subscriptionObstacle(action, subscriptionFacts(content, snapshot, row)));
    const possible = wanted.filter((_, index) => obstacles[index] === null);
    const message = (wanted.length === 1 ? obstacles[0] : null) ?? sentence("treatment.subscription_none");
    return { possible, obstacle: possible.length > 0 ? null : { code: "wrong_state", message } };
  },
  obstacle: (_tx: TxServices, _snapshot: TreatmentSnapshot, { obstacle }: TargetedSubscriptions) => obstacle,
});
