import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { presentCancelOffer } from "./subscription-actions.ts";

const { sentences } = await shippedContent();

test.each([
  [{ kind: "pause", months: 1 }, "Take a break of a month instead."],
  [{ kind: "pause", months: 2 }, "Take a break of 2 months instead."],
  [{ kind: "discount", percent: 20 }, "20% off"],
] as const)("%o is offered in words", (canceloffer, words) => {
  const offer = presentCancelOffer({ canceloffer, sentences } as Parameters<typeof presentCancelOffer>[0], "Patch");
  expect(offer).toEqual({ kind: canceloffer.kind, text: expect.stringContaining(words) });
});

test("where the practice offers nothing, nothing is", () => {
  expect(presentCancelOffer({ canceloffer: null, sentences }, "Patch")).toBeNull();
});
