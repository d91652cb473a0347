import * as z from "zod/mini";
import type { Endpoint } from "#contract/http/endpoint.ts";

/** Returns the response in the shape the contract declares; throws when it doesn't match. Binary responses pass unchecked. */
export function checkResponse(endpoint: Endpoint, body: unknown): unknown {
  return typeof endpoint.ok === "string" ? body : z.parse(endpoint.ok, body);
}
