import type { FastifyRequest } from "fastify";
import type { RequestFacts, TrackingHeaders } from "./handler.ts";

const trackingHeaders = [
  ["utm", "x-utm"],
  ["firsttouchutm", "x-first-touch-utm"],
  ["gclid", "x-gclid"],
  ["tbclid", "x-tbclid"],
  ["deduplicationid", "x-deduplication-id"],
  ["fbp", "x-fbp"],
  ["fbc", "x-fbc"],
] as const;

/** Longest tracking value kept, in characters. */
const trackingMax = 2048;

export function factsOf(request: FastifyRequest): RequestFacts {
  const one = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" && value !== "" ? value.slice(0, trackingMax) : undefined;
  };
  const tracking: Partial<Record<keyof TrackingHeaders, string>> = {};
  for (const [field, header] of trackingHeaders) {
    const value = one(header);
    if (value !== undefined) tracking[field] = decoded(value);
  }
  return {
    id: request.id,
    address: request.ip,
    userAgent: (one("user-agent") ?? "").slice(0, 200),
    cookieId: one("x-cookie-id")?.slice(0, 100) ?? null,
    tracking,
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
