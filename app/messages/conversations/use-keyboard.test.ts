import { expect, test } from "vitest";
import { visibleAboveKeyboard } from "./use-keyboard.ts";

test.each([
  ["a keyboard leaves the upper part", { height: 480, offsetTop: 0, scale: 1 }, { top: 0, height: 480 }],
  ["scrolled under the keyboard", { height: 480, offsetTop: 60, scale: 1 }, { top: 60, height: 480 }],
  ["a bar of the browser is no keyboard", { height: 780, offsetTop: 0, scale: 1 }, null],
  ["neither is a page made larger with two fingers", { height: 400, offsetTop: 0, scale: 2 }, null],
])("the thread beside the on-screen keyboard: %s", (_, viewport, expected) => {
  expect(visibleAboveKeyboard(844, viewport)).toEqual(expected);
});
