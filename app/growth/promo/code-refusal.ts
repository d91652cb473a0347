import { type ApiError, isApiError } from "#app/api/api-error.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { type CookieJar, visitorCookies } from "#app/api/session/cookies.ts";
import { session } from "#app/api/session/session.ts";
import { withoutQueryParams } from "#app/browser/urls.ts";
import { couponTexts } from "#contract/http/errors.ts";

/**
 * What a failed attempt to apply a code means (spec §5), from a link or typed: the patient is signed out, is past the step that takes
 * codes, or the code is refused. Null: the failure says nothing about the code. Matches the message as well as our own error code, which a
 * server that implements only the specification does not send.
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
  /** Signs the patient out. */
  readonly signOut: () => void;
  /** Removes the codes from the URL. */
  readonly cleanAddress: () => void;
}

/** Tries a typed code. Rethrows the failure, to be shown at the field. */
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

/** Query parameters that carry codes. */
const codeParameters = ["promocode", "sessionPromo", "promocodeExistingID", "refcode"];

/** The path, query and hash of a URL without its codes; null if it has none. */
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
