import type { Page, Route } from "@playwright/test";
import { newTermsCutoff } from "#contract/constants.ts";
import { errorMessage } from "#contract/http/errors.ts";

/** Changes the body of every response from `url` before the page gets it. */
export const rewriteResponses = (page: Page, url: string, change: (body: string) => string): Promise<unknown> =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: change(await response.text()) });
  });

/**
 * Handles the next request to `url` and lets those after it go on. Playwright's own `times: 1` switches interception off after the first, at a moment when
 * the page's pictures and chunks may be paused by it.
 */
export function routeOnce(
  page: Page,
  url: string | RegExp | ((url: URL) => boolean),
  handle: (route: Route) => Promise<unknown>,
): Promise<unknown> {
  let handled = false;
  return page.route(url, async (route) => {
    if (handled) return route.fallback();
    handled = true;
    await handle(route);
  });
}

/** Holds back every request to `url` until the returned function is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Makes every response give a sign-up date 30 days before the new terms' cutoff. Whether they are accepted still comes from the server. */
export async function pretendOldSignUp(page: Page): Promise<void> {
  const signupdate = Date.parse(`${newTermsCutoff}T00:00:00Z`) / 1000 - 86_400 * 30;
  await rewriteResponses(page, "**/api/**", (body) =>
    body.replaceAll(/"signupdate":\d+/g, `"signupdate":${signupdate}`),
  );
}

/** What the API responds when it is unavailable, for `route.fulfill`. */
export const unavailable = { status: 503, json: { code: "unavailable", message: errorMessage("unavailable") } };
