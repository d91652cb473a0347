import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cookieSeconds, limits } from "#contract/constants.ts";
import { ownPath } from "#contract/fields/own-path.ts";
import type { Services } from "#server/platform/services.ts";
import { cookieJar } from "#server/platform/http/cookies.ts";
import { requestMetadataOf } from "#server/platform/http/request-metadata.ts";
import { toRefusal } from "#server/platform/http/error-response.ts";
import { countAttempt } from "../attempt-limits.ts";
import { redeemOneTimeToken } from "./one-time-token.ts";
import { issueTokens } from "./issue-tokens.ts";

/** Longest form: a one-time token and a path. */
const bodyLimit = 8 * 1024;

/**
 * `POST /enter`, a form of the cart widget sent to the whole window: carries the session of the frame into the app by a one-time
 * token in the body, never in an address. Answers a redirect to `to`, a path of the app; without a good token, and whatever else
 * stops it, to sign-in first.
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
    scope.post("/enter", { bodyLimit, schema: { hide: true } }, async (request, reply) => {
      const handedOff =
        isSameOrigin(request) && (await handOffSession(services, request, reply, formField(request, "onetimetoken")));
      const target = redirectTarget(request);
      return sendRedirect(reply, handedOff ? target : loginPath(target));
    });
  });
}

/** A field of the form; empty when it is not there, or no form was read. */
const formField = ({ body }: FastifyRequest, name: string) =>
  body instanceof URLSearchParams ? (body.get(name) ?? "") : "";
const redirectTarget = (request: FastifyRequest) => ownPath(formField(request, "to")) ?? "/home";
const loginPath = (target: string) => `/login?${new URLSearchParams({ redirectTo: target }).toString()}`;
const sendRedirect = (reply: FastifyReply, path: string) =>
  reply.header("cache-control", "no-store").redirect(path, 303);

/** Another site must not be able to sign a visitor in as somebody else. `Origin` cannot tell: pages without referrer send `null`. */
const isSameOrigin = ({ headers }: FastifyRequest) => headers["sec-fetch-site"] === "same-origin";

async function handOffSession(services: Services, request: FastifyRequest, reply: FastifyReply, token: string) {
  const facts = requestMetadataOf(request);
  await countAttempt({ ...services, request: facts }, "onetimetoken");
  const session = await redeemOneTimeToken(services, token, facts.userAgent);
  if (!session) return false;
  const secure = services.config.secureCookies;
  const { idToken } = await issueTokens(
    { ...services, request: facts, cookies: cookieJar(request, reply, secure) },
    session,
  );
  // As the app itself keeps it: readable, so that every tab shares it.
  const maxAge = Math.min(cookieSeconds.auth, limits.refreshTokenSeconds);
  void reply.setCookie("accessToken", idToken, { path: "/", sameSite: "lax", secure, maxAge });
  return true;
}
