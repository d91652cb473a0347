import type { FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";

/**
 * Refuses a request that another page sends with our cookie. `SameSite=Strict` lets a page of the same site through, like the practice's own marketing
 * site on a sister domain; browsers say with each request where it comes from. A program that is no browser says nothing, and has no cookie of anybody.
 */
export function requireSameOrigin({ headers }: Pick<FastifyRequest, "headers">): void {
  const site = headers["sec-fetch-site"];
  if (site === "same-origin" || (site === undefined && isOwnOrigin(headers))) return;
  throw new Refusal("forbidden", { message: "This can only be done from our own pages." });
}

function isOwnOrigin({ origin, host }: FastifyRequest["headers"]): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
