import { describe, expect, test } from "vitest";
import { searchResultText, groupByCategory } from "./article-categories.ts";

const article = (id: string, category: string) => ({
  id,
  title: id,
  summary: "",
  category,
  updatedat: "2026-01-01T00:00:00Z",
});
const categories = [
  { id: "start", name: "Getting started" },
  { id: "orders", name: "Orders" },
  { id: "empty", name: "Empty" },
];

describe("Help Center", () => {
  test("articles are in the order of the categories, empty categories are left out", () => {
    const shelves = groupByCategory(
      [article("b", "orders"), article("a", "start"), article("c", "orders")],
      categories,
    );
    expect(shelves.map(({ name, articles }) => [name, articles.map(({ id }) => id)])).toEqual([
      ["Getting started", ["a"]],
      ["Orders", ["b", "c"]],
    ]);
  });

  test.each([
    ["", 3, false, ""],
    ["box", 0, false, "No articles for “box”."],
    ["box", 1, false, "1 article for “box”."],
    ["box", 20, true, "20 or more articles for “box”."],
  ])("a search for “%s” with %i results is announced", (q, count, more, text) => {
    expect(searchResultText(q, count, more)).toBe(text);
  });
});
