import { expect, test } from "vitest";
import { searchResultText } from "./search-result-text.ts";

test.each([
  ["", 3, false, ""],
  ["box", 0, false, "No articles for “box”."],
  ["box", 1, false, "1 article for “box”."],
  ["box", 20, true, "20 or more articles for “box”."],
])("a search for “%s” with %i results is announced", (q, count, more, text) => {
  expect(searchResultText(q, count, more)).toBe(text);
});
