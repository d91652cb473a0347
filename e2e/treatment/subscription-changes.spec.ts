import type { Page } from "@playwright/test";
import type { Content } from "#content/loader/load.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { createPatientInCare } from "../actors/patient-in-care.ts";
import { expect, test } from "../fixtures.ts";
import { unavailable } from "../network/responses.ts";
import { withoutFollowup } from "../pages/followup-dialog.ts";
import { Home } from "../pages/home.ts";
import { SignIn } from "../pages/sign-in.ts";

/** The demo patient with this id. */
function demoPatient({ demo }: Content, id: string) {
  const found = demo.patients.find((patient) => patient.id === id);
  if (!found) throw new Error(`No demo patient ${id}`);
  return found;
}

/** Signs a demo patient in. The demo desk sends some of them a follow-up on its own schedule; it must not open over the tested page. */
async function signInAndOpenHome(page: Page, content: Content, id: string): Promise<Home> {
  const patient = demoPatient(content, id);
  await withoutFollowup(page);
  await new SignIn(page).openSignedIn("/home", patient);
  const home = new Home(page);
  await home.expectGreeting(patient.firstname);
  return home;
}

const dialog = (page: Page) => page.getByRole("alertdialog");
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const statusHeading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).first();
const dialogValue = (page: Page, label: string) =>
  dialog(page).getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");
/** The day in a heading or a button, as milliseconds since the epoch. */
const parseDay = (text: string | null): number => Date.parse((text ?? "").replace(/^[^:]*: |^.*until /, ""));

