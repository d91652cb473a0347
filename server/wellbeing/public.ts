/** What other features use of check-ins and doses: the check-ins, for the medical record. */
export { checkInsOf } from "./record.ts";
