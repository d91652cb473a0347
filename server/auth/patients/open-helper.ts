import { sql } from "kysely";
import { isDeathReported } from "./death-reported.ts";

/** Condition: nobody has ended it, its time isn't over, and nobody says that the patient died. A report that's taken back lets it go on. */
export const isOpen = (now: Date) =>
  sql<boolean>`(helper.ended_at is null and helper.expires_at > ${now} and not ${isDeathReported("helper.patient_id")})`;