test("@desktop §4 every change shows its effect before, and the screen agrees afterwards", async ({
  page,
  content,
  checkAccessibility,
  expectApiError,
}) => {
  await signInAndOpenHome(page, content, "maria");
  await checkAccessibility(page, "Home, in care");
  await page.getByRole("link", { name: /^Manage/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
  await page.getByRole("link", { name: /^Change, pause or skip.*Estradiol patch$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Estradiol patch" })).toBeVisible();
  await checkAccessibility(page, "Subscription");

  await test.step("Escape changes nothing and returns the focus", async () => {
    await button(page, "Pause").focus();
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("button", { name: "Not now" })).toBeFocused();
    await checkAccessibility(page, "Pause");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(button(page, "Pause")).toBeFocused();
  });

  await test.step("§9 pause by keyboard, with the day shown before", async () => {
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByRole("button", { name: "Not now" })).toBeFocused();
    await dialog(page)
      .getByRole("radio", { name: /^1 month/ })
      .focus();
    await page.keyboard.press("ArrowDown");
    const confirm = dialog(page).getByRole("button", { name: /^Pause until / });
    const day = parseDay(await confirm.textContent());
    await confirm.focus();
    await page.keyboard.press("Enter");
    await expect(statusHeading(page)).toHaveText(/^Paused until /);
    expect(parseDay(await statusHeading(page).textContent())).toBe(day);
    await expect(
      page.getByRole("status").filter({ hasText: "go together, so this covers both. You won't be charged before" }),
    ).toBeVisible();
    await checkAccessibility(page, "Subscription, paused");
  });

  await test.step("end the pause", async () => {
    await button(page, "End the pause").click();
    await expect(dialog(page)).toContainText("Charged today");
    await dialog(page).getByRole("button", { name: "End the pause" }).click();
    await expect(statusHeading(page)).toHaveText(/^Next charge: /);
  });

  await test.step("§9 skip moves one cycle", async () => {
    await button(page, "Skip this one").click();
    const day = parseDay(await dialogValue(page, "Next charge").textContent());
    await checkAccessibility(page, "Skip");
    await dialog(page).getByRole("button", { name: "Skip it" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Skipped." })).toBeVisible();
    expect(parseDay(await statusHeading(page).textContent())).toBe(day);
    await expect(page.getByRole("listitem").filter({ hasText: "You skipped this one." })).toBeVisible();
  });

  await test.step("a planned prescription order can be skipped, and cancelling it is not offered as well", async () => {
    await expect(button(page, "Skip this one")).toBeVisible();
    await expect(button(page, "Cancel this supply")).toHaveCount(0);
  });

  await test.step("a change made in another tab meanwhile is reported, and the screen shows it", async () => {
    const token = (await page.context().cookies()).find(({ name }) => name === "accessToken")?.value ?? "";
    const { subscriptions } = await callApi(page.request, treatment.overview, {}, { token });
    const patch = subscriptions.find(({ item }) => item.name === "Estradiol patch");
    const prescriptionOrder = patch?.prescriptionorders.find(({ status }) => status === "scheduled");
    const id = prescriptionOrder?.id ?? "";
    expectApiError({ path: `/api/transact/prescriptionorder/${id}/skip`, status: 409 });
    await button(page, "Skip this one").click();
    await callApi(page.request, treatment.skip, { params: { id }, body: {} }, { token });
    await dialog(page).getByRole("button", { name: "Skip it" }).click();
    await expect(dialog(page).getByRole("alert").filter({ hasText: "You already skipped this order." })).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Skip it" })).toBeHidden();
    await checkAccessibility(page, "Skip, refused");
    await dialog(page).getByRole("button", { name: "Close" }).last().click();
    await expect(page.getByRole("listitem").filter({ hasText: "You skipped this one." })).toHaveCount(2);
  });

  await test.step("§9 the one retention offer, and beside it, as large, Cancel anyway", async () => {
    await page.getByRole("link", { name: "Treatment", exact: true }).click();
    await page.getByRole("link", { name: "Cancel a subscription" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Cancel your subscription" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(page.getByText("Please choose what you want to cancel.")).toBeVisible();
    await checkAccessibility(page, "Cancel, nothing chosen");
    await page.getByRole("checkbox", { name: /^Progesterone capsule/ }).check();
    const stay = await page.getByRole("button", { name: "Stay with the discount" }).boundingBox();
    const cancel = await page.getByRole("button", { name: "Cancel anyway" }).boundingBox();
    expect([cancel?.width, cancel?.height]).toEqual([stay?.width, stay?.height]);
    await checkAccessibility(page, "Cancel, with an offer");
    await page.getByRole("button", { name: "Stay with the discount" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "All done" })).toBeFocused();
    await checkAccessibility(page, "Stayed");
  });

  await test.step("an accepted offer is not made again; both are cancelled at once, and a reason that is an emergency shows 911", async () => {
    await page.goto("/cancel-subscription");
    for (const name of [/^Estradiol patch/, /^Progesterone capsule/])
      await page.getByRole("checkbox", { name }).check();
    await page.getByText("Tell us why, if you like").click();
    await page.getByLabel("Your reason").fill("I have chest pain and cant breathe since the patch");
    await page.getByRole("button", { name: "Cancel anyway" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "are canceled" })).toBeFocused();
    const urgent = page.getByRole("alert", { name: "Urgent help" });
    await expect(urgent.getByRole("link", { name: "Call 911" })).toHaveAttribute("href", "tel:911");
    await expect(urgent.getByRole("link", { name: "Call 911" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("region", { name: "What you'll be charged from now on" })).toContainText("Nothing.");
    await checkAccessibility(page, "Canceled");
    await page.goto("/cancel-subscription");
    await expect(page.getByRole("heading", { level: 1, name: "You have nothing to cancel" })).toBeVisible();
    await checkAccessibility(page, "Nothing to cancel");
  });
});

test("§2.1 decisions §9 cancelling when past due: one press to its page, two screens, no reason", async ({
  page,
  content,
  checkAccessibility,
}) => {
  await signInAndOpenHome(page, content, "gloria");
  await expect(page.getByRole("region", { name: "Failed payment" })).toBeVisible();
  await checkAccessibility(page, "Home, past due");
  await page.goto("/treatment");
  await page.getByRole("link", { name: /^Update your card or cancel/ }).click();
  await expect(statusHeading(page)).toHaveText("Your last payment didn't go through");
  await checkAccessibility(page, "Subscription, past due");
  await page.goto("/home");
  await page.getByRole("link", { name: "Cancel subscription" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cancel your subscription" })).toBeVisible();
  await checkAccessibility(page, "Cancel, past due");
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "is canceled" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Failed payment" })).toBeHidden();
  await checkAccessibility(page, "Cancelled, was past due");
  await page.getByRole("link", { name: /^Order .* again$/ }).click();
  await expect(statusHeading(page)).toHaveText(/^Canceled on /);
  await checkAccessibility(page, "Subscription, cancelled");
});

test("§4 a paid prescription order is cancelled, the next one got at once, and another reordered", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
}) => {
  const { order } = await createPatientInCare(api, careTeam, patient);
  await new SignIn(page).openSignedIn("/treatment", patient);
  await page
    .getByRole("link", { name: /^Change, pause or skip/ })
    .first()
    .click();

  await test.step("cancelling what has not left the pharmacy: the money is refunded", async () => {
    await button(page, "Cancel this supply").last().click();
    const back = await dialogValue(page, "Your refund").textContent();
    await dialog(page).getByRole("button", { name: "Cancel this supply" }).click();
    await expect(page.getByRole("status").filter({ hasText: "We're refunding your card" })).toBeVisible();
    await page.goto(`/order/${order}`);
    await expect(
      page
        .getByRole("definition")
        .filter({ hasText: back ?? "" })
        .last(),
    ).toBeVisible();
    await expect(page.getByRole("term").filter({ hasText: "Refunded to you" })).toBeVisible();
    await checkAccessibility(page, "Order, given back");
    await page
      .getByRole("link", { name: /^Change, pause or skip/ })
      .first()
      .click();
  });

  await test.step("get next now: the sum is shown first, then charged once for two presses", async () => {
    await button(page, "Get next now").click();
    await checkAccessibility(page, "Get next");
    const pay = dialog(page).getByRole("button", { name: /^Pay \$/ });
    const sum = await dialogValue(page, "Charged today").textContent();
    await pay.dblclick();
    await expect(dialog(page)).toBeHidden();
    const made = page.getByRole("listitem").filter({ hasText: "Being prepared" });
    await expect(made).toHaveCount(1);
    await expect(made).toContainText(sum ?? "");
    await checkAccessibility(page, "Subscription, got next");
  });

  await test.step("after the subscription has ended, one more prescription order without renewal", async () => {
    await page.getByRole("link", { name: "Cancel subscription" }).click();
    await page.getByRole("button", { name: "Cancel anyway" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /canceled$/ })).toBeFocused();
    await expect(page.getByRole("region", { name: "What you paid for will still come" })).toBeVisible();
    await page.getByRole("link", { name: /^Order .* again$/ }).click();
    // The actions move up on the page once it has heard of the cancellation.
    await expect(statusHeading(page)).toHaveText(/^Canceled on /);
    await button(page, "Cancel this supply").click();
    await dialog(page).getByRole("button", { name: "Cancel this supply" }).click();
    await button(page, "Reorder").first().click();
    await expect(dialog(page)).toContainText("You won't get another one automatically");
    await checkAccessibility(page, "Reorder");
    await dialog(page).getByRole("button", { name: /^Pay / }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Being prepared" })).toHaveCount(1);
    await expect(statusHeading(page)).toHaveText(/^Canceled on /);
  });
});

test("@desktop every screen shows when it cannot load or does not exist, and works after a retry", async ({
  page,
  content,
  checkAccessibility,
  expectApiError,
}) => {
  const overviewPath = "/api/v2/prescriptionOrder/full";
  expectApiError({ path: overviewPath, status: 503 });
  await signInAndOpenHome(page, content, "denise");
  const stop = (url: URL) => url.pathname === overviewPath;
  for (const path of ["/treatment", "/cancel-subscription", "/subscription/0198f000-0000-7000-8000-000000000001"]) {
    await page.route(stop, (route) => route.fulfill(unavailable));
    await page.goto(path);
    await expect(page.getByRole("alert").filter({ hasText: "Service unavailable. Try again later" })).toBeVisible();
    await checkAccessibility(page, "Treatment, not loaded");
    // While it can't load: a read that is under way for another reason would take the button away before it is pressed.
    await page.getByRole("button", { name: "Try again" }).click();
    await page.unroute(stop);
    await expect(page.getByRole("alert").filter({ hasText: "Service unavailable" })).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expect(page.getByRole("heading", { level: 1, name: "We couldn't find this subscription" })).toBeVisible();
  await checkAccessibility(page, "Subscription, not found");
});

test("offline and on a slow connection every wait says what happens, and the page goes on by itself", async ({
  page,
  content,
  checkAccessibility,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ChunkLoadError/);
  await signInAndOpenHome(page, content, "denise");
  const main = page.getByRole("main");
  const mainNavigation = page.getByRole("navigation", { name: "Main" });
  const goTo = (name: string) => mainNavigation.getByRole("link", { name, exact: true }).click();
  const offline = main.getByRole("status").filter({ hasText: "You're offline" });

  await test.step("a page that is not loaded yet opens when the connection is back", async () => {
    await page.context().setOffline(true);
    await goTo("Treatment");
    await expect(offline).toBeVisible();
    await expect(main).toContainText("This page will open on its own when you're back online.");
    await checkAccessibility(page, "Offline, a page awaited");
    await page.context().setOffline(false);
    // The waiting page already has the title.
    await expect(main.getByRole("article")).toContainText(/Your next charge|We’ll try \$\d/);
    await expect(offline).toHaveCount(0);
  });

  await test.step("so does a dialog; the page stays meanwhile", async () => {
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "HSA receipt", exact: true }).click();
    await expect(offline).toBeVisible();
    await expect(main.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
    // An error without a connection loads nothing: what failed to load once would take the next report along.
    await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { message: "offline" })));
    await page.context().setOffline(false);
    const dialog = page.getByRole("dialog", { name: "Download HSA Receipt" });
    await expect(dialog.getByLabel("Year")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

  await test.step("§8 a page cut off while loading leaves the frame in place and is reported; it loads once the connection is back", async () => {
    const part = /\/assets\/support-[^/]*\.js$/;
    await page.route(part, (route) => route.abort());
    const reported: unknown[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === fullPath(onboarding.errorLog)) reported.push(request.postDataJSON());
    });
    await goTo("Support");
    await expect(main.getByRole("heading", { level: 1, name: "This page didn't load" })).toBeVisible();
    await expect(mainNavigation).toBeVisible();
    await checkAccessibility(page, "A page did not load");
    await expect.poll(() => reported).toMatchObject([{ event: "ChunkLoadError", referring_step: "/support" }]);
    await page.context().setOffline(true);
    await expect(main.getByRole("heading", { level: 1, name: "You're offline" })).toBeVisible();
    await page.unroute(part);
    // The browser reports the connection as back, but the first request still fails.
    let lost = 0;
    const early = (url: URL) => url.pathname === "/support";
    await page.route(early, (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      return route.abort();
    });
    await page.context().setOffline(false);
    await expect(main.getByRole("heading", { level: 1, name: "How can we help?" })).toBeVisible();
    expect(lost).toBe(1);
    await page.unroute(early);
  });

  await test.step("a page that waits for one thing after another keeps its heading meanwhile", async () => {
    const record = Promise.withResolvers<void>();
    const code = Promise.withResolvers<void>();
    const part = /\/assets\/contact-page-[^/]*\.js$/;
    await page.route("**/api/onboarding", (route) => record.promise.then(() => route.continue()));
    await page.route(part, (route) => code.promise.then(() => route.continue()));
    const asked = page.waitForRequest(part);
    await page.goto("/contact-us", { waitUntil: "commit" });
    const heading = main.getByRole("heading", { level: 1, name: "Contact us" });
    await expect(heading).toBeVisible();
    await main.evaluate((mainElement) => {
      const noteLostHeading = () =>
        void (mainElement.querySelector("h1") ?? mainElement.setAttribute("data-lost-heading", ""));
      new MutationObserver(noteLostHeading).observe(mainElement, { childList: true, subtree: true });
    });
    const answered = page.waitForResponse("**/api/onboarding");
    record.resolve();
    await answered;
    await asked;
    code.resolve();
    await expect(main.getByRole("button", { name: "Send message" })).toBeVisible();
    await expect(main).not.toHaveAttribute("data-lost-heading");
    await page.unroute(part);
    await page.unroute("**/api/onboarding");
  });

  await test.step("a slow response: the frame, then a message, then the page", async () => {
    const answers = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname === "/api/v2/prescriptionOrder/full",
      (route) => answers.promise.then(() => route.continue()),
    );
    await page.goto("/home");
    await expect(main.getByText("This is taking longer than usual.")).toBeVisible();
    await checkAccessibility(page, "Home, a slow answer");
    answers.resolve();
    await expect(main.getByRole("region").first()).toBeVisible();
    await expect(main.getByText("This is taking longer than usual.")).toHaveCount(0);
  });
});

test("decisions §9 a reminder’s link leads to the place where it is done, through sign-in too", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  const { subscriptions } = await patientInCare.call(treatment.overview, {});
  await withoutFollowup(page);
  await new SignIn(page).openSignedIn(`/subscription/${subscriptions[0]?.id}?do=skip`, patientInCare);
  await expect(dialog(page).getByText("go together, so this covers both.")).toBeVisible();
  await page.keyboard.press("Escape");

  await test.step("several that do not belong together: one must be chosen first", async () => {
    await page.goto("/treatment?do=pause");
    await expect(page.getByText("Which one would you like to take a break from?")).toBeInViewport();
    await checkAccessibility(page, "Treatment, a link to pause");
    await page.getByRole("link", { name: /^Take a break.*Estradiol patch$/ }).click();
    await expect(dialog(page).getByRole("button", { name: /^Pause until/ })).toBeVisible();
  });
});
