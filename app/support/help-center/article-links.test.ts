import { expect, test } from "vitest";
import { articlePath, parseListState } from "./article-links.ts";

test("an article has an address", () => {
  expect(articlePath("refer_a_friend")).toBe("/support/refer_a_friend");
});

test("the list state is read from the history, where there is one", () => {
  expect(parseListState({ listState: { searchText: "card", topic: "payment" } })).toEqual({
    searchText: "card",
    topic: "payment",
  });
  expect(parseListState({ listState: { topic: "payment" } })).toEqual({ searchText: "", topic: "payment" });
  for (const state of [null, undefined, {}]) expect(parseListState(state)).toEqual({ searchText: "", topic: "" });
});
