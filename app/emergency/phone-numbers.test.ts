import { expect, test } from "vitest";
import { splitPhoneNumbers } from "./emergency-text.tsx";

const hrefs = (sentence: string) => splitPhoneNumbers(sentence).flatMap(({ href }) => href ?? []);

test.each([
  "Call or text 988 at any hour, or 1-800-273-8255. In an emergency, 911",
  "Please call 911 now.",
  "Text 988",
  "No number at all",
])("no part of a text is lost: %s", (sentence) => {
  expect(
    splitPhoneNumbers(sentence)
      .map(({ text }) => text)
      .join(""),
  ).toBe(sentence);
});

test.each([
  ["Call 911 or go to an emergency room.", ["tel:911"]],
  ["Call or text 988 at any hour, or 1-800-273-8255.", ["sms:988", "tel:988", "tel:18002738255"]],
  ["Text 988", ["sms:988", "tel:988"]],
  ["Please read the text. Call 988.", ["tel:988"]],
])("numbers can be called, and 988 be texted where the text says so: %s", (sentence, expected) => {
  expect(hrefs(sentence)).toEqual(expected);
});

test("the link to text 988 is named as such", () => {
  expect(splitPhoneNumbers("Call or text 988.").find(({ href }) => href === "sms:988")?.name).toBe("Text 988");
});

test("longer numbers are not taken for emergency numbers", () => {
  expect(hrefs("Order 9112 of 1988")).toEqual([]);
});
