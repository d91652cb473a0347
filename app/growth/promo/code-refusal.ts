import { type ApiError, isApiError } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { type CookieJar, visitorCookies } from "#app/api/session/cookies.ts";
import { session } from "#app/api/session/session.ts";
import { withoutQueryParams } from "#app/router/query-without.ts";
import { couponTexts } from "#contract/http/errors.ts";

/**
 * What a failed try of a code means (spec §5), by a link or typed: the patient is signed out, has gone beyond the step that takes codes, or the code
 * is refused. Null: nothing was said about the code. The message decides as well as our own error code, which a server of the specification
 * alone does not send.
 */
export type CodeRefusal = "unauthorized" | "completed" | "refused";

export function codeRefusal(error: unknown): CodeRefusal | null {
  if (!isApiError(error)) return null;
  if (matchesRefusal(error, couponTexts.unauthorized, "api_key_required")) return "unauthorized";
  if (matchesRefusal(error, couponTexts.stepCompleted, "step_completed")) return "completed";
  const isRefused = matchesRefusal(error, couponTexts.notFound, "bad_request") || error.code.startsWith("coupon_");
  return isRefused ? "refused" : null;
}

const matchesRefusal = ({ message, code }: ApiError, text: string, errorCode: ApiError["code"]): boolean =>
  message === text || code === errorCode;

/** What a refusal changes in the browser. */
export interface RefusalServices {
  readonly cookies: Pick<CookieJar, "drop">;
  /** Forgets who is signed in. */
  readonly signOut: () => void;
  /** Takes the codes out of the address. */
  readonly cleanAddress: () => void;
}

/** Tries a code somebody typed. What it fails with is thrown on, to be shown where it was typed. */
export async function tryTypedCode(
  work: () => Promise<void>,
  services: RefusalServices = browserServices,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = codeRefusal(error);
    if (refusal === "unauthorized") services.signOut();
    if (refusal === "completed") {
      services.cookies.drop(cookieNames.promocode);
      services.cleanAddress();
    }
    throw error;
  }
}

/** The names under which an address has codes. */
const codeParameters = ["promocode", "sessionPromo", "promocodeExistingID", "refcode"];

/** An address without its codes; null when it has none. */
export function withoutCodeParams(href: string): string | null {
  const url = new URL(href);
  const names = codeParameters.filter((name) => url.searchParams.has(name));
  return names.length === 0 ? null : url.pathname + withoutQueryParams(url.search, ...names) + url.hash;
}

export const browserServices: RefusalServices = {
  cookies: visitorCookies,
  signOut: () => session.clear(),
  cleanAddress: () => {
    const pathWithoutCode = withoutCodeParams(location.href);
    if (pathWithoutCode !== null) history.replaceState(history.state, "", pathWithoutCode);
  },
};
