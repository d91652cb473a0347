import type * as z from "zod/mini";
import type { Rule } from "#content/schema/rules.ts";
import type { ScreeningFlag } from "#contract/care/decision-fields.ts";
import type { PatientRecord } from "#contract/care/patients.ts";

/** The level a screening rule is shown with to the clinic, by the rule's outcome. */
export const levels: Readonly<Record<Rule["outcome"], NonNullable<PatientRecord["flags"]>[number]["level"]>> = {
  EMERGENCY: "stop",
  STOP: "stop",
  CLINICIAN: "clinician",
  INFO: "info",
};

/** Rules raised for products, as the clinic reads them. */
export const presentFlags = (
  flags: readonly { readonly ruleid: string; readonly outcome: Rule["outcome"]; readonly text: string }[],
): z.output<typeof ScreeningFlag>[] =>
  flags.map(({ ruleid, outcome, text }) => ({ ruleid, level: levels[outcome], text }));
