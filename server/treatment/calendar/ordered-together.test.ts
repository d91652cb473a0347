import { expect, test } from "vitest";
import type { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import {
  content,
  type Medicine,
  mergeWorlds,
  snapshotOf,
  today,
  worldOf,
} from "#server/testing/several/treatment-world.ts";
import { backTogether, sentTogetherNow } from "./companions.ts";
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

/** An estrogen and its progestogen, whose next orders come on one day, each with one that was skipped. */
test.each([
  ["one day", 0, 2],
  ["two days", 1, 1],
])("of what was skipped on %s, what was skipped with it comes back with it", (_, daysBetween, count) => {
  const worlds = ["estradiol_patch_0_05", "progesterone_capsule_100"].map((id, index) => {
    const world = worldOf(id, { ...medicine("active"), planned: { in: 20, failed: false, heldBack: false } }, index);
    const [planned] = world.prescriptionOrders;
    const skipped = {
      ...{ ...planned!, id: `skipped-${id}`, status: "skipped" as const, period: 1 },
      charge_on: addDays(today, -8 - index * daysBetween),
    };
    return { ...world, prescriptionOrders: [...world.prescriptionOrders, skipped] };
  });
  const snapshot = snapshotOf(mergeWorlds(worlds));
  const own = snapshot.prescriptionOrders.find(({ id }) => id === "skipped-estradiol_patch_0_05");
  expect(backTogether(content, snapshot, own!).map(({ id }) => id)).toEqual(
    ["skipped-estradiol_patch_0_05", "skipped-progesterone_capsule_100"].slice(0, count),
  );
});

/** An estrogen and its progestogen, planned for one day; the second as it is. */
test.each([
  ["may be ordered too", {}, true],
  ["has no refill left", { refills: 0 }, false],
  ["has just come", { ordered: { ...usedUp, ago: 3 } }, false],
] as const)("what is got now brings its companion where that %s", (_, more, isSent) => {
  const planned = { planned: { in: 20, failed: false, heldBack: false } };
  const worlds = [
    worldOf("estradiol_patch_0_05", { ...medicine("active"), ...planned }, 0),
    worldOf("progesterone_capsule_100", { ...medicine("active"), ...planned, ...more }, 1),
  ];
  const snapshot = snapshotOf(mergeWorlds(worlds));
  const own = snapshot.prescriptionOrders.find(({ id }) => id === "estradiol_patch_0_05-2");
  expect(sentTogetherNow(content, snapshot, own!).map(({ id }) => id)).toEqual(
    ["estradiol_patch_0_05-2", "progesterone_capsule_100-2"].slice(0, isSent ? 2 : 1),
  );
});
