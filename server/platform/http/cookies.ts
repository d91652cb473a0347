import type { FastifyReply, FastifyRequest } from "fastify";
import "@fastify/cookie";
import type { CookieJar } from "./handler.ts";

/** Cookie of a session of the practice's people; its value is the session's secret. */
export const staffSessionCookie = "staffSession";

export function cookieJar(request: FastifyRequest, reply: FastifyReply, secure: boolean): CookieJar {
  const attributes = { httpOnly: true, sameSite: "strict", secure, path: "/api" } as const;
  return {
    get: (name) => request.cookies[name],
    set: (name, value, maxAge) => void reply.setCookie(name, value, { ...attributes, maxAge }),
    clear: (name) => void reply.clearCookie(name, attributes),
  };
}
