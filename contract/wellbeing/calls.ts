import * as z from "zod/mini";
import { Day, Id, singleLine } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { Bother, CheckIns } from "./check-ins.ts";
import { Doses, DoseStatus, ReminderHour, Weekday } from "./doses.ts";

/** How the patient feels, and when the patient takes what. */
export const Wellbeing = z.object({
  /** Null: no doctor has prescribed anything, or nothing bothered the patient at the start. */
  checkins: z.nullable(CheckIns),
  doses: Doses,
});
export type Wellbeing = z.output<typeof Wellbeing>;

export const WellbeingResult = z.object({ message: z.string(), wellbeing: Wellbeing });

/** Weekly check-ins and the log of doses: optional, and the patient's own. Every write may be repeated: the last one counts. */
export const wellbeing = {
  read: endpoint({
    method: "GET",
    base: "v2",
    path: "/wellbeing",
    summary: "How the patient feels since the start, and the doses of the medicines at home",
    auth: "patient",
    shows: ["user", "treatment", "order", "wellbeing"],
    ok: Wellbeing,
    errors: [],
  }),
  setCheckIns: endpoint({
    method: "PUT",
    base: "v2",
    path: "/wellbeing/checkin",
    summary: "Turn the weekly check-ins off, or on again",
    auth: "patient",
    body: z.strictObject({ on: z.boolean() }),
    ok: WellbeingResult,
    errors: [],
  }),
  checkIn: endpoint({
    method: "PUT",
    base: "v2",
    path: "/wellbeing/checkin/{week}",
    summary: "Answer this week's check-in, or change answers; those not named stay",
    auth: "patient",
    params: z.object({ week: Day }),
    body: z.strictObject({
      answers: z
        .array(z.strictObject({ symptomid: singleLine(60), value: Bother }))
        .check(z.minLength(1, "Please choose a number."), z.maxLength(3, "Please choose a number.")),
    }),
    ok: WellbeingResult,
    errors: ["wrong_state", "conflict"],
  }),
  /** `{id}` is the prescription: an address must not say which medicine. */
  pickDays: endpoint({
    method: "PUT",
    base: "v2",
    path: "/wellbeing/dose/{id}",
    summary: "Pick the days of a medicine, and the hour of a reminder mail or none",
    auth: "patient",
    params: IdParams,
    body: z.strictObject({
      days: z.array(Weekday).check(z.minLength(1, "Please choose your days."), z.maxLength(7)),
      remindat: z.nullable(ReminderHour),
    }),
    ok: WellbeingResult,
    errors: ["wrong_state"],
  }),
  endDays: endpoint({
    method: "DELETE",
    base: "v2",
    path: "/wellbeing/dose/{id}",
    summary: "Turn the days and reminders of a medicine off; what was noted stays in the record",
    auth: "patient",
    params: IdParams,
    ok: WellbeingResult,
    errors: [],
  }),
  noteDose: endpoint({
    method: "PUT",
    base: "v2",
    path: "/wellbeing/dose/{id}/{day}",
    summary:
      "Note a dose of today or the last days as done or skipped; null takes it back. The first one, taken today, picks the days that begin with it",
    auth: "patient",
    params: z.object({ id: Id, day: Day }),
    body: z.strictObject({ status: z.nullable(DoseStatus) }),
    ok: WellbeingResult,
    errors: ["wrong_state"],
  }),
} as const;
