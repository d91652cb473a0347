import { expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { presentOnHand } from "./overview.ts";

const content = await loadContent();
const subscription = (name: string, onhanduntil: string | null) => ({
  onhanduntil,
  item: { productid: name, name, dosage: "", image: "", prescription: true, directions: null },
});
const texts = (...subscriptions: ReturnType<typeof subscription>[]) =>
  presentOnHand(content, subscriptions).map(({ text }) => text);

test("what runs out together is one box", () => {
  expect(texts(subscription("Estradiol patch", "2026-08-14"), subscription("Progesterone", "2026-08-14"))).toEqual([
    "Your box lasts until Friday, August 14.",
  ]);
});

test("what runs out on different days is named, soonest first", () => {
  expect(texts(subscription("Magnesium", "2026-09-01"), subscription("Estradiol patch", "2026-08-14"))).toEqual([
    "Estradiol patch: enough until Friday, August 14.",
    "Magnesium: enough until Tuesday, September 1.",
  ]);
});

test("nothing is said of medicine that has not arrived, is used up or was stopped", () => {
  expect(texts(subscription("Estradiol patch", null))).toEqual([]);
});
