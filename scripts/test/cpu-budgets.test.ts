import { describe, expect, test } from "vitest";
import { budgetsOf, linesOf, spentOf } from "./cpu-budgets.ts";

const note = (file: string, tests: number, { reference = 5, loading = 0 } = {}) => ({
  file,
  tests,
  reference,
  loading,
});
const budgets = { reference: 5, seconds: { "server/orders": 100, "app/cart": 10, content: 40 } };

describe("a folder is over its budget", () => {
  test.each([
    ["server/orders", 149, false],
    ["server/orders", 151, true],
    // A small one by twenty-five seconds at least.
    ["app/cart", 34.9, false],
    ["app/cart", 35.1, true],
    ["content", 64.9, false],
    ["content", 65.1, true],
  ])("%s that takes %d s: %s", (folder, seconds, over) => {
    const { folders } = spentOf([note(`${folder}/some.test.ts`, seconds)], budgets);
    expect(folders).toEqual([expect.objectContaining({ folder, isOver: over })]);
  });

  test("never where it has none yet", () => {
    const { folders, isOver } = spentOf([note("server/new/some.test.ts", 500)], budgets);
    expect(folders).toEqual([
      expect.objectContaining({ folder: "server/new", seconds: 500, budget: null, isOver: false }),
    ]);
    expect(isOver).toBe(false);
  });
});

test.each([
  [120, 47.9, false],
  [120, 48.1, true],
])("the whole is over its budget from a fifth on: %d s and %d s: %s", (orders, content, over) => {
  const notes = [note("server/orders/one.test.ts", orders), note("content/one.test.ts", content)];
  const spent = spentOf(notes, budgets);
  expect(spent.folders.map(({ isOver }) => isOver)).toEqual([false, false]);
  expect(spent).toMatchObject({ budget: 140, isOver: over });
});

test.each([
  [10, 200, 100],
  [2.5, 50, 100],
])("a machine that takes %d ms for the reference: its %d s are %d", (reference, seconds, expected) => {
  const notes = [1, 2, 3].map((part) => note(`server/orders/${part}.test.ts`, seconds / 3, { reference }));
  expect(spentOf(notes, budgets).folders[0]?.seconds).toBeCloseTo(expected);
});

test("one interrupted reference doesn't count, and reading modules belongs to no folder", () => {
  const notes = [
    note("server/orders/pricing/one.test.ts", 60, { loading: 3 }),
    note("server/orders/two.test.ts", 40, { reference: 50 }),
    note("app/cart/one.test.tsx", 8, { loading: 2 }),
  ];
  const spent = spentOf(notes, budgets);
  expect(spent.folders.map(({ folder, seconds }) => [folder, seconds])).toEqual([
    ["server/orders", 100],
    ["app/cart", 8],
  ]);
  expect(spent.loading).toBe(5);
});

test("what a run took becomes the budget, sorted by folder", () => {
  const written = budgetsOf([note("server/orders/one.test.ts", 1.26), note("content/one.test.ts", 2)]);
  expect(written).toEqual({ reference: 5, seconds: { content: 2, "server/orders": 1.3 } });
  expect(Object.keys(written.seconds)).toEqual(["content", "server/orders"]);
});

describe("what a run took is printed", () => {
  const lines = (...notes: Parameters<typeof spentOf>[0]) => linesOf(spentOf(notes, budgets));

  test("folders of five seconds and more, the others as one, reading modules, and the whole in minutes", () => {
    expect(
      lines(
        note("content/one.test.ts", 4.94),
        note("server/orders/one.test.ts", 90),
        note("app/new/one.test.ts", 5),
        note("app/cart/one.test.ts", 2.1, { loading: 18 }),
      ),
    ).toEqual([
      "   90.0 s  server/orders, of 100.0",
      "    5.0 s  app/new, no budget yet",
      "    7.0 s  2 folders of less than 5 s each",
      "   18.0 s  reading modules",
      "Unit and API tests took 2.0 CPU minutes without the database; 97 of 150 s in folders with a budget",
    ]);
  });

  test("what is over its budget says so, with the five files that took most", () => {
    const cart = [1, 3, 9, 4, 2, 17].map((seconds) => note(`app/cart/${seconds}.test.ts`, seconds));
    expect(lines(note("server/orders/one.test.ts", 160), ...cart)).toEqual([
      "  160.0 s  server/orders, of 100.0  TOO MUCH",
      "  160.0 s    server/orders/one.test.ts",
      "   36.0 s  app/cart, of 10.0  TOO MUCH",
      "   17.0 s    app/cart/17.test.ts",
      "    9.0 s    app/cart/9.test.ts",
      "    4.0 s    app/cart/4.test.ts",
      "    3.0 s    app/cart/3.test.ts",
      "    2.0 s    app/cart/2.test.ts",
      "    0.0 s  reading modules",
      "Unit and API tests took 3.3 CPU minutes without the database; TOO MUCH: 196 of 110 s in folders with a budget",
    ]);
  });

  test("also a folder of less than five seconds", () => {
    const small = spentOf([note("app/cart/one.test.ts", 4)], { reference: 5, seconds: { "app/cart": 1 } });
    const over = { ...small, folders: small.folders.map((each) => ({ ...each, isOver: true })) };
    expect(linesOf(over)[0]).toBe("    4.0 s  app/cart, of 1.0  TOO MUCH");
  });
});
