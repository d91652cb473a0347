import { expect, test } from "vitest";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { detectEmergency, emergencyFromStop } from "./detect-emergency.ts";

const call = (number: string) => ({ label: `Call ${number}`, href: `tel:${number}`, emphasis: true });
const text = { label: "Text 988", href: "sms:988", emphasis: false };
const page = { label: "Read more", href: "https://988lifeline.org", emphasis: false };

test.each<[string, ScreeningStop["actions"], "911" | "988", readonly string[]]>([
  ["911 first", [call("911"), call("988")], "911", ["tel:911", "tel:988"]],
  ["988 first, which can be texted", [page, call("988"), text, call("911")], "988", ["tel:988", "sms:988", "tel:911"]],
  ["no number at all", [page], "911", []],
])("an emergency raised by an answer lists the numbers of its rule: %s", (_, actions, kind, hrefs) => {
  const emergency = emergencyFromStop({ ruleid: "r", kind: "emergency", title: "Now", text: "Please call.", actions });
  expect(emergency).toMatchObject({ kind, title: "Now", text: "Please call." });
  expect(emergency.phones.map(({ href }) => href)).toEqual(hrefs);
});

test("a text is read by the signs of its content, whose phrases are parsed once", () => {
  const phones = [{ label: "Call 911", href: "tel:911" }];
  const sign = {
    id: "chest",
    kind: "911" as const,
    title: "Now",
    text: "Call.",
    phones,
    examples: [],
    medicine: "wait",
  };
  let parsed = 0;
  const emergencywords = {
    signs: [{ ...sign, phrases: ["chest pain"], always: false }],
    notcurrent: { phrases: [], unless: [] },
    get misspellings() {
      parsed += 1;
      return {};
    },
  };
  const detect = (words: string) => detectEmergency({ emergencywords } as never, words);
  const emergency = { kind: "911", title: "Now", text: "Call.", phones };
  expect(detect("chest pain")).toEqual({ sign: "chest", emergency, words: "chest pain" });
  const once = parsed;
  for (const text of ["hello", "  ", ""]) expect(detect(text)).toBeNull();
  expect(detect("pain in my chest")).toMatchObject({ words: "pain in my chest" });
  expect(parsed).toBe(once);
});
