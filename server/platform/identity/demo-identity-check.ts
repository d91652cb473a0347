import { type IdentityCheck, ssnDigits } from "./identity-check.ts";

/** Matches every well-formed number except 000-… (no match) and 666-… (review), which are never issued. */
export function demoIdentityCheck(): IdentityCheck {
  return {
    async match({ ssn }) {
      const digits = ssnDigits(ssn);
      if (digits === undefined || digits.startsWith("000")) return "no_match";
      return digits.startsWith("666") ? "review" : "matched";
    },
    works: async () => true,
  };
}
