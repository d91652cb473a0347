import { expect, test } from "vitest";
import { createInFlight } from "./in-flight.ts";

/** Pieces of work that end when they are told to. */
function bench() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const piece = (n: number) => () => {
    begun.push(n);
    return new Promise<number>((resolve) => ends.set(n, () => resolve(n)));
  };
  return { begun, piece, end: (n: number) => ends.get(n)?.() };
}

test("a few of one owner run at once, the others in the order they came", async () => {
  const { begun, piece, end } = bench();
  const { run } = createInFlight({ atOnce: 2, waiting: 2 });
  const all = [1, 2, 3, 4].map((n) => run("rosa", piece(n)));
  await expect.poll(() => begun).toEqual([1, 2]);
  end(2);
  expect(await all[1]).toBe(2);
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  for (const n of [1, 3]) end(n);
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  end(4);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test("more than may wait are told to come back", async () => {
  const { piece, end, begun } = bench();
  const { run } = createInFlight({ atOnce: 1, waiting: 1 });
  const kept = [1, 2].map((n) => run("rosa", piece(n)));
  await expect(run("rosa", piece(3))).rejects.toMatchObject({
    code: "rate_limited",
    options: { retryAfterSeconds: 1 },
  });
  end(1);
  await expect.poll(() => begun).toEqual([1, 2]);
  end(2);
  await Promise.all(kept);
});

test("nobody waits for anybody else", async () => {
  const { piece, end, begun } = bench();
  const { run } = createInFlight({ atOnce: 1, waiting: 0 });
  const [hers, others] = [run("rosa", piece(1)), run("mara", piece(2))];
  await expect.poll(() => begun).toEqual([1, 2]);
  for (const n of [1, 2]) end(n);
  expect(await Promise.all([hers, others])).toEqual([1, 2]);
});

test("work that fails, at once or later, gives its place back", async () => {
  const { run } = createInFlight({ atOnce: 1, waiting: 1 });
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
