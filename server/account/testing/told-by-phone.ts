import type { Told } from "#contract/care/told-answers.ts";

/** How a patient told something, on the first day of the tests' clock. */
export const toldByPhone = {
  source: "phone",
  teller: "patient",
  on: "2026-01-05",
  callerproved: "birthday_and_address",
} as const satisfies Told;
