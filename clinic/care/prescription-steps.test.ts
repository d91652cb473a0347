import { expect, test } from "vitest";
import { prescriptionCalls } from "#contract/care/prescriptions.ts";
import { joinStepTexts, partnerText, stepFromText, stepsFor, stepToText } from "./prescription-steps.ts";

test.each([
  ["active", ["hold", "stop"]],
  ["on_hold", ["release", "stop"]],
  ["stopped", []],
  ["ended", []],
] as const)("a prescription that is %s: %j", (status, steps) => expect(stepsFor(status)).toEqual(steps));

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
  const written = { step: "stop", reason: "Bleeding", message: "Please stop today.", despitewarning: false } as const;
  expect(stepFromText(stepToText(written), "stop")).toEqual(written);
  expect(stepFromText(stepToText(written), "hold").message).toBe("");
  expect(stepToText({ ...written, reason: "", message: "" })).toBe("");
  expect(stepFromText("{half", "stop").reason).toBe("");

  const typed = stepToText({ ...written, reason: "Bleeding again", message: "" });
  const joined = joinStepTexts("stop")(stepToText(written), typed);
  expect(stepFromText(joined, "stop")).toEqual({ ...written, reason: "Bleeding again" });
  expect(joinStepTexts("stop")(stepToText({ ...written, step: "hold" }), typed)).toBe(typed);
});
