import type { FastifyRequest } from "fastify";
import { trackingHeaderMax } from "#contract/constants.ts";
import { tokenOf, utmSetOfJson } from "#contract/tracking.ts";
import type { RequestFacts, TrackingHeaders } from "./handler.ts";

const trackingHeaders = [
  ["utm", "x-utm", utmSetOfJson],
  ["firsttouchutm", "x-first-touch-utm", utmSetOfJson],
  ["gclid", "x-gclid", tokenOf],
  ["tbclid", "x-tbclid", tokenOf],
  ["deduplicationid", "x-deduplication-id", tokenOf],
  ["fbp", "x-fbp", tokenOf],
  ["fbc", "x-fbc", tokenOf],
] as const satisfies readonly (readonly [keyof TrackingHeaders, string, (value: string) => unknown])[];

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function factsOf(request: FastifyRequest): RequestFacts {
  const one = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const gpc = one("sec-gpc") === "1";
  const tracking = Object.fromEntries(
    trackingHeaders.flatMap(([field, header, read]) => {
      // What tells one browser or one click from another; a browser that asks for privacy sends it in vain.
      if (gpc && read === tokenOf) return [];
      const value = one(header);
      const kept = value === undefined || value.length > trackingHeaderMax ? null : read(decoded(value));
      return kept === null ? [] : [[field, kept]];
    }),
  ) as TrackingHeaders;
  const cookieId = one("x-cookie-id")?.toLowerCase() ?? "";
  return {
    id: request.id,
    address: request.ip,
    userAgent: (one("user-agent") ?? "").slice(0, 200),
    cookieId: uuid.test(cookieId) ? cookieId : null,
    tracking,
    gpc,
  };
}

/** Headers carry these values percent-encoded, so that any letter fits; what is not encoded stays as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
