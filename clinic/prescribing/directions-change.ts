import * as z from "zod/mini";
import { draftText } from "#clinic/work/draft-text.ts";
import { startDayProblem } from "./start-day.ts";
import type { care } from "#contract/care/calls.ts";
import type { Prescription } from "#contract/care/prescriptions.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { type LastingPace, type Pace, paces } from "#contract/treatment/pace.ts";

/** When they begin, as a prescriber chooses it. */
export const directionsBegin = ["today", "when_box_ends", "on_day"] as const;
export const directionsBeginLabels: Readonly<Record<(typeof directionsBegin)[number], string>> = {
  today: "Today",
  when_box_ends: "When the box they have ends: until then it’s used as before",
  on_day: "On a day: until then it’s used as before",
};

/** Other directions as somebody writes them. What isn't touched is as it is now. */
const DirectionsDraft = z.object({
  /** Beside the drafts of a prescription's other steps. */
  step: z.literal("directions"),
  directions: z.optional(z.string()),
  pace: z.optional(z.enum(paces)),
  /** The first day, with `on_day`; today where that isn't chosen. */
  begins: z._default(z.enum(directionsBegin), "today"),
  beginson: z._default(z.string(), ""),
  /** For the practice. */
  reason: z.string(),
  /** For the patient. */
  message: z.string(),
});
export type DirectionsDraft = z.output<typeof DirectionsDraft>;

export const noDirections: DirectionsDraft = {
  ...{ step: "directions", begins: "today", beginson: "" },
  ...{ reason: "", message: "" },
};

/** As it is saved. Directions that were emptied are written, too. */
export const directionsDraft = draftText(
  DirectionsDraft,
  noDirections,
  ({ directions, pace, begins }) => directions !== undefined || pace !== undefined || begins !== "today",
);

/** What is written, or as it is now. */
export const wantedOf = (
  draft: Pick<DirectionsDraft, "directions" | "pace">,
  now: Pick<z.output<typeof Prescription>, "directions" | "pace">,
): { readonly directions: string; readonly pace: LastingPace } => ({
  directions: draft.directions ?? now.directions ?? "",
  pace: draft.pace ?? (now.pace === "double" ? "label" : now.pace),
});

/** What is missing before it can be sent, by field; the server has the last word. */
export const missingFromDirections = (
  { reason, message, ...draft }: Pick<DirectionsDraft, "reason" | "message" | "begins" | "beginson">,
  { directions }: { readonly directions: string },
): Readonly<Record<string, string>> => ({
  ...(draft.begins === "on_day" && draft.beginson === "" && { beginson: "Choose the day it begins." }),
  ...(directions.trim() === "" && { directions: "Write how it’s used." }),
  ...(reason.trim() === "" && { reason: "Write why, for the practice." }),
  ...(message.trim() === "" && { message: "Write what it means for the patient." }),
});

/** When they begin, as the server is asked about it; today while no day is chosen that may be. */
export const startQuery = (
  { begins, beginson }: Pick<DirectionsDraft, "begins" | "beginson">,
  today: string,
): Pick<Input<typeof care.directionsQuote>["query"], "begins" | "beginson"> => ({
  ...(begins === "when_box_ends" && { begins }),
  ...(begins === "on_day" && beginson !== "" && startDayProblem(beginson, today) === null && { beginson }),
});

/** What is sent, on the record as it was looked at, and on the day that was shown for the end of a box. */
export const directionsBody = (
  { reason, message, begins, beginson }: Pick<DirectionsDraft, "reason" | "message" | "begins" | "beginson">,
  { directions, pace }: { readonly directions: string; readonly pace: LastingPace },
  { revision, boxEndsOn }: { readonly revision: string; readonly boxEndsOn: string | undefined },
): Input<typeof care.changeDirections>["body"] => ({
  ...{ directions: directions.trim(), pace },
  ...(begins === "on_day" && { beginson }),
  ...(begins === "when_box_ends" && { begins, ...(boxEndsOn !== undefined && { beginson: boxEndsOn }) }),
  ...{ reason: reason.trim(), message: message.trim(), revision },
});

/** How fast it's used, as a prescriber chooses it. */
export const paceLabels: Readonly<Record<Pace, string>> = {
  double: "Twice as much, such as two at once",
  label: "As its label says",
  three_quarters: "Three quarters as much, such as three weeks in four",
  two_thirds: "Two thirds as much, such as two days in three",
  half: "Half as much, such as every other day",
  third: "A third as much, such as every third day",
};

const shares: Readonly<Record<Exclude<Pace, "label">, string>> = {
  double: "twice",
  three_quarters: "three quarters",
  two_thirds: "two thirds",
  half: "half",
  third: "a third",
};

/** The same within a line of the record; null as its label says. */
export const paceText = (pace: Pace): string | null =>
  pace === "label" ? null : `${shares[pace]} as much as its label says`;

type Quote = Output<typeof care.directionsQuote>;

/** How long a fill lasts, beside how long it lasts now; null where that isn't known. */
export function fillText({ dayssupply, daysbefore }: Pick<Quote, "dayssupply" | "daysbefore">): string | null {
  if (dayssupply === null) return null;
  return dayssupply === daysbefore
    ? `${dayssupply} days, as now`
    : `${dayssupply} days instead of ${daysbefore ?? dayssupply}`;
}

/** How long what the patient has at home lasts. */
export function atHomeText({ onhanduntil, onhandbefore }: Pick<Quote, "onhanduntil" | "onhandbefore">): string {
  if (onhanduntil === null) return "They have none at home.";
  const until = `Through ${formatCalendarDay(onhanduntil)}`;
  if (onhandbefore === null || onhandbefore === onhanduntil) return `${until}, as now`;
  return `${until} instead of ${formatCalendarDay(onhandbefore)}`;
}

type Planned = z.output<typeof Prescription>["planned"][number];

/** Directions to come, in a line: “from December 6, 2026: every other night (half as much as its label says)”. */
export const plannedText = ({ beginson, directions, pace }: Planned): string => {
  const share = paceText(pace);
  return `from ${formatCalendarDay(beginson)}: ${directions}${share === null ? "" : ` (${share})`}`;
};

/** What the patient takes, and from when the other. */
export const scheduleText = (
  day: string | undefined,
  { directions, pace }: { readonly directions: string; readonly pace: Pace },
): string => {
  const share = paceText(pace);
  const then = `${directions.trim() || "…"}${share === null ? "" : ` (${share})`}`;
  return day === undefined ? `From today: ${then}` : `As now until ${formatCalendarDay(day)}. From then: ${then}`;
};

/** What was done, in a sentence. */
export const changedDirectionsText = ({
  beginson,
  onhanduntil,
  nextchargeon,
}: Pick<Output<typeof care.changeDirections>, "beginson" | "onhanduntil" | "nextchargeon">): string =>
  [
    beginson === null ? "Changed, starting today." : `Planned: it begins on ${formatCalendarDay(beginson)}.`,
    onhanduntil !== null && `What they have at home lasts through ${formatCalendarDay(onhanduntil)}.`,
    nextchargeon !== null && `Next charge: ${formatCalendarDay(nextchargeon)}.`,
  ]
    .filter(Boolean)
    .join(" ");
