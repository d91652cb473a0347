import { newTermsCutoff } from "#contract/constants.ts";
import type { OnboardingRecord } from "#contract/onboarding.ts";

/** The day of the practice somebody signed up, `YYYY-MM-DD`; `en-CA` writes days so. */
const dayOf = (epochSeconds: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    new Date(epochSeconds * 1000),
  );

/** Whether she is asked to accept the new terms (spec §4): she signed up before their day, and has not accepted them. */
export const asksForTerms = (
  record: Pick<OnboardingRecord, "signupdate" | "acceptednewterms"> | null | undefined,
  timeZone: string,
): boolean =>
  record !== null &&
  record !== undefined &&
  !record.acceptednewterms &&
  dayOf(record.signupdate, timeZone) < newTermsCutoff;
