import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BeforeYouStart, noticesOf, unreadNotices } from "./before-you-start.tsx";

const clot = "Estrogen for the whole body can raise the chance of a blood clot or stroke.";
const peanut = "Made with peanut oil. Do not take it if you are allergic to peanuts.";
const patch = { name: "Estradiol patch", notices: [clot] };
const tablet = {
  name: "Estradiol tablet",
  notices: [clot, "A tablet raises the chance of a clot more than a patch does."],
};
const capsule = { name: "Progesterone capsule", notices: [peanut] };

test("the risks of a plan are said word for word, each once, under the product they are about", () => {
  expect(noticesOf([patch, tablet, capsule])).toEqual([
    { name: "Estradiol patch", notices: [clot] },
    { name: "Estradiol tablet", notices: [tablet.notices[1]] },
    { name: "Progesterone capsule", notices: [peanut] },
  ]);
  expect(noticesOf([{ name: "Vitamin D3", notices: [] }])).toEqual([]);
});

test("after a swap only what is new is unread", () => {
  const read = new Set([clot, peanut]);
  expect(unreadNotices(noticesOf([patch, capsule]), read)).toEqual([]);
  expect(unreadNotices(noticesOf([tablet, capsule]), read)).toEqual([tablet.notices[1]]);
});

const shown = (unread: number, closedUnread = false) =>
  renderToStaticMarkup(<BeforeYouStart count={3} unread={unread} closedUnread={closedUnread} onOpen={() => {}} />);

test("a sheet closed unread does not count, and the page says so kindly until it is read", () => {
  expect(shown(3)).toContain("3 things to know<");
  expect(shown(1)).toContain("1 new to read");
  expect(shown(3, true)).toContain("please take one more look before you continue");
  expect(shown(0, true)).not.toContain("take one more look");
  expect(shown(0)).toContain("3 things to know: read");
});
