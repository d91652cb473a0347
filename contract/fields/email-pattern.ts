/** The e-mail rule of spec §5: a standard pattern, at most 24 characters in the top-level domain. */
export const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/;
export const emailHint = "Your email must have an @email-type form, like name@example.com.";

/** Domains that never receive mail (RFC 6761). Addresses of `invalid` stand where a closed account's was. */
const reservedDomain = /[.@](?:invalid|localhost)$/i;
/** Dots that no mailbox has: at an end of its name, or two in a row (RFC 5321, a dot-string). */
const strayDots = /^\.|\.\.|\.@/;
export const reservedEmailHint = "No mail can reach this address. Please check the part after the @.";

/** An email without what comes with a pasted one: `mailto:`, a full-width ＠, what nobody sees, the period of a sentence. */
export const plainEmail = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^mailto:|\.$/gi, "");

/** What is wrong with an email; null if nothing is. */
export function emailProblem(email: string): string | null {
  if (!emailPattern.test(email) || strayDots.test(email)) return emailHint;
  return reservedDomain.test(email) ? reservedEmailHint : null;
}
