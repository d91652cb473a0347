import { expect, test } from "vitest";
import { articlePath, parseListState } from "./article-links.ts";

test("an article has an address", () => {
  expect(articlePath("refer_a_friend")).toBe("/support/refer_a_friend");
});

test("the list state is read from the history, where there is one", () => {
  expect(parseListState({ place: { words: "card", topic: "payment" } })).toEqual({ words: "card", topic: "payment" });
  expect(parseListState({ place: { topic: "payment" } })).toEqual({ words: "", topic: "payment" });
  for (const state of [null, undefined, {}]) expect(parseListState(state)).toEqual({ words: "", topic: "" });
});
