import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createContext, createElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Fragment, jsx } from "./jsx-runtime.ts";

const html = (children: ReactNode) => renderToStaticMarkup(jsx("p", { children }));
const icon = jsx("i", {}, "icon");

describe("text has an element to itself", () => {
  test.each<[string, ReactNode, string]>([
    ["one text", "Skip", "<p>Skip</p>"],
    ["pieces of one sentence", ["Skip ", "Estradiol", ", ", 0.5, " mg"], "<p>Skip Estradiol, 0.5 mg</p>"],
    ["pieces that may be missing", [false, "Skip", null, undefined, true, ""], "<p>Skip</p>"],
    ["pieces of pieces", ["a", ["b", ["c", 1]]], "<p>abc1</p>"],
    ["a zero", ["", 0], "<p>0</p>"],
    ["nothing", [false, null], "<p></p>"],
    ["text beside an element", [icon, "Skip"], "<p><i></i><own-text>Skip</own-text></p>"],
    [
      "text around an element",
      ["Pay ", "$", 49, icon, " to", "day"],
      "<p><own-text>Pay $49</own-text><i></i><own-text> today</own-text></p>",
    ],
    ["a list beside text", ["a", [icon, "b"]], "<p><own-text>a</own-text><i></i><own-text>b</own-text></p>"],
    ["blanks between elements", [icon, " ", jsx("b", {}, "b")], "<p><i></i> <b></b></p>"],
    [
      "a fragment's pieces of text",
      [icon, jsx(Fragment, { children: ["a", 1] }, "f")],
      "<p><i></i><own-text>a1</own-text></p>",
    ],
    ["a fragment's only text", [icon, jsx(Fragment, { children: "a" }, "f")], "<p><i></i><own-text>a</own-text></p>"],
  ])("%s", (_what, children, markup) => {
    expect(html(children)).toBe(markup);
  });

  test("what stands beside text that comes and goes keeps its place", () => {
    const placeOf = (children: ReactNode) =>
      (jsx("p", { children }).props as { children: ReactNode[] }).children.indexOf(icon);
    expect(
      [
        ["a", "b", icon],
        [false, "b", icon],
        [false, null, icon],
      ].map(placeOf),
    ).toEqual([2, 2, 2]);
  });

  test("functions and elements given to a component stay what they are", () => {
    const draw = () => null;
    const { children } = jsx(createContext("").Provider, { children: [draw, icon] as never }).props as {
      children: unknown[];
    };
    expect(children).toEqual([draw, icon]);
  });
});

describe("elements are React's own", () => {
  // What a build is made of, not the slower functions that tests get.
  const require = createRequire(import.meta.url);
  const file = join(dirname(require.resolve("react/package.json")), "cjs/react-jsx-runtime.production.js");
  const { jsx: real } = require(file) as { jsx: (type: unknown, props: object, key?: string) => ReactElement };

  test.each<[string, unknown, object, string?]>([
    ["an element", "p", { id: "a", children: "text" }],
    ["a key beside", "p", { id: "a" }, "k"],
    ["a key in spread properties", "p", { key: "spread", id: "a" }, "k"],
    ["a key that is a number", "p", { key: 7 }],
    ["a ref", "p", { ref: () => {} }],
    ["a fragment", Fragment, { children: createElement("i") }],
  ])("%s", (_what, type, props, key) => {
    expect(Object.entries(jsx(type as never, props, key))).toEqual(Object.entries(real(type, props, key)));
  });
});
