export interface IdentityDetails {
  /** The full number. It passes through: never stored, logged or returned. */
  readonly ssn: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Calendar day `YYYY-MM-DD`. */
  readonly birthday: string;
}

/** `review`: a person has to look at it. */
export type IdentityResult = "matched" | "no_match" | "review";

/** Whether a name, a birthday and a social security number belong together. Never throws: no answer means `review`. */
export interface IdentityCheck {
  match(details: IdentityDetails): Promise<IdentityResult>;
}

/** The nine digits, if there are nine: `123-45-6789` and `123456789`. */
export function ssnDigits(text: string): string | undefined {
  return /^\d{3}-?\d{2}-?\d{4}$/.test(text) ? text.replaceAll("-", "") : undefined;
}
