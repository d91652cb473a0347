import * as z from "zod/mini";
import { draftText } from "#clinic/work/draft-text.ts";
import type { care } from "#contract/care/calls.ts";
import type { Prescription } from "#contract/care/prescriptions.ts";
import { formatCalendarDay, formatList } from "#contract/fields/formats.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";

/** A break from a medicine as somebody writes it. */
const BreakDraft = z.object({
  /** Beside the drafts of a prescription's other steps. */
  step: z.literal("break"),
  /** Its first day, and the first day the medicine is used again; empty until they're picked. */
  from: z.string(),
  until: z.string(),
  /** For the practice. */
  reason: z.string(),
  /** For the patient. */
  message: z.string(),
});
export type BreakDraft = z.output<typeof BreakDraft>;

export const noBreak: BreakDraft = { step: "break", from: "", until: "", reason: "", message: "" };

export const breakDraft = draftText(BreakDraft, noBreak, ({ from, until }) => from !== "" || until !== "");

/** What is missing before it can be sent, by field; the server has the last word on the days. */
export const missingFromBreak = ({ from, until, reason, message }: BreakDraft): Readonly<Record<string, string>> => ({
  ...(from === "" && { from: "Pick the first day of the break." }),
  ...(until === "" && { until: "Pick the first day it’s used again." }),
  ...(from !== "" && until !== "" && until <= from && { until: "Pick a day after the break begins." }),
  ...(reason.trim() === "" && { reason: "Write why, for the practice." }),
  ...(message.trim() === "" && { message: "Write what it means for the patient." }),
});

/** What is sent, on the record as it was looked at. */
export const breakBody = (
  { from, until, reason, message }: BreakDraft,
  revision: string,
): Input<typeof care.restPrescription>["body"] => ({
  ...{ from, until, revision },
  ...{ reason: reason.trim(), message: message.trim() },
});

/** Whether the server can be asked what these days would mean. */
export const areDays = ({ from, until }: Pick<BreakDraft, "from" | "until">, today: string): boolean =>
  from >= today && until > from;

/** What else rests, because it may not be taken without the first; null where nothing does. */
export const alongText = ([, ...others]: readonly string[]): string | null =>
  others.length === 0 ? null : `${formatList(others)}: may not be taken without it`;

/** A break in a line of the record; null where none is to come. */
export const breakText = ({ rest }: Pick<z.output<typeof Prescription>, "rest">): string | null =>
  rest &&
  [
    `break from ${formatCalendarDay(rest.from)}, used again from ${formatCalendarDay(rest.until)}`,
    rest.alongwith !== null && `, because of the one from ${rest.alongwith}`,
  ]
    .filter(Boolean)
    .join("");

/** What was done, in sentences. */
export const plannedBreakText = ({ from, until, names, nextchargeon }: Output<typeof care.restPrescription>): string =>
  [
    `Break planned from ${formatCalendarDay(from)}, used again from ${formatCalendarDay(until)}: ${formatList(names)}.`,
    nextchargeText(nextchargeon),
  ]
    .filter(Boolean)
    .join(" ");

export const endedBreakText = ({ names, nextchargeon }: Output<typeof care.endRest>): string =>
  [`No break any more: ${formatList(names)}.`, nextchargeText(nextchargeon)].filter(Boolean).join(" ");

const nextchargeText = (day: string | null): string => (day === null ? "" : `Next charge: ${formatCalendarDay(day)}.`);
