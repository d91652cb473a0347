import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cookieJar, staffSessionCookie } from "#server/platform/http/cookies.ts";
import type { Services } from "#server/platform/services.ts";
import { findStaffSession } from "../sessions/session.ts";
import { beginOidc, callbackPath, finishOidc, type OidcProblem } from "./sign-in-by-provider.ts";

/** Holds the browser's secret on its way to the provider and back. `Lax`: the way back begins on the provider's page. */
const loginCookie = "staffLogin";
/** Pages of the staff app only. */
const ownPage = /^\/clinic(?:\/[\w-]+)*$/;

/** Navigations of the browser to the practice's identity provider and back; they answer with redirects, so they are no calls of the contract. */
export function registerStaffOidc(app: FastifyInstance, services: Services): void {
  const settings = services.config.staffOidc;
  if (settings === null) return;
  const attributes = {
    httpOnly: true,
    sameSite: "lax",
    secure: services.config.secureCookies,
    path: "/api/clinic/staff/oidc",
  } as const;
  const failed = (reply: FastifyReply, problem: OidcProblem) => reply.redirect(`/clinic?problem=${problem}`, 303);
  const limit = (request: FastifyRequest) =>
    services.limiter.consume("staff-oidc", request.ip, { points: 60, seconds: 60 });

  app.get<{ Querystring: { to?: string; proof?: string } }>("/api/clinic/staff/oidc", async (request, reply) => {
    await limit(request);
    const { to = "/clinic", proof } = request.query;
    const secret = request.cookies[staffSessionCookie];
    const session = proof === undefined || !secret ? null : await findStaffSession(services, secret);
    try {
      const returnTo = ownPage.test(to) ? to : "/clinic";
      const { url, browserSecret } = await beginOidc(services, settings, { sessionId: session?.id ?? null, returnTo });
      return reply.setCookie(loginCookie, browserSecret, { ...attributes, maxAge: 600 }).redirect(url.href, 303);
    } catch (error) {
      services.log.warn({ err: { message: (error as Error).message } }, "the identity provider can't be reached");
      return failed(reply, "unavailable");
    }
  });

  app.get(callbackPath, async (request, reply) => {
    await limit(request);
    const cookies = cookieJar(request, reply, services.config.secureCookies);
    const query = new URL(request.url, services.config.publicUrl).searchParams;
    const browserSecret = request.cookies[loginCookie] ?? "";
    void reply.clearCookie(loginCookie, attributes);
    const outcome = await finishOidc({ ...services, cookies }, settings, { query, browserSecret });
    return "problem" in outcome ? failed(reply, outcome.problem) : reply.redirect(outcome.returnTo, 303);
  });
}
