export interface IdentityDetails {
  /** The full number. It is only passed on: never stored, logged or returned. */
  readonly ssn: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Calendar day `YYYY-MM-DD`. */
  readonly birthday: string;
}

/** `review`: who checks can't say, so a person has to. */
export type IdentityResult = "matched" | "no_match" | "review";

/** Checks whether a name, a birthday and a social security number belong together. Never throws: `unavailable` says nothing about the patient. */
export interface IdentityCheck {
  match(details: IdentityDetails): Promise<IdentityResult | "unavailable">;
  /** Whether anybody can be checked now; asks about nobody. */
  works(): Promise<boolean>;
}

/** The nine digits of `123-45-6789` or `123456789`; undefined for anything else. */
export function ssnDigits(text: string): string | undefined {
  return /^\d{3}-?\d{2}-?\d{4}$/.test(text) ? text.replaceAll("-", "") : undefined;
}
