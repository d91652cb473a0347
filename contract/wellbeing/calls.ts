import * as z from "zod/mini";
import { Day, Id, optionalText, singleLine } from "#contract/fields/fields.ts";
import { TimezoneName } from "#contract/fields/timezone.ts";
import { patientCall } from "#contract/http/endpoint.ts";
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
  read: patientCall("GET /wellbeing", {
    base: "v2",
    summary: "How the patient feels since the start, and the doses of the medicines at home",
    shows: ["user", "treatment", "order", "wellbeing"],
    ok: Wellbeing,
  }),
  setCheckIns: patientCall("PUT /wellbeing/checkin", {
    base: "v2",
    summary: "Turn the weekly check-ins off, or on again",
    body: z.strictObject({ on: z.boolean() }),
    ok: WellbeingResult,
  }),
  checkIn: patientCall("PUT /wellbeing/checkin/{week}", {
    base: "v2",
    summary: "Answer this week's check-in, or change answers; those not named stay",
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
  pickDays: patientCall("PUT /wellbeing/dose/{id}", {
    base: "v2",
    summary: "Pick the days of a medicine, and the hour of a reminder mail or none",
    params: IdParams,
    body: z.strictObject({
      days: z.array(Weekday).check(z.minLength(1, "Please choose your days."), z.maxLength(7)),
      remindat: z.nullable(ReminderHour),
      /** The patient's choice, an IANA name. Absent: it stays. */
      timezone: optionalText(TimezoneName),
    }),
    ok: WellbeingResult,
    errors: ["wrong_state"],
  }),
  endDays: patientCall("DELETE /wellbeing/dose/{id}", {
    base: "v2",
    summary: "Turn the days and reminders of a medicine off; what was noted stays in the record",
    params: IdParams,
    ok: WellbeingResult,
  }),
  noteDose: patientCall("PUT /wellbeing/dose/{id}/{day}", {
    base: "v2",
    summary:
      "Note a dose of today or the last days as done or skipped; null takes it back. The first one, taken today, picks the days that begin with it",
    params: z.object({ id: Id, day: Day }),
    body: z.strictObject({
      status: z.nullable(DoseStatus),
      /** Of the patient's device, an IANA name: kept where it is one of their state's and they chose none. */
      timezone: optionalText(TimezoneName),
    }),
    ok: WellbeingResult,
    errors: ["wrong_state"],
  }),
} as const;
