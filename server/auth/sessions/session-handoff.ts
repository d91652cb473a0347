import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cookieSeconds } from "#contract/constants.ts";
import { ownPath } from "#contract/fields/own-path.ts";
import { cookieJar } from "#server/platform/http/cookies.ts";
import { toRefusal } from "#server/platform/http/error-response.ts";
import { requestMetadataOf } from "#server/platform/http/request-metadata.ts";
import type { Services } from "#server/platform/services.ts";
import { countAttempt } from "./attempt-limits.ts";
import { issueTokens } from "./issue-tokens.ts";
import { redeemOneTimeToken } from "./one-time-token.ts";

/** Largest form, in bytes: a one-time token and a path. */
const bodyLimit = 8 * 1024;

/**
 * `POST /enter`, a form the cart widget submits to the whole window: carries the frame's session into the app by a one-time
 * token in the body, never in an address. Redirects to `to`, a path of the app, or to sign-in first without a valid token or after any other
 * failure.
 */
export async function registerSessionHandoff(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit },
      (_request, text, done) => done(null, new URLSearchParams(text as string)),
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      const { status } = toRefusal(error);
      const { name, stack } = error;
      if (status >= 500) services.log.error({ request: request.id, err: { name, stack } }, "enter failed");
      return sendRedirect(reply, loginPath(redirectTarget(request)));
    });
    scope.post("/enter", { bodyLimit }, async (request, reply) => {
      const handedOff =
        isFromOwnPage(request, services.config.publicUrl) &&
        (await handOffSession(services, request, reply, formField(request, "onetimetoken")));
      const target = redirectTarget(request);
      return sendRedirect(reply, handedOff ? target : loginPath(target));
    });
  });
}

/** A field of the form; empty if it is missing or no form was parsed. */
const formField = ({ body }: FastifyRequest, name: string) =>
  body instanceof URLSearchParams ? (body.get(name) ?? "") : "";
const redirectTarget = (request: FastifyRequest) => ownPath(formField(request, "to")) ?? "/home";
const loginPath = (target: string) => `/login?${new URLSearchParams({ redirectTo: target }).toString()}`;
const sendRedirect = (reply: FastifyReply, path: string) =>
  reply.header("cache-control", "no-store").redirect(path, 303);

/**
 * Another site must not be able to sign a visitor in as somebody else, so the browser itself must say that one of our pages sent the form. Most say so in
 * `Sec-Fetch-Site`. One that doesn't (Safari before 16.4, and what is built on it) names the page's origin with every form it posts, which no page can
 * choose; without either nobody is signed in. The cart's referrer policy is `same-origin` because under `no-referrer` the origin would be `null` (Fetch
 * standard, “append a request Origin header”).
 */
function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined ? headers.origin === new URL(publicUrl).origin : site === "same-origin";
}

async function handOffSession(services: Services, request: FastifyRequest, reply: FastifyReply, token: string) {
  const facts = requestMetadataOf(request);
  await countAttempt({ ...services, request: facts }, "onetimetoken");
  const session = await redeemOneTimeToken(services, token, facts.userAgent);
  if (!session) return false;
  const secure = services.config.secureCookies;
  const idToken = await issueTokens(
    { ...services, request: facts, cookies: cookieJar(request, reply, secure) },
    session,
  );
  // Readable by scripts, as the app itself sets it, so that every tab shares it.
  void reply.setCookie("accessToken", idToken, {
    path: "/",
    sameSite: "lax",
    secure,
    maxAge: cookieSeconds.auth,
  });
  return true;
}
