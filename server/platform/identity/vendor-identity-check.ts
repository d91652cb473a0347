import * as z from "zod/mini";
import { type IdentityCheck, ssnDigits } from "./identity-check.ts";

export interface VendorSettings {
  /** Takes a JSON POST of `{ ssn, firstname, lastname, birthday }` and answers `{ result }`. */
  readonly url: string;
  /** Sent as bearer token. */
  readonly token: string;
  readonly timeoutMs?: number;
}

const Answer = z.object({ result: z.enum(["matched", "no_match", "review"]) });

/** Asks a vendor over HTTPS (plain HTTP on this machine only). Timeouts, errors and unexpected answers mean `review`. */
export function vendorIdentityCheck({ url, token, timeoutMs = 10_000 }: VendorSettings): IdentityCheck {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname)) {
    throw new Error("The identity vendor must be reached by https");
  }
  return {
    async match({ ssn, firstname, lastname, birthday }) {
      const digits = ssnDigits(ssn);
      if (digits === undefined) return "no_match";
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify({ ssn: digits, firstname, lastname, birthday }),
          // A redirect would send the number to a host nobody configured.
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
        });
        return response.ok ? Answer.parse(await response.json()).result : "review";
      } catch {
        return "review";
      }
    },
  };
}
