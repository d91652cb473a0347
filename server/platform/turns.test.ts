import { expect, test } from "vitest";
import { inTurns } from "./turns.ts";

/** Work that ends when it is told to. */
function pieces(count: number) {
  const begun: number[] = [];
  const all = Array.from({ length: count }, (_, index) => ({
    ...Promise.withResolvers<number>(),
    work: () => {
      begun.push(index);
      return all[index]?.promise ?? Promise.reject(new Error("No such piece"));
    },
  }));
  return { all, begun };
}

test("§5 uploads: two are read at once, the next when one is done, in the order they came", async () => {
  const inTurn = inTurns(2);
  const { all, begun } = pieces(4);
  const ended = all.map(({ work }) => inTurn(work));
  expect(begun).toEqual([0, 1]);
  all[1]?.resolve(1);
  await ended[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  for (const [index, piece] of all.entries()) piece.resolve(index);
  expect(await Promise.all(ended)).toEqual([0, 1, 2, 3]);
});

test("§5 uploads: one that cannot be read gives its turn away", async () => {
  const inTurn = inTurns(1);
  await expect(inTurn(() => Promise.reject(new Error("unreadable")))).rejects.toThrow("unreadable");
  expect(await inTurn(async () => "read")).toBe("read");
});

test("never more than its width at once, and everyone gets through in order", async () => {
  const inTurn = inTurns(2);
  const releases: (() => void)[] = [];
  const order: number[] = [];
  const task = (id: number) => () => {
    order.push(id);
    return new Promise<number>((resolve) => releases.push(() => resolve(id)));
  };
  const all = Promise.all([0, 1, 2, 3].map((id) => inTurn(task(id))));
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

test("a task that fails lets the next one in", async () => {
  const inTurn = inTurns(1);
  const failed = inTurn(() => Promise.reject(new Error("no")));
  const next = inTurn(async () => "in");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("in");
});
