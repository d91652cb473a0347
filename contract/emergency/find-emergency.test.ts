import { expect, test } from "vitest";
import { createEmergencyDetector } from "./find-emergency.ts";

const [suicidal, stroke] = [
  { phrases: ["suicidal"], always: false },
  { phrases: ["stroke"], always: true },
];
const detect = createEmergencyDetector({
  signs: [suicidal, stroke],
  notcurrent: { phrases: ["years ago"], unless: ["again"] },
  misspellings: {},
});

test.each([
  ["counts", "I am suicidal", suicidal],
  ["counts in a sentence with other words of the rules", "I am suicidal again", suicidal],
  ["doesn't count where it is past", "I was suicidal years ago", null],
  ["counts where it is past and present", "I was suicidal years ago and am again", suicidal],
  ["counts in another sentence than what is past", "I moved here years ago. Now I am suicidal", suicidal],
  ["counts in the past where it always does", "He had a stroke years ago", stroke],
  ["doesn't count where it is denied", "I am not suicidal", null],
  ["doesn't count where it is denied, even if it always does", "It was no stroke", null],
  ["is the first of the rules, not of the text", "A stroke, and I am suicidal", suicidal],
  ["is none where nothing is said", "Hello", null],
])("an emergency sign %s: %s", (_, text, sign) => {
  expect(detect(text)).toEqual(sign);
});
