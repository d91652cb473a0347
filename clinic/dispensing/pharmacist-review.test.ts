import { expect, test } from "vitest";
import { alsoTakesText, fromHereText } from "./pharmacist-review.tsx";

test("what else a patient takes is one line, without what they left blank", () => {
  const told = (...answers: string[]) => answers.map((answer) => ({ question: "What else?", answer }));
  expect([alsoTakesText(told("Thyroid medicine", " ", "Zinc ")), alsoTakesText(told(" ")), alsoTakesText([])]).toEqual([
    "Thyroid medicine; Zinc",
    "Nothing told",
    "Nothing told",
  ]);
});

test.each([
  [{ onhold: false, inorder: true }, "Estradiol patch 0.05 mg/day"],
  [{ onhold: true, inorder: true }, "Estradiol patch 0.05 mg/day, on hold"],
  [{ onhold: false, inorder: false }, "Estradiol patch 0.05 mg/day, not in this order"],
  [{ onhold: true, inorder: false }, "Estradiol patch 0.05 mg/day, on hold, not in this order"],
])("%j: %s", (state, text) => {
  const patch = { productid: "patch", name: "Estradiol patch", dosage: "0.05 mg/day", directions: null };
  expect(fromHereText({ ...patch, ...state })).toBe(text);
});
