import { randomUUID } from "node:crypto";
import { completeVisit, completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { Home } from "../pages/home.ts";
import { SignIn } from "../pages/sign-in.ts";
import { marketingOrigin } from "../settings.ts";

test("@desktop §2.2 a visitor: every page for patients leads to sign-in or sign-up", async ({
  page,
  checkAccessibility,
}) => {
  for (const [path, leadsTo] of [
    ["/order/1?x=2", "/login?redirectTo=%2Forder%2F1%3Fx%3D2"],
    ["/checkout", "/eligibility"],
    ["/no-such-page", "/404"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(leadsTo);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "There's no page here" })).toBeVisible();
  await checkAccessibility(page, "Not found");
});

test("@desktop §2.2 in the visit: no page ahead of the patient's step, no dashboard, no sign-in", async ({
  page,
  patient,
  api,
}) => {
  await completeVisitUpTo(api, patient, 2.1);
  await new SignIn(page).open("?redirectTo=/support");
  await new SignIn(page).submit(patient);
  const question = page.getByRole("heading", { level: 1, name: "Your last period" });
  await expect(question).toBeVisible();
  // The dashboard must not flash: this records whatever the document shows on the way.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('header a[href="/treatment"], header a[href="/home"]'))
        document.documentElement.setAttribute("data-frame-seen", "");
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  for (const path of ["/checkout", "/home", "/login"]) {
    await page.goto(path);
    await expect(question).toBeVisible();
    await expect(page.locator("html"), `the dashboard's frame on the way from ${path}`).not.toHaveAttribute(
      "data-frame-seen",
    );
  }
});

test("§2.2 in care: the visit is over, redirectTo accepts own paths only, an order that is not the patient's is not found", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  const order = await completeVisit(api, patient);
  const home = new Home(page);
  await new SignIn(page).open("?redirectTo=https://evil.example/home");
  await new SignIn(page).submit(patient);
  await home.expectGreeting(patient.firstname);
  for (const path of ["/checkout", "/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/home");
    await home.expectGreeting(patient.firstname);
  }
  await page.goto(`/order/${order}`);
  await expect(page.getByText("12 Garden Way").first()).toBeAttached();
  await checkAccessibility(page, "Order, in review");
  const unknownOrder = randomUUID();
  expectApiError({ path: `/api/order/${unknownOrder}`, status: 404 });
  await page.goto(`/order/${unknownOrder}`);
  await expect(page.getByRole("heading", { level: 1, name: "We couldn't find this order" })).toBeVisible();
  await expect(page.getByText("12 Garden Way")).toHaveCount(0);

  await page.getByRole("button", { name: `Account of ${patient.firstname}` }).click();
  await checkAccessibility(page, "Account menu");
  await page.getByRole("button", { name: "Logout" }).click();
  const logout = page.getByRole("alertdialog", { name: "Are you sure you want to log out?" });
  await expect(logout).toBeVisible();
  await checkAccessibility(page, "Log out of the dashboard?");
  await logout.getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL(`${marketingOrigin}/`);

  await new SignIn(page).open("?redirectTo=/treatment");
  await new SignIn(page).submit(patient);
  await expect(page).toHaveURL("/treatment");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
  await checkAccessibility(page, "Treatment");
});
