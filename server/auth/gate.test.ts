import { expect, test } from "vitest";
import { gate } from "./gate.ts";

test("gate: never more than its width at once, and everyone gets through in order", async () => {
  const pass = gate(2);
  const releases: (() => void)[] = [];
  const order: number[] = [];
  const task = (id: number) => () => {
    order.push(id);
    return new Promise<number>((resolve) => releases.push(() => resolve(id)));
  };
  const all = Promise.all([0, 1, 2, 3].map((id) => pass(task(id))));
  expect(order).toEqual([0, 1]);
  releases[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([0, 1, 2]);
  releases[1]?.();
  releases[2]?.();
  await new Promise((resolve) => setImmediate(resolve));
  releases[3]?.();
  expect(await all).toEqual([0, 1, 2, 3]);
});

test("gate: a task that fails lets the next one in", async () => {
  const pass = gate(1);
  const failed = pass(() => Promise.reject(new Error("no")));
  const next = pass(async () => "in");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("in");
});
