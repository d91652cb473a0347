import type { Page } from "@playwright/test";

/** Replaces the access token in the browser's cookies, as another tab signing in would. */
export async function replaceAccessToken(page: Page, token: string): Promise<void> {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "accessToken");
  if (!cookie) throw new Error("Nobody is signed in");
  await page.context().addCookies([{ ...cookie, value: token }]);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
}
