import { expect, test } from "vitest";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { emergencyFromStop } from "./detect-emergency.ts";

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
