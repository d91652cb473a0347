import { expect, test } from "vitest";
import { fileReads } from "./inspect-upload.ts";

/** Tasks that end when told to. */
function createTasks(count: number) {
  const started: number[] = [];
  const all = Array.from({ length: count }, (_, index) => ({
    ...Promise.withResolvers<number>(),
    work: () => {
      started.push(index);
      return all[index]?.promise ?? Promise.reject(new Error("No such piece"));
    },
  }));
  return { all, begun: started };
}

/** Leaves one slot to the tasks that follow. */
function takeOneSlot() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const taken = fileReads.add(() => promise);
  return () => {
    resolve();
    return taken;
  };
}

test("§5 uploads: two are read at once, the next when one is done, in order of arrival", async () => {
  const { all, begun: started } = createTasks(4);
  const ended = all.map(({ work }) => fileReads.add(work));
  expect(started).toEqual([0, 1]);
  all[1]?.resolve(1);
  await ended[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const [index, task] of all.entries()) task.resolve(index);
  expect(await Promise.all(ended)).toEqual([0, 1, 2, 3]);
});

test("§5 uploads: one that cannot be read frees its slot", async () => {
  const free = takeOneSlot();
  await expect(fileReads.add(() => Promise.reject(new Error("unreadable")))).rejects.toThrow("unreadable");
  expect(await fileReads.add(async () => "read")).toBe("read");
  await free();
});

test("never more than its limit at once, and all are processed in order", async () => {
  const finishers: (() => void)[] = [];
  const order: number[] = [];
  const task = (id: number) => () => {
    order.push(id);
    return new Promise<number>((resolve) => finishers.push(() => resolve(id)));
  };
  const all = Promise.all([0, 1, 2, 3].map((id) => fileReads.add(task(id))));
  expect(order).toEqual([0, 1]);
  finishers[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([0, 1, 2]);
  finishers[1]?.();
  finishers[2]?.();
  await new Promise((resolve) => setImmediate(resolve));
  finishers[3]?.();
  expect(await all).toEqual([0, 1, 2, 3]);
});

test("a failing task lets the next one in", async () => {
  const free = takeOneSlot();
  const failed = fileReads.add(() => Promise.reject(new Error("no")));
  const next = fileReads.add(async () => "in");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("in");
  await free();
});
