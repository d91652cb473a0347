import { expect, test } from "vitest";
import { withoutQueryParams } from "./urls.ts";

test("the given names leave the query, however often they occur; the rest stays", () => {
  expect(withoutQueryParams("?fud=CALM-20", "fud")).toBe("");
  expect(withoutQueryParams("?upsell=cream&fud=CALM-20&fud=again", "fud")).toBe("?upsell=cream");
  expect(withoutQueryParams("?upsell=cream&fud=a%26b", "upsell")).toBe("?fud=a%26b");
  expect(withoutQueryParams("", "fud")).toBe("");
});
