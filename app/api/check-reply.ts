import * as z from "zod/mini";
import type { Endpoint } from "#contract/endpoint.ts";

/** A reply as the contract promises it; throws when it is another one. Binary replies pass. */
export function checkReply(endpoint: Endpoint, reply: unknown): unknown {
  return typeof endpoint.ok === "string" ? reply : z.parse(endpoint.ok, reply);
}
