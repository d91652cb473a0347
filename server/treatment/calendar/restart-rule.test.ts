import { expect, test } from "vitest";
import { toText } from "#server/platform/sentences.ts";
import {
  content,
  daysFromNow,
  type Medicine,
  mergeWorlds,
  snapshotOf,
  type TreatmentWorld,
  worldOf,
} from "#server/testing/several/treatment-world.ts";
import { missingForRestart, restartObstacle } from "./restart-rule.ts";

const [patch, tablet, capsule] = ["estradiol_patch_0_05", "estradiol_tablet_1", "progesterone_capsule_100"] as const;
const medicine = (status: Medicine["status"]): Medicine => ({
  ...{ status, prescription: "active", refills: 2, planned: null, ordered: null },
});
const begun = (world: TreatmentWorld): TreatmentWorld => ({
  ...world,
  subscriptions: world.subscriptions.map((row) => ({ ...row, started_at: daysFromNow(-60) })),
});
/** A treatment of these, in order, each in its state. */
const treatmentOf = (...medicines: readonly (readonly [string, Medicine["status"], string?])[]) =>
  begun(mergeWorlds(medicines.map(([id, status, name], index) => worldOf(id, medicine(status), index, name))));
const first = (world: TreatmentWorld) => {
  const snapshot = snapshotOf(world);
  return [content, snapshot, snapshot.subscriptions[0]!] as const;
};
const obstacleOf = (world: TreatmentWorld) => {
  const words = restartObstacle(...first(world));
  return words && toText(content, words);
};
const sameElsewhere = "or something that does the same, with another subscription.";

test.each([
  ["one that does the same and goes on, beside another medicine", tablet, "active", true],
  ["one that does the same and is paused", tablet, "paused", true],
  ["one that did the same, and was begun before it and canceled", tablet, "cancelled", false],
] as const)("beside %s it starts again: refused %s %s %s", (_, other, status, isRefused) => {
  const words = obstacleOf(treatmentOf([patch, "cancelled"], [capsule, "active"], [other, status]));
  expect([words?.endsWith(sameElsewhere) ?? false, words === null]).toEqual([isRefused, !isRefused]);
});

test("what is no longer in the catalogue is the same as itself, and as nothing else", () => {
  const gone = (world: TreatmentWorld): TreatmentWorld => {
    const renamed = <R extends { readonly product_id: string }>(rows: readonly R[]) =>
      rows.map((row) => (row.product_id === patch ? { ...row, product_id: "gone" } : row));
    return {
      ...{ ...world, subscriptions: renamed(world.subscriptions), lines: renamed(world.lines) },
      prescribed: new Map([...world.prescribed].map(([id, item]) => [id === patch ? "gone" : id, item])),
    };
  };
  const twice = treatmentOf([patch, "cancelled"], [capsule, "active"], [patch, "active", "again"]);
  expect(obstacleOf(gone(twice))).toContain(sameElsewhere);
  expect(obstacleOf(gone(treatmentOf([patch, "cancelled"], [capsule, "active"], [tablet, "active"])))).toBeNull();
});

test("what it needs is missing only of what could go on: nothing is missing of what does", () => {
  expect(missingForRestart(...first(treatmentOf([patch, "cancelled"])))).not.toBeNull();
  expect(missingForRestart(...first(treatmentOf([patch, "active"])))).toBeNull();
});
