import type { Content } from "#content/loader/load.ts";
import { dayIn, timeZoneName } from "#contract/fields/formats.ts";
import type { PatientTimezone } from "#contract/fields/timezone.ts";
import { momentIn } from "#server/platform/clock/zoned-time.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Patient } from "./patients.ts";

/**
 * Where a patient's days begin and end. It is decided here for everything that is about the patient: doses, reminders, the day of a charge. The days of the
 * practice (parcels, receipts, coupons) are `brand.timezone`'s.
 */

type Zones = Pick<Content, "states" | "brand">;
/** What says where a patient is. */
export type PatientPlace = Pick<Patient, "state" | "timezone">;

/** The patient's own time zone; else the one most people of their state live in, else the practice's. */
export const patientTimezone = (content: Zones, { state, timezone }: PatientPlace): string =>
  timezone ?? stateTimezones(content, state)[0] ?? content.brand.timezone;

/** The patient's day at a moment. */
export const patientDay = (content: Zones, place: PatientPlace, at: Date): string =>
  dayIn(patientTimezone(content, place), at);

/** The time zones of a state, the one most people live in first; none for no state. */
export function stateTimezones({ states }: Pick<Zones, "states">, state: string | null): readonly string[] {
  const entry = states.find(({ id }) => id === state);
  return entry ? [entry.timezone, ...(entry.othertimezones ?? [])] : [];
}

/** The patient's time zone as forms show it. */
export const presentTimezone = (content: Content, place: PatientPlace): PatientTimezone => {
  const current = patientTimezone(content, place);
  return {
    current,
    name: timeZoneName(current),
    id: place.timezone,
    choices: timezoneChoices(content, place.state),
    hint: toText(content, sentence("account.timezone_hint")),
  };
};

/**
 * The zone of a browser as one of the patient's state, to be kept: null where they have one, where it is that of their state anyway, and on a journey.
 * Nobody picked it.
 */
export function browserTimezoneToKeep(content: Zones, place: PatientPlace, zone: string, now: Date): string | null {
  const fitting = place.timezone === null ? fittingTimezone(content, place.state, zone, now) : null;
  return fitting === patientTimezone(content, place) ? null : fitting;
}

/** Time zones to choose from: those of the state first, then those of every other, each once, with its name. */
export function timezoneChoices(content: Zones, state: string | null) {
  const own = stateTimezones(content, state);
  const zones = new Set([...own, ...content.states.flatMap(({ id }) => stateTimezones(content, id))]);
  return [...zones].map((id) => ({ id, name: timeZoneName(id), instate: own.includes(id) }));
}

/** The zone of the state whose clocks a browser's zone shows, all through a year; null: the browser is elsewhere, or names no time zone. */
export function fittingTimezone(content: Zones, state: string | null, zone: string, now: Date): string | null {
  if (!isTimezone(zone)) return null;
  return stateTimezones(content, state).find((each) => showsSameHours(each, zone, now)) ?? null;
}

export function isTimezone(zone: string): boolean {
  try {
    timeZoneName(zone);
    return true;
  } catch {
    return false;
  }
}

/** `America/Boise` has the hours of `America/Denver`; `America/Phoenix` only in winter. Compared is noon of a day in each month. */
function showsSameHours(one: string, other: string, now: Date): boolean {
  // oxlint-disable-next-line formats/day-has-zone -- any day of a year that has today's clocks
  const year = dayIn("UTC", now).slice(0, 4);
  const days = Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, "0")}-15`);
  return days.every((day) => momentIn(one, day, 12).getTime() === momentIn(other, day, 12).getTime());
}
