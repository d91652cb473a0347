import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomSecret } from "#server/platform/crypto/secrets.ts";
import { cookieJar, staffSessionCookie } from "#server/platform/http/cookies.ts";
import type { Services } from "#server/platform/services.ts";
import { findStaffSession } from "../sessions/session.ts";
import { type OidcProblem, problemOf, ProviderError, staffSignIn } from "./answers.ts";
import { beginOidc, callbackPath, finishOidc, LinkExpired, reportFailure } from "./sign-in-by-provider.ts";

/** Holds the browser's secret on its way to the provider and back, the same one for all its tabs. `Lax`: the way back begins on the provider's page. */
const loginCookie = "staffLogin";
/** Holds the token of a mailed link from the page that opened it: in an address it would be in the logs of proxies. */
const linkCookie = "staffLink";
const secretText = /^[\w-]{43}$/;
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
  // A shift that begins behind one address takes two requests each.
  const isLimited = (request: FastifyRequest): Promise<boolean> =>
    services.limiter.consume("staff-oidc", request.ip, { points: services.config.requestsPerMinute, seconds: 60 }).then(
      () => false,
      () => true,
    );
  services.outside.of(staffSignIn);

  app.get<{ Querystring: { to?: string; proof?: string; link?: string } }>(
    "/api/clinic/staff/oidc",
    async (request, reply) => {
      if (await isLimited(request)) return failed(reply, "busy");
      const { to = "/clinic", proof, link } = request.query;
      const secret = request.cookies[staffSessionCookie];
      const session = proof === undefined || !secret ? null : await findStaffSession(services, secret);
      if (session && settings.fresh === "here") return failed(reply, "not_fresh");
      const sent = request.cookies[loginCookie] ?? "";
      const browserSecret = secretText.test(sent) ? sent : randomSecret();
      const token = request.cookies[linkCookie] ?? "";
      void reply.clearCookie(linkCookie, { path: attributes.path });
      try {
        const url = await beginOidc(services, settings, {
          sessionId: session?.id ?? null,
          link: link === undefined ? null : token,
          returnTo: ownPage.test(to) ? to : "/clinic",
          browserSecret,
        });
        return reply.setCookie(loginCookie, browserSecret, { ...attributes, maxAge: 600 }).redirect(url.href, 303);
      } catch (error) {
        if (error instanceof LinkExpired) return failed(reply, "link_expired");
        if (error instanceof ProviderError) return failed(reply, problemOf[reportFailure(services, error).answer]);
        throw error;
      }
    },
  );

  app.get(callbackPath, async (request, reply) => {
    if (await isLimited(request)) return failed(reply, "busy");
    const cookies = cookieJar(request, reply, services.config.secureCookies);
    const query = new URL(request.url, services.config.publicUrl).searchParams;
    const browserSecret = request.cookies[loginCookie] ?? "";
    const outcome = await finishOidc({ ...services, cookies }, settings, { query, browserSecret });
    return "problem" in outcome ? failed(reply, outcome.problem) : reply.redirect(outcome.returnTo, 303);
  });
}
