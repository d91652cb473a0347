import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { toText } from "#server/platform/sentences.ts";
import { type ChangePhase, thenSentence, todaySentence, untilSentence } from "./change-sentences.ts";

const content = await shippedContent();
const plain: ChangePhase = {
  ...{
    status: "waiting",
    begins: "when_box_ends",
    beginsOn: null,
    until: "go_on",
    untilDirections: null,
    isFasterUntil: false,
  },
  ...{ from: "Patch, 0.05 mg", to: "Patch, 0.1 mg", fromOrdered: true },
  ...{ isBegun: false, isFromInUse: true, isBegunOnArrival: false },
};
const textsOf = (phase: Partial<ChangePhase>) =>
  [todaySentence, thenSentence].map((of) => {
    const found = of({ ...plain, ...phase });
    return found && toText(content, found);
  });

const keep = "Keep using Patch, 0.05 mg as before.";
const other = "For now, use Patch, 0.05 mg this way: Half of it.";
const stop = "Stop using Patch, 0.05 mg now.";
const half = { until: "directions", untilDirections: "Half of it." } as const;

test.each<readonly [string, Partial<ChangePhase>, string | null, string | null]>([
  [
    "waiting",
    {},
    keep,
    "If you agree, Patch, 0.1 mg comes with your next order. Start it when what you have is used up.",
  ],
  [
    "waiting, now",
    { begins: "now" },
    keep,
    "If you agree, we'll charge you today and send Patch, 0.1 mg. Start it when it comes.",
  ],
  [
    "waiting, on a day",
    { begins: "on_day", beginsOn: "December 3" },
    keep,
    "If you agree, we'll charge you and send Patch, 0.1 mg in time for December 3. Start it that day, or when it comes if that's later.",
  ],
  [
    "waiting, its day has passed",
    { begins: "on_day" },
    keep,
    "The day your doctor chose to start Patch, 0.1 mg has passed. If you agree, we'll charge you today and send it. Start it when it comes.",
  ],
  [
    "agreed, on a day",
    { status: "agreed", begins: "on_day", beginsOn: "December 3", isBegunOnArrival: true },
    keep,
    "Start Patch, 0.1 mg on December 3, or when it comes if that's later.",
  ],
  [
    "agreed, its day has passed and it isn't there",
    { status: "agreed", begins: "on_day", isBegunOnArrival: true },
    keep,
    "Start Patch, 0.1 mg when it comes.",
  ],
  [
    "waiting, other directions",
    half,
    other,
    "If you agree, Patch, 0.1 mg comes with your next order. Start it when what you have is used up.",
  ],
  [
    "waiting, stopped",
    { until: "stop" },
    stop,
    "If you agree, Patch, 0.1 mg comes with your next order. Start it when it comes.",
  ],
  [
    "waiting, nothing was ever sent",
    { fromOrdered: false, until: "stop" },
    null,
    "If you agree, Patch, 0.1 mg comes with your next order. Start it when it comes.",
  ],
  ["agreed", { status: "agreed" }, keep, "Start Patch, 0.1 mg when what you have is used up."],
  [
    "agreed, now",
    { status: "agreed", begins: "now", isBegunOnArrival: true },
    keep,
    "Start Patch, 0.1 mg when it comes.",
  ],
  [
    "agreed, other directions",
    { status: "agreed", ...half },
    other,
    "Start Patch, 0.1 mg when what you have is used up.",
  ],
  [
    "agreed, stopped",
    { status: "agreed", until: "stop", isBegunOnArrival: true, isFromInUse: false },
    stop,
    "Start Patch, 0.1 mg when it comes.",
  ],
  ["agreed, the box has ended", { status: "agreed", isFromInUse: false }, null, "Start Patch, 0.1 mg when it comes."],
  ["begun", { status: "agreed", isBegun: true }, null, null],
  ["begun, stopped", { status: "agreed", until: "stop", isBegun: true }, null, null],
  ["refused", { status: "refused" }, keep, null],
  ["refused, other directions", { status: "refused", ...half }, keep, null],
  [
    "refused, stopped",
    { status: "refused", until: "stop" },
    "Your doctor stopped Patch, 0.05 mg. Please ask before you use more of it.",
    null,
  ],
  ["taken back", { status: "withdrawn", until: "stop" }, null, null],
])("decisions §19 %s: what is taken today, and from when the other", (_, phase, today, then) => {
  expect(textsOf(phase)).toEqual([today, then]);
});

test("more than the label until then is used only once the patient agreed: said as that before, and as it is after", () => {
  const more = { until: "directions", untilDirections: "Two of it.", isFasterUntil: true } as const;
  const asked = untilSentence({ ...plain, ...more });
  expect(asked && toText(content, asked)).toBe(
    "From the day you agree until then, use Patch, 0.05 mg this way: Two of it.",
  );
  expect(textsOf(more)[0]).toBe(keep);
  expect(textsOf({ ...more, status: "agreed" })[0]).toBe("For now, use Patch, 0.05 mg this way: Two of it.");
  for (const other of [
    { status: "agreed" },
    { status: "refused" },
    { isFasterUntil: false },
    { fromOrdered: false },
  ] as const)
    expect(untilSentence({ ...plain, ...more, ...other })).toBeNull();
});
