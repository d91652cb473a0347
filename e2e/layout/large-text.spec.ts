import type { Page } from "@playwright/test";
import { routes } from "#app/routes/routes.tsx";
import { treatment } from "#contract/treatment/calls.ts";
import { sendFollowup, reportDryness, sendDoctorMessage } from "../actors/patient-in-care.ts";
import { setNarrowestSize, setUsualSize, findUnreadable } from "../checks/readability.ts";
import { expect, test as base } from "../fixtures.ts";
import { switchFlow } from "../flows/visit/flow-variant.ts";
import { walkVisit } from "../flows/visit/walk-visit.ts";
import { countPresses } from "../input/count-presses.ts";
import { touch } from "../input/touch.ts";
import { openHost, command, cartProduct } from "../network/cart-host.ts";
import { rewriteResponses, pretendOldSignUp } from "../network/responses.ts";
import { Cart } from "../pages/cart.ts";
import { FollowupDialog } from "../pages/followup-dialog.ts";
import { magnesium } from "../pages/marketing-site.ts";
import { NotificationPanel } from "../pages/notification-panel.ts";
import { ReferAFriend } from "../pages/referral.ts";
import { SignIn } from "../pages/sign-in.ts";
import { ThreadPage } from "../pages/thread.ts";
import { marketingOrigin } from "../settings.ts";

const test = base.extend<{
  /** Checks that everything a screen shows is readable. What is not is reported for all screens together at the end of the test. */
  readonly expectReadable: (page: Page, screen: string) => Promise<void>;
}>({
  expectReadable: async ({}, provide) => {
    const found: string[] = [];
    await provide(async (page, screen) => {
      for (const problem of await findUnreadable(page)) found.push(`${screen}: ${problem}`);
    });
    expect(found.join("\n")).toBe("");
  },
  page: async ({ page }, provide) => {
    await page.goto("/404");
    await setNarrowestSize(page);
    await provide(page);
  },
});

const button = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name });
const firstHeading = (page: Page) => page.getByRole("heading", { level: 1 }).first();

/** Screens of the visit that tracking.spec.ts, which checks the accessibility of all others, does not come to. */
const onlyHere = ["Here is what we offer", "A photo of your ID", "Now a photo of you", "We're checking your ID"];

