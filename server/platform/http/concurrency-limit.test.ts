import { expect, test } from "vitest";
import { createConcurrencyLimiter } from "./concurrency-limit.ts";

/** Tasks that end when told to. */
function createTasks() {
  const started: number[] = [];
  const finishers = new Map<number, () => void>();
  const task = (n: number) => () => {
    started.push(n);
    return new Promise<number>((resolve) => finishers.set(n, () => resolve(n)));
  };
  return { begun: started, piece: task, end: (n: number) => finishers.get(n)?.() };
}

test("a few tasks of one owner run at once, the others in order of arrival", async () => {
  const { begun: started, piece: task, end } = createTasks();
  const { run } = createConcurrencyLimiter({ maxRunning: 2, maxWaiting: 2 });
  const all = [1, 2, 3, 4].map((n) => run("rosa", task(n)));
  await expect.poll(() => started).toEqual([1, 2]);
  end(2);
  expect(await all[1]).toBe(2);
  await expect.poll(() => started).toEqual([1, 2, 3]);
  for (const n of [1, 3]) end(n);
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  end(4);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test("too many waiting tasks are told to come back", async () => {
  const { piece: task, end, begun: started } = createTasks();
  const { run } = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 1 });
  const accepted = [1, 2].map((n) => run("rosa", task(n)));
  await expect(run("rosa", task(3))).rejects.toMatchObject({
    code: "rate_limited",
    options: { retryAfterSeconds: 1 },
  });
  end(1);
  await expect.poll(() => started).toEqual([1, 2]);
  end(2);
  await Promise.all(accepted);
});

test("owners do not wait for each other", async () => {
  const { piece: task, end, begun: started } = createTasks();
  const { run } = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 0 });
  const [rosasCall, marasCall] = [run("rosa", task(1)), run("mara", task(2))];
  await expect.poll(() => started).toEqual([1, 2]);
  for (const n of [1, 2]) end(n);
  expect(await Promise.all([rosasCall, marasCall])).toEqual([1, 2]);
});

test("a task that fails, at once or later, frees its slot", async () => {
  const { run } = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 1 });
  const failing = () => Promise.reject(new Error("failed"));
  const thrown = () => {
    throw new Error("thrown");
  };
  for (const [work, message] of [
    [failing, "failed"],
    [thrown, "thrown"],
  ] as const)
    await expect(run("rosa", work)).rejects.toThrow(message);
  expect(await Promise.all([run("rosa", async () => 1), run("rosa", async () => 2)])).toEqual([1, 2]);
});
