import type { Locator, Page } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { callApi } from "../actors/api.ts";
import { completeVisit, signUp } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { mouse } from "../input/mouse.ts";
import { Home } from "../pages/home.ts";
import { openMail } from "../pages/mailbox.ts";
import { SignIn } from "../pages/sign-in.ts";
import { signUpOnPage } from "../pages/sign-up.ts";
import { marketingOrigin } from "../settings.ts";

test("§2.3 §8 log in: errors at the fields, one sentence for wrong details, each in a place that is kept for it: no field moves", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  expectApiError({ path: "/api/signin", status: 401 });
  await signUp(api, patient);
  const signIn = new SignIn(page);
  await signIn.open();
  await expect(page.getByRole("heading", { name: "Hello, beautiful!!" })).toBeVisible();
  await expect(page).toHaveTitle("Calendula | Log in");
  const button = page.getByRole("button", { name: "Continue" });
  const places = () => Promise.all([signIn.email, signIn.password, button].map(topOf));
  await page.evaluate(() => document.fonts.ready.then(() => null));
  // Every page preloads them.
  const families = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
  );
  expect(families).toEqual(expect.arrayContaining(["Fraunces", "Atkinson Hyperlegible Next"]));
  const before = await places();
  await expect(page.getByText("Our emails never say what we treat.")).toBeVisible();

  await button.click();
  await expect(signIn.email).toHaveAttribute("aria-invalid", "true");
  await expect(signIn.email).toBeFocused();
  await expect(signIn.email).toHaveAccessibleDescription("Please enter your email.");
  await expect(signIn.password).toHaveAccessibleDescription("Please enter a password.");
  expect(await places(), "empty").toEqual(before);
  await checkAccessibility(page, "Log in, empty");

  await signIn.email.fill("not an email");
  await signIn.password.focus();
  await expect(signIn.email).toHaveAccessibleDescription(/^Your email must have/);
  expect(await places(), "no email").toEqual(before);

  await signIn.submit({ ...patient, password: "not her password" });
  await expect(page.getByRole("alert").filter({ hasText: errorMessage("wrong_credentials") })).toBeVisible();
  expect(await places(), "wrong").toEqual(before);
  await checkAccessibility(page, "Log in, wrong");
  await expect(signIn.email).toHaveValue(patient.email);

  await signIn.submit(patient);
  await expect(page.getByRole("heading", { name: "About you" })).toBeVisible();
});

/** Distance from the top of the page, however far it is scrolled, px. */
const topOf = (locator: Locator) =>
  locator.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));

test("§2.3 §8 sign-up: every missing input shows an error at its field, in a place that is kept for it", async ({
  page,
  patient,
  api,
  checkAccessibility,
  content,
  expectApiError,
}) => {
  const fields = ["First name", "Last name", "Email"].map((name) => page.getByRole("textbox", { name }));
  // The names stand side by side where there is room, and their errors then take two lines.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/eligibility");
    await expect(page.locator("#early")).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    const unmarked = await Promise.all(fields.map(topOf));
    await page.getByRole("button", { name: "Register" }).click();
    await expect(fields[0]!).toBeFocused();
    await expect(fields[0]!).toHaveAccessibleDescription("Please enter your first name.");
    expect(await Promise.all(fields.map(topOf)), `${width} px`).toEqual(unmarked);
  }
  await expect(page.getByText(content.brand.termsmissing)).toBeVisible();
  await checkAccessibility(page, "Sign up, empty");

  await test.step("a known email with another password gets the neutral sentence", async () => {
    expectApiError({ path: "/api/signup", status: 409 });
    await signUp(api, patient);
    await signUpOnPage(page, mouse, { ...patient, password: "some other words" });
    await expect(page.getByRole("alert").filter({ hasText: errorMessage("email_taken") })).toBeVisible();
  });
});

