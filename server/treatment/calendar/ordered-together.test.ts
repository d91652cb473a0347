import { expect, test } from "vitest";
import type { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { content, type Medicine, mergeWorlds, snapshotOf, worldOf } from "#server/testing/several/treatment-world.ts";
import { orderedTogether } from "./ordering-rule.ts";

type Status = (typeof SubscriptionStatus.options)[number];
const usedUp = { ago: 60, status: "delivered", shipped: true, delivered: true } as const;
const medicine = (status: Status): Medicine => ({
  ...{ status, prescription: "active", refills: 2, planned: null, ordered: usedUp },
});

/** Two estrogens, of which the first is ordered again, and the progestogen that either needs. */
test.each(
  Object.entries({
    ...{ paused: true, cancelled: true, pending: false, active: false, past_due: false },
  } satisfies Record<Status, boolean>) as [Status, boolean][],
)("beside a companion that is %s, what is paused is ordered again with it: %s", (status, together) => {
  const estrogens = ["estradiol_patch_0_05", "estradiol_tablet_1"];
  const worlds = estrogens.map((id, index) => worldOf(id, medicine("paused"), index));
  const snapshot = snapshotOf(mergeWorlds([...worlds, worldOf("progesterone_capsule_100", medicine(status), 2)]));
  const [own] = snapshot.prescriptionOrders;
  const products = orderedTogether
    .reorder(content, snapshot, own!)
    .map(({ subscription_id }) => subscription_id.replace("subscription-", ""));
  expect(products.toSorted()).toEqual(
    together ? [...estrogens, "progesterone_capsule_100"].toSorted() : [estrogens[0]],
  );
});
