import { expect, test } from "vitest";
import { isBuiltIn } from "./built-in-browser.ts";

const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36";

test.each([
  ["Instagram on an iPhone", `${iPhone} Mobile/15E148 Instagram 335.0.0.0 (iPhone15,2; iOS 17_5)`],
  ["Facebook on an iPhone", `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.0;FBDV/iPhone15,2]`],
  ["Facebook on Android", `${android}; wv) ${chrome} [FB_IAB/FB4A;FBAV/468.0.0.0;]`],
  ["an unknown app on an iPhone", `${iPhone} Mobile/15E148`],
  ["an unknown app on Android", `${android}; wv) ${chrome}`],
  ["the search app on an iPhone", `${iPhone} GSA/320.0 Mobile/15E148 Safari/604.1`],
])("%s can't save files", (_what, userAgent) => {
  expect(isBuiltIn({ userAgent })).toBe(true);
});

test.each([
  ["Safari on an iPhone", `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`],
  ["Chrome on an iPhone", `${iPhone} CriOS/126.0.0.0 Mobile/15E148 Safari/604.1`],
  ["Chrome on Android", `${android}) ${chrome}`],
  ["Firefox at a desk", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"],
])("%s can", (_what, userAgent) => {
  expect(isBuiltIn({ userAgent, standalone: false })).toBe(false);
});

test("a page on an iPhone's home screen can't", () => {
  expect(isBuiltIn({ userAgent: `${iPhone} Version/17.5 Mobile/15E148 Safari/604.1`, standalone: true })).toBe(true);
});
