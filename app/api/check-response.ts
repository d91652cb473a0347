import * as z from "zod/mini";
import type { Endpoint } from "#contract/http/endpoint.ts";

/** A reply as the contract promises it; throws when it is another one. Binary replies pass. */
export function checkResponse(endpoint: Endpoint, body: unknown): unknown {
  return typeof endpoint.ok === "string" ? body : z.parse(endpoint.ok, body);
}
