import type { Page } from "@playwright/test";
import { newTermsCutoff } from "#contract/constants.ts";

/** Changes the text of every answer to requests of `url` before the page gets it. */
export const rewriteResponses = (page: Page, url: string, change: (body: string) => string): Promise<unknown> =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: change(await response.text()) });
  });

/** Her record says she signed up long before the new terms, whatever part of an answer it is; acceptance is the server's. */
export async function pretendOldSignUp(page: Page): Promise<void> {
  const signupdate = Date.parse(`${newTermsCutoff}T00:00:00Z`) / 1000 - 86_400 * 30;
  await rewriteResponses(page, "**/api/**", (body) =>
    body.replaceAll(/"signupdate":\d+/g, `"signupdate":${signupdate}`),
  );
}
