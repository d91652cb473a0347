import { expect, test } from "vitest";
import {
  content,
  daysFromNow,
  type Medicine,
  snapshotOf,
  today,
  worldOf,
} from "#server/testing/several/treatment-world.ts";
import type { ShownChangeRow } from "../snapshot/change-queries.ts";
import { presentTreatmentChanges } from "./present-changes.ts";

const [patch, strong, stronger] = ["estradiol_patch_0_05", "estradiol_patch_0_075", "estradiol_patch_0_1"] as const;
const delivered = { ago: 10, status: "delivered", shipped: true, delivered: true } as const;
const running: Medicine = {
  ...{ status: "active", prescription: "active", refills: 2, ordered: delivered },
  planned: { in: 12, failed: false, heldBack: false },
};
const world = worldOf(patch, running, 0);
const change = (more: Partial<ShownChangeRow>) =>
  ({
    ...{ id: "change", subscription_id: `subscription-${patch}`, doctor_id: "doctor", is_newest: true },
    ...{ from_product_id: patch, from_pricing_id: `${patch}_1m`, from_price_cents: 5900 },
    ...{ to_product_id: strong, to_pricing_id: `${strong}_1m`, to_price_cents: 6200 },
    ...{ status: "waiting", begins: "when_box_ends", begins_on: null, until: "go_on", until_pace: null },
    ...{ directions_sealed: null, note_sealed: null, until_directions_sealed: null },
    ...{ created_at: daysFromNow(0), decided_at: null },
    ...more,
  }) as ShownChangeRow;
const present = (given: typeof world, row: ShownChangeRow) => {
  const services = { content, secrets: {} as never, clock: { now: () => daysFromNow(0) } };
  const [presented] = presentTreatmentChanges(services, snapshotOf(given), [row], {
    doctors: new Map(),
    objections: new Map(),
  });
  return presented!;
};

test("what comes now lasts as the directions have it, another size of it as its label says", () => {
  const halved = { ...world, subscriptions: world.subscriptions.map((row) => ({ ...row, days_supply: 56 })) };
  const larger = change({ to_product_id: patch, to_pricing_id: `${patch}_3m`, to_price_cents: 15_900 });
  const { from, to } = present(halved, larger);
  expect([from.dayssupply, to.dayssupply]).toEqual([56, 84]);
});

test.each([
  ["is begun on arrival where its own order says so", strong, "on_arrival", "when it comes"],
  ["where only its plan says so", null, "on_arrival", "when it comes"],
  ["when the box ends where that order was of one before it", stronger, "on_arrival", "is used up"],
  ["when the box ends where no order says so", strong, null, "is used up"],
] as const)("a change that was agreed to %s", (_, ordered, begins, words) => {
  const [planned, order] = world.prescriptionOrders;
  const changed = {
    ...world,
    subscriptions: world.subscriptions.map((row) => ({ ...row, product_id: strong, pricing_id: `${strong}_1m` })),
    prescriptionOrders: [
      { ...planned!, begins: ordered === null ? begins : null },
      ...(ordered === null ? [] : [{ ...order!, id: "first", product_id: ordered, begins, charge_on: today }]),
      order!,
    ],
    prescribed: new Map([
      [
        strong,
        {
          ...[...world.prescribed.values()][0]!,
          replaces: [{ prescriptionId: "before", productId: patch, directions: null, onHold: false }],
        },
      ],
    ]),
  };
  const { then } = present(changed, change({ status: "agreed", decided_at: daysFromNow(0) }));
  expect(then).toContain(words);
});
