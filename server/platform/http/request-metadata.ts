import type { FastifyRequest } from "fastify";
import { trackingHeaderMax } from "#contract/constants.ts";
import { opaqueIdOf, utmSetOfJson } from "#contract/growth/campaign-values.ts";
import type { RequestMetadata, TrackingHeaders } from "./handler.ts";

const trackingHeaders = [
  ["utm", "x-utm", utmSetOfJson],
  ["firsttouchutm", "x-first-touch-utm", utmSetOfJson],
  ["gclid", "x-gclid", opaqueIdOf],
  ["tbclid", "x-tbclid", opaqueIdOf],
  ["deduplicationid", "x-deduplication-id", opaqueIdOf],
  ["fbp", "x-fbp", opaqueIdOf],
  ["fbc", "x-fbc", opaqueIdOf],
] as const satisfies readonly (readonly [keyof TrackingHeaders, string, (value: string) => unknown])[];

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function requestMetadataOf(request: FastifyRequest): RequestMetadata {
  const singleHeader = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const gpc = singleHeader("sec-gpc") === "1";
  const tracking = Object.fromEntries(
    trackingHeaders.flatMap(([field, header, read]) => {
      // Values that identify one browser or click are ignored if the browser asks for privacy.
      if (gpc && read === opaqueIdOf) return [];
      const value = singleHeader(header);
      const parsed = value === undefined || value.length > trackingHeaderMax ? null : read(percentDecoded(value));
      return parsed === null ? [] : [[field, parsed]];
    }),
  ) as TrackingHeaders;
  const cookieId = singleHeader("x-cookie-id")?.toLowerCase() ?? "";
  return {
    id: request.id,
    address: request.ip,
    userAgent: (singleHeader("user-agent") ?? "").slice(0, 200),
    cookieId: uuid.test(cookieId) ? cookieId : null,
    tracking,
    gpc,
  };
}

/** Decodes percent-encoded header values, which allow any letter; others stay as they are. */
function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