test("§4 password reset: the link in the mail sets a new password, which logs in", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  await signUp(api, patient);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Recover Password" })).toBeVisible();
  await checkAccessibility(page, "Forgot password");
  await page.getByRole("textbox", { name: "Email" }).fill(patient.email);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("heading", { name: "It's on the way" })).toBeVisible();
  await checkAccessibility(page, "It's on the way");
  await page.getByRole("button", { name: "Resend Link" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(patient.email);

  await openMail(page, patient.email, /password/i);
  await checkAccessibility(page, "A mail");
  const mailed = page.getByRole("link", { name: /\/new-password/ });
  const link = (await mailed.getAttribute("href")) ?? "";
  await mailed.click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await expect(page).toHaveURL("/new-password");
  await checkAccessibility(page, "New password");

  const save = page.getByRole("button", { name: "Save new password" });
  await page.getByLabel("New password", { exact: true }).fill("calendula at dawn");
  await page.getByLabel("Confirm password", { exact: true }).fill("calendula at dusk");
  await save.click();
  await expect(page.getByText("Your password does not match")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Password did not match" })).toBeVisible();
  await page.getByLabel("Confirm password", { exact: true }).fill("calendula at dawn");
  await save.click();
  await expect(page.getByRole("heading", { name: "Your password has been changed" })).toBeVisible();
  await checkAccessibility(page, "Password changed");
  await page.getByRole("link", { name: "Login" }).click();
  await new SignIn(page).submit({ ...patient, password: "calendula at dawn" });
  await expect(page.getByRole("heading", { name: "About you" })).toBeVisible();

  await test.step("the same link again says that it has expired, and leads to a new one", async () => {
    expectApiError({ path: "/api/password/check", status: 400 });
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toHaveCount(0);
    await checkAccessibility(page, "New password, used link");
    await page.getByRole("link", { name: "Send a new link" }).click();
    await expect(page.getByRole("heading", { name: "Recover Password" })).toBeVisible();
  });
});

test("§2.2 an expired session says so, and so does a link without its parts", async ({ page, checkAccessibility }) => {
  await page.goto("/login?expired=true");
  await expect(page.getByText("Your session has expired. Please log in again.")).toBeVisible();
  await checkAccessibility(page, "Log in, expired");
  await page.goto("/new-password");
  await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await page.goto("/invitation-code");
  await expect(page.getByRole("textbox", { name: "Sign-up code" })).toBeVisible();
  await checkAccessibility(page, "Invitation code");
});

test("@desktop §2.2 ?token= logs in and disappears from the address bar; a second time sign-in says why, and leads on to the same page", async ({
  page,
  freshBrowser,
  patient,
  api,
  expectApiError,
}) => {
  const token = await signUp(api, patient);
  const { onetimetoken } = await callApi(api, auth.getOneTimeToken, { body: null }, { token });
  const link = `/health-questions?at=1.5&token=${onetimetoken}`;
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "About you" })).toBeVisible();
  expect(page.url()).not.toContain(onetimetoken);
  const other = await freshBrowser();
  expectApiError({ path: "/api/gettoken", status: 401 });
  await other.goto(link);
  await expect(other.getByText("This link couldn't log you in.")).toBeVisible();
  await new SignIn(other).submit(patient);
  await expect(other.getByRole("heading", { name: "About you" })).toBeVisible();
});

test("@desktop §2.3 the Quit dialog opens while the step is loading: Cancel keeps the focus, and returns it to Quit", async ({
  page,
  patient,
  api,
}) => {
  const { onetimetoken } = await callApi(
    api,
    auth.getOneTimeToken,
    { body: null },
    { token: await signUp(api, patient) },
  );
  const step = await holdResponses(page, "**/api/patient/onboardingv2/step/*");
  const dialog = await holdResponses(page, "**/exit-dialogs-*.js");
  await page.goto(`/health-questions?token=${onetimetoken}`);
  const quit = page.getByRole("button", { name: "Quit" });
  const cancel = page.getByRole("alertdialog").getByRole("button", { name: "Cancel" });
  await test.step("the step arrives before the dialog", async () => {
    await quit.click();
    await step.release();
    await expect(page.getByRole("heading", { name: "About you" })).toBeFocused();
    await dialog.release();
    await expect(cancel).toBeFocused();
    await cancel.click();
    await expect(quit).toBeFocused();
  });
  await test.step("the step arrives after the dialog", async () => {
    const again = await holdResponses(page, "**/api/patient/onboardingv2/step/*");
    await page.reload();
    await quit.click();
    await expect(cancel).toBeFocused();
    await again.release();
    await expect(page.locator("h1", { hasText: "About you" })).toBeVisible();
    await expect(cancel).toBeFocused();
    await cancel.click();
    await expect(quit).toBeFocused();
  });
});

/** Holds requests to this address until `release` is called, which waits for the first: an address nothing asks for holds nothing. */
async function holdResponses(page: Page, url: string): Promise<{ readonly release: () => Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    asked.resolve();
    await gate.promise;
    await route.continue();
  });
  return {
    release: async () => {
      await asked.promise;
      gate.resolve();
    },
  };
}

test("§2.3 quitting and logging out ask first", async ({ page, patient, api, checkAccessibility }) => {
  await signUp(api, patient);
  await new SignIn(page).openSignedIn("/health-questions", patient);
  await page.getByRole("button", { name: "Quit" }).click();
  const quit = page.getByRole("alertdialog", { name: "Are you sure you want to quit onboarding?" });
  await expect(quit).toBeVisible();
  await checkAccessibility(page, "Quit?");
  await quit.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Quit" })).toBeFocused();

  await page.getByRole("button", { name: "Log out" }).click();
  const logout = page.getByRole("alertdialog", { name: "Are you sure you want to log out?" });
  await logout.getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL(`${marketingOrigin}/`);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("accessToken");
  await page.goto("/home");
  await expect(page).toHaveURL("/login?redirectTo=%2Fhome");
});

test("a page that the browser kept whole and gives back shows nothing of a patient who logged out elsewhere", async ({
  page,
  api,
  patient,
  expectProblem,
}) => {
  // What home still asks for when the session ends.
  expectProblem(/status of 401/);
  await completeVisit(api, patient);
  await new SignIn(page).openSignedIn("/home", patient);
  await new Home(page).expectGreeting(patient.firstname);
  await page.context().clearCookies();
  // Neither focus nor visibility changes where a browser restores a page.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(`Hello, ${patient.firstname}`)).toHaveCount(0);
});
