import { expect, test } from "vitest";
import { type ChangeFacts, changeObstacle, costsNoMore } from "./change-rules.ts";

test.each([
  ["the same", [5900, 1], [5900, 1], true],
  ["cheaper", [6200, 1], [5900, 1], true],
  ["dearer", [5900, 1], [6200, 1], false],
  ["more at once, less a month", [5900, 1], [15900, 3], false],
  ["less at once, more a month", [15900, 3], [5900, 1], false],
  ["less at once and a month", [15900, 3], [2900, 1], true],
] as const)("a change asks for no consent only when it costs no more: %s", (_, before, after, expected) => {
  const supply = ([cents, months]: readonly [number, number]) => ({ cents, months });
  expect(costsNoMore(supply(before), supply(after))).toBe(expected);
});

const facts: ChangeFacts = {
  subscription: "active",
  approved: true,
  prescription: true,
  same: false,
  elsewhere: false,
};

test.each(["active", "paused", "past_due"])("a subscription that is %s can be changed", (subscription) =>
  expect(changeObstacle({ ...facts, subscription })).toBeNull(),
);

test.each([
  ["a plan that is not approved", { approved: false }, "not approved"],
  ["one that has not begun", { subscription: "pending" }, "not paid yet"],
  ["a cancelled one", { subscription: "cancelled" }, "cancelled"],
  ["what needs no prescription", { prescription: false }, "needs no prescription"],
  ["what she gets already", { same: true }, "gets already"],
  ["what she gets with another one, or added", { elsewhere: true }, "or added it and waits"],
])("is refused, with a sentence: %s", (_, change, text) =>
  expect(changeObstacle({ ...facts, ...change })).toContain(text),
);
