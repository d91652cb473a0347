import { newTermsCutoff } from "#contract/constants.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";

/** Whether the patient has to accept the new terms (spec §4): signed up before their effective day and has not accepted them. */
export const mustAcceptTerms = (
  record: Pick<OnboardingRecord, "signupdate" | "acceptednewterms"> | null | undefined,
  timeZone: string,
): boolean =>
  record !== null &&
  record !== undefined &&
  !record.acceptednewterms &&
  dayIn(timeZone, new Date(record.signupdate * 1000)) < newTermsCutoff;
