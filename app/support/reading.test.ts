import { expect, test } from "vitest";
import { articlePath, placeIn } from "./reading.ts";

test("an article has an address", () => {
  expect(articlePath("refer_a_friend")).toBe("/support/refer_a_friend");
});

test("the place in the list is read from the history, where it is", () => {
  expect(placeIn({ place: { words: "card", topic: "payment" } })).toEqual({ words: "card", topic: "payment" });
  expect(placeIn({ place: { topic: "payment" } })).toEqual({ words: "", topic: "payment" });
  for (const state of [null, undefined, {}]) expect(placeIn(state)).toEqual({ words: "", topic: "" });
});