test("§4 large text on a narrow screen: the visit, from sign-up to home", async ({
  page,
  patient,
  content,
  expectReadable,
  checkAccessibility,
  viewport,
}) => {
  const inputMethod = countPresses(touch);
  const visitWalk = {
    person: patient,
    inputMethod,
    content,
    ssn: "666-12-3456",
    arrived: async (at: Page, screen: string) => {
      await expectReadable(at, screen);
      if (viewport && onlyHere.includes(screen)) {
        await setUsualSize(at, viewport);
        await checkAccessibility(at, screen);
        await setNarrowestSize(at);
      }
      return at;
    },
  };
  await page.goto("/eligibility");
  await walkVisit(page, { ...visitWalk, until: "About you" });
  for (const name of ["Quit", "Log out"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    await page.getByRole("alertdialog").waitFor();
    await expectReadable(page, `${name}?`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  }
  // In this flow the reveal comes before the questions.
  await switchFlow(page, touch, "F1");
  await walkVisit(page, { ...visitWalk, until: `Hello, ${patient.firstname}` });
  // With the two photos, which few are asked for.
  expect(inputMethod.presses()).toBeLessThan(90);
});

test("large text on a narrow screen: every page behind sign-in", async ({
  page,
  createDeliveredPatient,
  careTeam,
  expectReadable,
}) => {
  const patientInCare = await createDeliveredPatient();
  await reportDryness(patientInCare);
  await pretendOldSignUp(page);
  await new SignIn(page, touch).signIn(patientInCare, "?promocode=FSASTORE30");
  const region = (name: string | RegExp) => page.getByRole("region", { name });
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };

  await test.step("home with a promo offer, new terms and an upsell", async () => {
    await expect(region("offer")).toContainText("Your code is FSASTORE30.");
    await expect(region("Our terms have changed")).toBeVisible();
    await expect(region("A cream for comfort")).toBeVisible();
    await expectReadable(page, "Home with all there is");
    await region("Our terms have changed").getByRole("button", { name: "Accept" }).tap();
    await expect(region("Our terms have changed")).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("what opens from every page: menu, notifications, receipt, logging out", async () => {
    await page.getByRole("button", { name: `Account of ${patientInCare.firstname}` }).tap();
    await expectReadable(page, "Account menu");
    await page.getByRole("button", { name: "Logout" }).tap();
    await dialog.waitFor();
    await expectReadable(page, "Log out?");
    await close();
    await new NotificationPanel(page, touch).open();
    await expectReadable(page, "Notifications");
    await close();
    await page.getByRole("button", { name: "HSA receipt", exact: true }).tap();
    await dialog.getByLabel("Year").waitFor();
    await expectReadable(page, "HSA receipt");
    await close();
  });

  await test.step("the upsell, viewed and accepted", async () => {
    await region("A cream for comfort")
      .getByRole("button", { name: /^See details/ })
      .tap();
    const add = dialog.getByRole("button", { name: "Add to my treatment" });
    await add.waitFor();
    await expectReadable(page, "Offer");
    await add.tap();
    const done = dialog.getByRole("button", { name: "Done" });
    await done.waitFor();
    await expectReadable(page, "Offer, added");
    await done.tap();
    await region("With your doctor").waitFor();
    await expectReadable(page, "Home, something added");
  });

  await test.step("a follow-up, and home with the follow-up to continue", async () => {
    await sendFollowup(careTeam, patientInCare.id);
    const followupDialog = new FollowupDialog(page, touch);
    await followupDialog.at(/^Hello /);
    await expectReadable(page, "Review");
    await followupDialog.press("Begin");
    await followupDialog.at(/will read your answers$/);
    await expectReadable(page, "Review, who reads it");
    await followupDialog.press("Continue");
    await followupDialog.at("Do you still use your treatment the way your label says?");
    await expectReadable(page, "Review, one answer");
    await followupDialog.choose(followupDialog.radio("Yes, always"));
    await followupDialog.press("Continue");
    await followupDialog.at("In the last 4 weeks, how much did these bother you?");
    await followupDialog.answerSymptoms("2");
    await expectReadable(page, "Review, symptoms");
    await followupDialog.press("Continue");
    await followupDialog.at("Have you noticed any of these since you started?");
    await expectReadable(page, "Review, several answers");
    await followupDialog.press("Later");
    await page.getByRole("main").getByRole("link", { name: "Continue", exact: true }).waitFor();
    await expectReadable(page, "Home with a review to go on with");
  });

  await test.step("every page by its address, with what opens on it", async () => {
    const { subscriptions } = await patientInCare.call(treatment.overview, {});
    const [subscription] = subscriptions;
    const idOf: Record<string, string> = {
      "/subscription/:id": `/subscription/${subscription?.id}`,
      "/order/:id": `/order/${patientInCare.order}`,
      "/support/:id": "/support/refer_a_friend",
    };
    const pressChange = (name: RegExp) => button(page, name).first().tap();
    const opens: Readonly<Record<string, () => Promise<unknown>>> = {
      "/subscription/:id": async () => {
        for (const name of ["Pause", "Skip this one"]) {
          await button(page, name).first().tap();
          await dialog.waitFor();
          await expectReadable(page, name);
          await close();
        }
      },
      "/your-account": () => pressChange(/^Change about you/),
      "/account-settings/shipping-address": () => pressChange(/^Change/),
      "/account-settings/billing-address": () => pressChange(/^Change/),
      "/account-settings/password": async () => {
        await pressChange(/^Change/);
        await button(page, "Change password").tap();
      },
      "/medical-information": () => page.getByRole("link", { name: /^Edit/ }).first().tap(),
      "/cancel-subscription": () => button(page, "Cancel subscription").tap(),
      "/referral": async () => {
        const referral = new ReferAFriend(page, touch);
        await referral.invite(`${patientInCare.id}@example.com`);
        await referral.friends.getByRole("listitem").waitFor();
      },
    };
    await sendDoctorMessage(careTeam, patientInCare, "Good morning, how are your nights? A few words are enough.");
    for (const { path, shell } of routes) {
      if (shell !== "dashboard") continue;
      await page.goto(idOf[path] ?? path);
      await firstHeading(page).waitFor();
      await expectReadable(page, path);
      if (!opens[path]) continue;
      await opens[path]();
      await expectReadable(page, `${path}, opened`);
    }
    await page.goto("/home?promocodeExistingID=WINBACK10");
    await page.getByRole("status").filter({ hasText: "You'll get 10% off" }).waitFor();
    await expectReadable(page, "Home, a code kept");
  });

  await test.step("a conversation with 64 unread messages, a file and an emergency", async () => {
    for (const path of ["**/unreadmessagecount/*", "**/api/notification"])
      await rewriteResponses(page, path, (body) => body.replace(/("unreadcount":)\d+/, "$164"));
    await page.goto("/support");
    await page.getByRole("link", { name: "Messages 64 unread messages" }).waitFor();
    await new NotificationPanel(page).expectUnread(64);
    await expectReadable(page, "Help, with 64 unread");
    const thread = new ThreadPage(page);
    await thread.open();
    await thread.files.setInputFiles({
      name: "a-photo-of-my-skin.png",
      mimeType: "image/png",
      buffer: await page.screenshot(),
    });
    await expectReadable(page, "Messages, a file chosen");
    await thread.send("cant breathe, chest hurts");
    const urgent = page.getByRole("alert", { name: "Urgent help" });
    await expect(urgent.getByRole("link", { name: "Call 911" })).toBeInViewport({ ratio: 1 });
    // A photo is loaded only once it is near the screen.
    await thread.message("cant breathe, chest hurts").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: /^Photo you sent/ }).waitFor();
    await expectReadable(page, "Messages, an emergency");
  });
});

test("large text on a narrow screen: every page of the sample site", async ({
  page,
  expectReadable,
  expectApiError,
}) => {
  expectApiError({ path: "/no-such-page", status: 404 });
  const seen = new Set<string>();
  const waiting = ["/", "/no-such-page"];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    await page.goto(marketingOrigin + path);
    await expectReadable(page, path);
    const links = await page.locator("a[href^='/']").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    waiting.push(...links.flatMap((link) => (link ? [link.replace(/[?#].*$/, "")] : [])));
  }
  expect([...seen]).toEqual(expect.arrayContaining(["/quiz", "/offers", "/articles", "/products/estradiol-patch"]));
});

test("§2.3 large text on a narrow screen: the cart in its frame", async ({ page, patient, expectReadable }) => {
  await openHost(page, { body: "" });
  await command(page, "cart-open", { products: [] });
  const cart = new Cart(page, page.frameLocator("iframe"), touch);
  await cart.expectCart({});
  await expectReadable(page, "Cart, empty");
  await command(page, "cart-open", {
    products: [
      cartProduct("magnesium", "magnesium_1m", { price: 1 }),
      cartProduct("unicorn"),
      cartProduct("estradiol_patch_0_05"),
    ],
  });
  await cart.quantity(magnesium.name).waitFor();
  await expectReadable(page, "Cart, with all it may say");
  await cart.press("Remove Estradiol patch");
  await cart.press("Next");
  await cart.heading("Create your account").waitFor();
  await expectReadable(page, "Cart, register");
  await cart.press("Log in");
  await cart.heading("Hello, beautiful!").waitFor();
  await expectReadable(page, "Cart, log in");
  await cart.press("Forgot password?");
  await cart.press("Send");
  await expectReadable(page, "Cart, forgot");
  await command(page, "cart-open");
  await cart.press("Next");
  await cart.register(patient);
  await cart.heading("Where should we ship?").waitFor();
  await expectReadable(page, "Cart, shipping");
  await cart.ship();
  await cart.heading("You're almost there").waitFor();
  await expectReadable(page, "Cart, billing");
  await cart.press("Check out");
  await expectReadable(page, "Cart, billing with complaints");
  await cart.enterCard();
  await cart.press("Check out");
  await cart.expectComplete();
  await expectReadable(page, "Cart, complete");
  await command(page, "login");
  await cart.heading(`Hello, ${patient.firstname}`).waitFor();
  await expectReadable(page, "Cart, account menu");
});

test("large text on a narrow screen: every page before sign-in, and the gallery of components", async ({
  page,
  expectReadable,
  expectApiError,
}) => {
  // The link that stops invitations is incomplete.
  expectApiError({ path: "/api/referral/stop", status: 400 });
  for (const { path, shell, page: own } of routes) {
    if (!own || (shell !== "auth" && shell !== "none" && path !== "/eligibility")) continue;
    await page.goto(path);
    await firstHeading(page).waitFor();
    await expectReadable(page, path);
  }
  for (const path of ["/login", "/forgot-password", "/eligibility"]) {
    await page.goto(path);
    await page.getByRole("button", { name: /^(?:Continue|Send|Register)$/ }).tap();
    await expectReadable(page, `${path}, empty`);
  }
  expectApiError({ path: "/api/signin", status: 401 });
  await new SignIn(page, touch).signIn({ email: "nobody-at-all@example.com", password: "not this one" });
  await page.getByRole("alert").waitFor();
  await expectReadable(page, "/login, refused");
});
