import { expect, test } from "vitest";
import { variantOf } from "./experiments.ts";

const experiment = (a: number, b: number) => ({
  name: "sentence",
  variants: [
    { name: "a", weight: a },
    { name: "b", weight: b },
  ],
});
const shareOfB = (a: number, b: number, subject: (n: number) => string) => {
  const count = 20_000;
  let found = 0;
  for (let n = 0; n < count; n += 1) if (variantOf(experiment(a, b), subject(n)) === "b") found += 1;
  return found / count;
};

test("§7 experiments, stable: one subject always sees the same variant", () => {
  expect(variantOf(experiment(1, 1), "0b0e2f6e-6f53-4c0f-8a3e-0d6a0b6f9a11")).toBe(
    variantOf(experiment(1, 1), "0b0e2f6e-6f53-4c0f-8a3e-0d6a0b6f9a11"),
  );
});

test.each([
  ["random ids", (n: number) => `${(n * 2654435761) % 4294967296}-4c0f-8a3e`],
  ["ids in a row", String],
])("%s are assigned by weight", (_, subject) => {
  expect(shareOfB(1, 1, subject)).toBeCloseTo(0.5, 1.7);
  expect(shareOfB(3, 1, subject)).toBeCloseTo(0.25, 1.7);
});

test("experiments are independent of each other", () => {
  const other = { ...experiment(1, 1), name: "picture" };
  let same = 0;
  for (let n = 0; n < 10_000; n += 1) if (variantOf(experiment(1, 1), `s${n}`) === variantOf(other, `s${n}`)) same += 1;
  expect(same / 10_000).toBeCloseTo(0.5, 1.5);
});
