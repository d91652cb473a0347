import { completeVisit, completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { Home } from "../pages/home.ts";
import { SignIn } from "../pages/sign-in.ts";

test("@desktop §2.2 a visitor: every page for patients leads to sign-in or sign-up", async ({
  page,
  checkAccessibility,
  expectApiError,
}) => {
  for (const [path, leadsTo] of [
    ["/home", "/login?redirectTo=%2Fhome"],
    ["/order/1?x=2", "/login?redirectTo=%2Forder%2F1%3Fx%3D2"],
    ["/messages/doctor", "/login?redirectTo=%2Fmessages%2Fdoctor"],
    ["/checkout", "/eligibility"],
    ["/health-questions", "/eligibility"],
    ["/", "/eligibility"],
    ["/redirect/", "/login"],
    ["/no-such-page", "/404"],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(leadsTo);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "There's no page here" })).toBeVisible();
  await checkAccessibility(page, "Not found");

  expectApiError({ path: "/api/referral/check", status: 404 });
  const asked = page.waitForResponse("**/api/referral/check");
  await page.goto("/referral?refcode=friend");
  await expect(page).toHaveURL("/eligibility");
  await (await asked).finished();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("A friend sent you")).toHaveCount(0);
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
  for (const path of [
    "/checkout",
    "/treatment-options",
    "/identity-verification",
    "/home",
    "/login",
    "/",
    "/redirect/",
  ]) {
    await page.goto(path);
    await expect(question).toBeVisible();
    await expect(page.locator("html"), `the dashboard's frame on the way from ${path}`).not.toHaveAttribute(
      "data-frame-seen",
    );
  }
});

test("§2.2 in care: the visit is over, redirectTo accepts own paths only, another patient's order is not found", async ({
  page,
  freshBrowser,
  patient,
  secondPatient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  await completeVisit(api, patient);
  const orderId = await completeVisit(api, secondPatient);

  const home = new Home(page);
  await new SignIn(page).open("?redirectTo=https://evil.example/home");
  await new SignIn(page).submit(patient);
  await home.expectGreeting(patient.firstname);
  for (const path of ["/", "/eligibility", "/checkout", "/login", "/redirect/"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/home");
    await home.expectGreeting(patient.firstname);
  }

  await page.getByRole("button", { name: `Account of ${patient.firstname}` }).click();
  await checkAccessibility(page, "Account menu");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("alertdialog", { name: "Are you sure you want to log out?" })).toBeVisible();
  await checkAccessibility(page, "Log out of the dashboard?");
  await page.keyboard.press("Escape");

  const elsewhere = await freshBrowser();
  await new SignIn(elsewhere).open("?redirectTo=/treatment");
  await new SignIn(elsewhere).submit(patient);
  await expect(elsewhere).toHaveURL("/treatment");
  await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
  await checkAccessibility(elsewhere, "Treatment");

  expectApiError({ path: `/api/order/${orderId}`, status: 404 });
  await elsewhere.goto(`/order/${orderId}`);
  await expect(elsewhere.getByText("12 Garden Way")).toHaveCount(0);
  await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
});

test("every page of the dashboard", async ({ page, patient, api, checkAccessibility }) => {
  const orderId = await completeVisit(api, patient);
  await new SignIn(page).open();
  await new SignIn(page).submit(patient);
  await new Home(page).expectGreeting(patient.firstname);
  for (const path of [
    `/order/${orderId}`,
    "/treatment",
    "/messages/doctor",
    "/support",
    "/contact-us",
    "/your-account",
    "/account-settings",
    "/medical-information",
    "/insurance-documents",
    "/referral",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await checkAccessibility(page, path.replace(orderId, "…"));
  }
});
