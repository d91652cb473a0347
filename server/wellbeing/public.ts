/** What other features use of check-ins and doses: the check-ins, for the medical record, and the dose that is due, for home. */
export { doseQueries } from "./doses/dose-queries.ts";
export { type DueDose, dueDose } from "./doses/due-dose.ts";
export { checkInsOf } from "./record.ts";
