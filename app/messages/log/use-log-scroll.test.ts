import { expect, test } from "vitest";
import { isAtEndAfterScroll } from "./use-log-scroll.ts";

const box = { clientHeight: 400 };

test("§2.3 a reader at the end stays there when a scroll event arrives after new messages", () => {
  const grown = { ...box, scrollHeight: 1300, scrollTop: 600 };
  expect(isAtEndAfterScroll(true, 600, grown)).toBe(true);
  expect(isAtEndAfterScroll(true, 540, grown)).toBe(true);
});

test("§2.3 a reader who scrolls up has left the end, and is there again within 64 px of it", () => {
  const up = { ...box, scrollHeight: 1000, scrollTop: 500 };
  expect(isAtEndAfterScroll(true, 600, up)).toBe(false);
  expect(isAtEndAfterScroll(false, 400, up)).toBe(false);
  expect(isAtEndAfterScroll(false, 500, { ...up, scrollTop: 536 })).toBe(false);
  expect(isAtEndAfterScroll(false, 500, { ...up, scrollTop: 537 })).toBe(true);
});

test("a scroll up by less than that distance is still the end", () => {
  expect(isAtEndAfterScroll(true, 600, { ...box, scrollHeight: 1000, scrollTop: 560 })).toBe(true);
});
