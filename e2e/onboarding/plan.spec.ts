import type { Page, Route } from "@playwright/test";
import { completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { mouse } from "../input/mouse.ts";
import { expectReducedMotion } from "../motion.ts";
import { routeOnce } from "../network/responses.ts";
import { Checkout } from "../pages/checkout.ts";
import { SignIn } from "../pages/sign-in.ts";

const plan = (page: Page) => page.getByRole("article");
const proceed = (page: Page) => page.getByRole("button", { name: "Continue", exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Before you start" });
const addons = (page: Page) => page.getByRole("heading", { level: 1, name: "Would you like to add something?" });
/** How far from the side the screen came in. */
const comesFrom = (page: Page) =>
  page
    .getByRole("heading", { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).getPropertyValue("--from").trim());
const both = "Estradiol patch + progesterone capsule";

/** Changes the next response to the reveal; the ones after it are the server's. */
async function rewriteNextReveal(page: Page, change: (body: string) => string): Promise<void> {
  await routeOnce(page, "**/patient/onboardingv2/productreveal*", async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

test(
  "the suggested plan: seen at a glance, its supply changed, another option swapped in, its risks read before going on",
  { tag: "@translated" },
  async ({ page, patient, api, checkAccessibility }) => {
    await completeVisitUpTo(api, patient, 3);
    await new SignIn(page).openSignedIn("/", patient);
    await expect(plan(page).getByRole("heading", { level: 2, name: both })).toBeVisible();
    await expect(plan(page)).toContainText("$94 today");
    await expect(plan(page)).toContainText("100 mg, with estrogen");
    await checkAccessibility(page, `${patient.firstname}, here is what fits you`);
    await test.step("a phone screen and two thirds, with the way on over nothing that is read", async () => {
      const height = await page.evaluate(() => document.scrollingElement?.scrollHeight);
      expect(height).toBeLessThanOrEqual(1.67 * 844);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const [bar, questions] = [await proceed(page).boundingBox(), await page.getByText(/^Questions\?/).boundingBox()];
      expect(questions?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
    });

    await page.getByRole("radio", { name: /^84 days/ }).check();
    await expect(plan(page)).toContainText("$253 today");

    await test.step("another option takes the place of the one with the same hormone, in the same supply", async () => {
      await page.getByText(/^See \d+ other options$/).click();
      const tablet = page.locator("summary").filter({ hasText: "Estradiol tablet" });
      await tablet.click();
      await expect(page.getByText("A tablet raises the chance of a clot more than a patch does.")).toBeVisible();
      await checkAccessibility(page, "The plan, with another option opened");
      await page.getByRole("button", { name: /^Swap it into my plan/ }).click();
      const swapped = plan(page).getByRole("heading", { level: 2, name: "Estradiol tablet + progesterone capsule" });
      await expect(swapped).toBeFocused();
      await expect(plan(page)).toContainText("$172 today");
    });

    await test.step("Continue opens what is to be known first, word for word", async () => {
      await proceed(page).click();
      await expect(sheet(page)).toContainText("Made with peanut oil. Do not take it if you are allergic to peanuts.");
      await checkAccessibility(page, "Before you start");
      await sheet(page).getByRole("button", { name: "I’ve read it. Continue" }).click();
      await expect(addons(page)).toBeVisible();
    });

    await test.step("a step comes in from where it leads, with its heading focused; with reduced motion nothing moves", async () => {
      await expect(addons(page)).toBeFocused();
      expect(await comesFrom(page)).toBe("1.5rem");
      await page.getByRole("link", { name: "Back" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "here is what fits you" })).toBeFocused();
      expect(await comesFrom(page)).toBe("-1.5rem");
      await expectReducedMotion(page);
    });

    await test.step("read once is read: going back asks nothing again", async () => {
      await expect(page.getByRole("button", { name: /^Before you start.*: read$/s })).toBeVisible();
      await proceed(page).click();
      await expect(addons(page)).toBeVisible();
    });
  },
);

test("§8 a sheet closed before its end was seen does not count; a plan that became dearer while the patient looked is refused with its price, and nothing is lost", async ({
  page,
  patient,
  api,
  expectApiError,
}) => {
  expectApiError({ path: "/api/patient/onboardingv2/step/3", status: 409 });
  await completeVisitUpTo(api, patient, 3);
  await rewriteNextReveal(page, (body) => body.replaceAll('"price":59,', '"price":49,'));
  await new SignIn(page).openSignedIn("/", patient);
  await expect(plan(page)).toContainText("$84 today");

  await test.step("a sheet closed before its end was seen says so kindly", async () => {
    await page.setViewportSize({ width: 320, height: 400 });
    await page.getByRole("button", { name: /^Before you start/ }).click();
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toHaveCount(0);
    await expect(page.getByText("please take one more look before you continue")).toBeVisible();
  });
  await proceed(page).click();
  await sheet(page).getByRole("button", { name: "I’ve read it. Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("The price of your plan went up to $94.00");
  await expect(plan(page)).toContainText("$94 today");
  await expect(plan(page).getByRole("heading", { level: 2, name: both })).toBeVisible();
  await proceed(page).click();
  await expect(addons(page)).toBeVisible();
});

test("§8 an option that is not offered any more leaves the plan with a reason, and the rest of it stays", async ({
  page,
  patient,
  api,
  expectApiError,
}) => {
  expectApiError({ path: "/api/patient/onboardingv2/step/3", status: 400 });
  await completeVisitUpTo(api, patient, 3);
  await rewriteNextReveal(page, (body) => body.replaceAll("estradiol_patch_0_05_1m", "estradiol_patch_0_05_2m"));
  await new SignIn(page).openSignedIn("/", patient);
  await expect(plan(page).getByRole("heading", { level: 2, name: both })).toBeVisible();
  await page.getByText(/^See \d+ other options$/).click();
  await proceed(page).click();
  await sheet(page).getByRole("button", { name: "I’ve read it. Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("That size isn't available anymore.");
  await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await expect(plan(page).getByRole("heading", { level: 2, name: "Progesterone capsule" })).toBeVisible();
  await expect(page.getByText(/^See \d+ other options$/)).toBeVisible();
});

test("@both checkout shows what is ordered from the first moment, and what is held beside the card", async ({
  page,
  patient,
  api,
  viewport,
}) => {
  await completeVisitUpTo(api, patient, 6);
  await new SignIn(page).openSignedIn("/", patient);
  const checkout = new Checkout(page, mouse);
  await expect(checkout.part("Where to ship")).toBeVisible();
  const wide = (viewport?.width ?? 0) >= 960;
  const order = wide ? page.getByRole("region", { name: "Your plan so far" }) : page.locator("summary").first();
  await expect(order).toContainText(/progesterone capsule/i);
  await expect(order).toContainText("$94.00");
  await checkout.ship();
  await expect(checkout.part("How you pay")).toContainText("$94.00 held today, not charged.");
  await checkout.enterCard();
  await checkout.bill();
  const review = checkout.part("Review and pay");
  await expect(review.getByRole("group", { name: "What you agree to" })).toBeVisible();
  await expect(review.getByRole("button", { name: "Check out: $94.00" })).toBeVisible();
});
