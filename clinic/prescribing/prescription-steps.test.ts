import { expect, test } from "vitest";
import { prescriptionCalls } from "#contract/care/prescriptions.ts";
import {
  earlyFillText,
  partnerText,
  quotedFacts,
  stepDraft,
  stepFromText,
  stepsFor,
  stepToText,
} from "./prescription-steps.ts";

test.each([
  ["active", ["early", "hold", "stop"]],
  ["on_hold", ["release", "stop"]],
  ["stopped", []],
  ["replaced", []],
  ["ended", []],
] as const)("a prescription that is %s: %j", (status, steps) => expect(stepsFor[status]).toEqual(steps));

test("decisions §11 a stop and a hold wait for nobody's claim", () => {
  for (const call of Object.values(prescriptionCalls)) expect(call).not.toHaveProperty("work");
});

test("what depends on a stopped medicine, or comes beside it, is named", () => {
  const partner = { id: "1", productid: "p", rxnumber: "RX", sameparcel: true };
  const partners = [
    { ...partner, name: "Estradiol patch", onhold: true },
    { ...partner, name: "Tretinoin", onhold: false },
  ];
  const result = { id: "1", rxnumber: "RX", productid: "c", status: "stopped" as const, partners };
  expect(partnerText(result)).toBe(
    "Also on hold, because it needs this one: Estradiol patch. Still prescribed beside it: Tretinoin.",
  );
  expect(partnerText({ ...result, partners: [] })).toBe("");
});

test("decisions §11 nothing typed is lost: what is written about a stop is kept, for the stop alone", () => {
  const draft = {
    step: "stop",
    reason: "Bleeding",
    message: "Please stop today.",
    despitewarning: false,
    wrongpatient: false,
    cause: "",
    partnersgone: false,
  } as const;
  expect(stepFromText(stepToText(draft), "stop")).toEqual(draft);
  expect(stepFromText(stepToText(draft), "hold").message).toBe("");
  expect(stepToText({ ...draft, reason: "", message: "" })).toBe("");
  expect(stepFromText("{half", "stop").reason).toBe("");
  const wrong = { ...draft, reason: "", message: "", wrongpatient: true };
  expect(stepFromText(stepToText(wrong), "stop")).toEqual(wrong);

  const typed = stepToText({ ...draft, reason: "Bleeding again", message: "" });
  const joined = stepDraft("stop").join(stepToText(draft), typed);
  expect(stepFromText(joined, "stop")).toEqual({ ...draft, reason: "Bleeding again" });
  expect(stepDraft("stop").join(stepToText({ ...draft, step: "hold" }), typed)).toBe(typed);
});

test.each([
  [0, null, ""],
  [1, null, "filled early once in twelve months"],
  [2, "2026-12-11", "filled early 2 times in twelve months, may be ordered early through December 11, 2026"],
])("filled early %s times, until %s: %s", (earlyfills, earlyuntil, text) =>
  expect(earlyFillText({ earlyfills, earlyuntil })).toBe(text),
);

test("why a box is early is kept with the draft; one written before it was asked has none", () => {
  const draft = {
    step: "early",
    reason: "",
    message: "",
    despitewarning: false,
    wrongpatient: false,
    cause: "lost",
    partnersgone: true,
  } as const;
  expect(stepFromText(stepToText(draft), "early")).toEqual(draft);
  const justTicked = { ...draft, cause: "" } as const;
  expect(stepFromText(stepToText(justTicked), "early")).toEqual(justTicked);
  const before = JSON.stringify({ step: "stop", reason: "Bleeding", message: "", despitewarning: false });
  expect(stepFromText(before, "stop")).toMatchObject({ reason: "Bleeding", cause: "" });
});

test.each([
  [
    "stop",
    { onhold: ["Patch", "Gel"], beside: ["Cream"] },
    ["On hold as well, because it needs this one: Patch and Gel", "Still prescribed beside it: Cream"],
  ],
  ["hold", { onhold: [], beside: ["Cream"] }, ["Still prescribed beside it: Cream"]],
  ["early", { onhold: [], beside: ["Cream"] }, ["Early as well: Cream"]],
  ["release", { onhold: [], beside: ["Cream"] }, ["Still prescribed beside it: Cream"]],
  ["endbreak", { onhold: [], beside: ["Cream"] }, ["Used again as well: Cream"]],
] as const)("before a %s, what it means for other medicines", (step, { onhold, beside }, expected) =>
  expect(quotedFacts(step, { onhold: [...onhold], beside: [...beside] }).map((each) => each.join(": "))).toEqual(
    expected,
  ),
);
