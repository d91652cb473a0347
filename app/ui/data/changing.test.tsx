import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { afterChange, Changing } from "./changing.tsx";

test("a text moves only when it changes, and again with each change", () => {
  const first = { text: "$94", changes: 0 };
  expect(afterChange(first, "$94")).toBe(first);
  const second = afterChange(first, "$153");
  expect(second).toEqual({ text: "$153", changes: 1 });
  expect(afterChange(second, "$94")).toEqual({ text: "$94", changes: 2 });
});

test("it is there once, and still at first", () => {
  expect(renderToStaticMarkup(<Changing>$94</Changing>)).toBe("<span>$94</span>");
});
