import { formatDay } from "#app/formats/dates.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import type { Death, PatientSummary } from "#contract/care/patients.ts";

/** A patient wherever they're named: the name, or the email before there is one; and that they died, where somebody says so. */
export const patientName = ({ firstname, lastname, email, death }: PatientSummary): string =>
  [[firstname, lastname].filter(Boolean).join(" ") || email, death && `(${deathLabel(death)})`]
    .filter(Boolean)
    .join(" ");

/** What is known of a patient's death: “deceased March 3”, or that somebody says so. */
export const deathLabel = ({ reportedat, diedon, confirmedat }: Death): string =>
  confirmedat === null
    ? `deceased, reported ${formatDay(reportedat)}`
    : ["deceased", diedon && formatCalendarDay(diedon)].filter(Boolean).join(" ");

/** Full years on a day `YYYY-MM-DD`. */
export function ageOn(birthday: string, today: string): number {
  const [year = 0, ...rest] = birthday.split("-").map(Number);
  const [nowYear = 0, ...nowRest] = today.split("-").map(Number);
  const [month = 0, day = 0] = rest;
  const [nowMonth = 0, nowDay = 0] = nowRest;
  return nowYear - year - (nowMonth < month || (nowMonth === month && nowDay < day) ? 1 : 0);
}

/** Beside the name, to be sure that it's this patient. */
export const birthdayLabel = ({ birthday }: Pick<PatientSummary, "birthday">): string =>
  birthday === null ? "birthday not given" : `born ${formatCalendarDay(birthday)}`;
