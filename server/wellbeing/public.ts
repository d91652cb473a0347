/** What other features use of check-ins and doses: the check-ins, for the medical record; the time zone, for the account; the dose that is due and how long what is taken lasts, for home; what to do about a missed dose, for the leaflet. */
export { doseQueries } from "./dose-queries.ts";
export { type DueDose, dueDose } from "./doses/due-dose.ts";
export { type FirstDose, firstDoses } from "./doses/first-doses.ts";
export { inUseUntil, missedDoseText } from "./doses/running-medicines.ts";
export { chooseTimezone } from "./doses/take-timezone.ts";
export { checkInsOf } from "./record.ts";
