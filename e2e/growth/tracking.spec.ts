import type { BrowserContext, Page } from "@playwright/test";
import { cookieMaxAges, type CookieName } from "#app/api/session/cookie-names.ts";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { cookieSeconds } from "#contract/constants.ts";
import { growth } from "#contract/growth/calls.ts";
import { callApi } from "../actors/api.ts";
import { sendFollowup, signInForToken } from "../actors/patient-in-care.ts";
import { completeVisit } from "../actors/visit.ts";
import { waitForChunk } from "../checks/loaded.ts";
import { expect, test as base } from "../fixtures.ts";
import { orderStatuses, watchCheckouts } from "../flows/buy.ts";
import { overrideFlow } from "../flows/visit/flow-variant.ts";
import { walkVisit } from "../flows/visit/walk-visit.ts";
import { keyboard } from "../input/keyboard.ts";
import { mouse } from "../input/mouse.ts";
import { addressProblem } from "../network/address-problem.ts";
import { startRecorder, type Recorder } from "../network/recorder.ts";
import { Cart } from "../pages/cart.ts";
import { FollowupDialog } from "../pages/followup-dialog.ts";
import { Home } from "../pages/home.ts";
import { magnesium, MarketingSite, moisturizer } from "../pages/marketing-site.ts";
import { SignIn } from "../pages/sign-in.ts";
import { marketingOrigin, origin, partnerPort } from "../settings.ts";

/** A browser whose requests all go through a recording proxy. */
const test = base.extend<{ recorder: Recorder; recorded: Page }>({
  recorder: async ({}, provide) => {
    const recorder = await startRecorder();
    await provide(recorder);
    await recorder.close();
  },
  recorded: async ({ recorder, freshBrowser }, provide) =>
    provide(await freshBrowser({ proxy: { server: recorder.address, bypass: "<-loopback>" } })),
});

const clickIds = {
  gclid: "g-1",
  tbclid: "tb-1",
  fbclid: "fb-1",
  _ef_transaction_id: "ef-1",
  sas_m_awin: "sas-1",
  irclickid: "ir-1",
  tblci: "ta-1",
};
const utm = {
  utm_id: "7",
  utm_name: "spring",
  utm_source: "news",
  utm_medium: "mail",
  utm_campaign: "garden",
  utm_term: "hot flashes",
  utm_content: "her@example.com",
  utm_audience: "new",
  utm_site: "a",
  utm_placement: "top",
};
/** An advertisement's link with every parameter there is, some with values an advertiser should not send. */
const landing = `/offers?${new URLSearchParams({ ...utm, ...clickIds }).toString()}`;
const landingWithCode = `${landing}&promocode=FSASTORE30`;
const expectedCookies = {
  id: "7",
  name: "spring",
  source: "news",
  medium: "mail",
  campaign: "garden",
  term: null,
  content: null,
  audience: "new",
  site: "a",
  placement: "top",
};

interface StoredEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The app's pages name themselves to their own origin at most; the marketing site's pages may to all. */
const mayHaveReferrer = (url: string, referrer: string): boolean =>
  referrer === "" ||
  new URL(referrer).pathname === "/" ||
  [marketingOrigin, new URL(url).origin].includes(new URL(referrer).origin);

/** Every cookie the app has set is on the list, and lives no longer than listed. The page must stay open until its tracking has synced. */
async function expectListedCookies(context: BrowserContext): Promise<void> {
  const synced: CookieName[] = ["accessToken", "cookieId", "firstTouchUtm", "utm", "variants"];
  const names = async () => (await context.cookies(origin)).map(({ name }) => name);
  await expect.poll(names).toEqual(expect.arrayContaining(synced));
  const now = Date.now() / 1000;
  const listed: Readonly<Record<string, number>> = {
    ...cookieMaxAges,
    refreshToken: cookieMaxAges.accessToken,
    device: cookieSeconds.device,
  };
  const cookies = await context.cookies(origin);
  const access = cookies.find(({ name }) => name === "accessToken");
  expect(access?.expires, "the end of accessToken").toBeGreaterThan(now + cookieMaxAges.accessToken - 600);
  for (const { name, expires } of cookies) {
    expect(listed, `the cookie ${name}`).toHaveProperty(name);
    expect(expires, `the end of ${name}`).toBeLessThanOrEqual(now + (listed[name] ?? 0) + 5);
    // A cookie that ends with the browser has -1.
    expect(expires, `the end of ${name}`).toBeGreaterThan(now);
  }
}

test("§2.3 §3 §4 §13 from a campaign through the frame to the order in the dashboard: every tracking parameter is found with the order, and no address holds patient data", async ({
  recorded: page,
  recorder,
  patient,
  api,
  inputMethod,
  checkAccessibility,
}) => {
  const marketingSite = new MarketingSite(page, new Cart(page, page.frameLocator("iframe"), inputMethod));
  const { cart } = marketingSite;
  const { sent } = watchCheckouts(page);

  await test.step("§3 an earlier campaign, then an advertisement with a code", async () => {
    await marketingSite.open("/?utm_source=first");
    await marketingSite.open(landingWithCode);
    await expect(page.getByRole("complementary", { name: "Offer" })).toContainText(
      "30% off when you pay with FSA funds",
    );
  });

  await test.step("two products", async () => {
    await marketingSite.add(moisturizer);
    await cart.expectCart({ [moisturizer.name]: 1 });
    await cart.close();
    await marketingSite.add(magnesium);
    await cart.expectCart({ [moisturizer.name]: 1, [magnesium.name]: 1 });
    await checkAccessibility(page, "Cart");
    await cart.press(`One more ${moisturizer.name}`);
    await expect(cart.inside.getByText("$67.00").last()).toBeVisible();
  });

  await test.step("an account: the first-touch campaign stays, the last-touch campaign is the advertisement's", async () => {
    await cart.press("Next");
    await expect(cart.heading("Create your account")).toBeVisible();
    await checkAccessibility(page, "Cart, account");
    await cart.register(patient);
    await expect(cart.heading("Where should we ship?")).toBeVisible();
    const token = await signInForToken(api, patient);
    expect((await callApi(api, growth.sessionUtm, {}, { token })).utm).toEqual(expectedCookies);
    expect((await callApi(api, growth.firstTouchUtm, {}, { token })).utm).toMatchObject({
      source: "first",
      medium: null,
      campaign: null,
    });
    await callApi(api, growth.changeMeasurement, { body: { allowed: true } }, { token });
  });

  await test.step("where to ship", async () => {
    await checkAccessibility(page, "Cart, shipping");
    await cart.ship();
  });

  await test.step("§4 the payment: the campaign's discount, and a double tap on Check out is one payment", async () => {
    await expect(cart.heading("You're almost there")).toBeVisible();
    await expect(cart.inside.getByText("Add payment method and we're ready to ship your treatment.")).toBeVisible();
    await expect(
      cart.inside.getByRole("checkbox", { name: "My billing information is the same as my shipping information" }),
    ).toBeChecked();
    await expect(cart.inside.getByText("Discount (FSASTORE30)")).toBeVisible();
    await cart.enterCard();
    await cart.button("Check out").dblclick();
    await cart.expectComplete();
    expect(sent).toHaveLength(1);
    await checkAccessibility(page, "Cart, complete");
  });

  await test.step("the order in the dashboard, once", async () => {
    await cart.press("View your order");
    await expect(page).toHaveURL(new RegExp(`^${origin}/order/[0-9a-f-]{36}$`));
    await expect(page.getByRole("heading", { level: 1, name: /^Order \d+$/ })).toBeVisible();
    await expect(page.getByText(moisturizer.name)).toBeVisible();
    expect(await orderStatuses(api, await signInForToken(api, patient))).toEqual(["paid"]);
    await expectListedCookies(page.context());
  });

  await test.step("what the partner receives: the order, its amount, the click ids", async () => {
    const order = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const forwardedEvents = async () =>
      ((await (await api.get(`http://127.0.0.1:${partnerPort}/`)).json()) as Record<string, unknown>[]).find(
        ({ orderid }) => orderid === order,
      );
    await expect.poll(forwardedEvents).toBeTruthy();
    const event = (await forwardedEvents()) ?? {};
    expect(event).toEqual({
      id: expect.any(String),
      event: "order_completed",
      at: expect.any(String),
      orderid: order,
      amount: expect.any(Number),
      currency: "USD",
      gclid: "g-1",
      tbclid: "tb-1",
      fbc: expect.stringMatching(/^fb\.1\.\d+\.fb-1$/),
      everflowtransactionid: "ef-1",
      shareasaleclickid: "sas-1",
      irclickid: "ir-1",
      taboolaclickid: "ta-1",
      deduplicationid: expect.any(String),
    });
  });

  await test.step("the cart is empty afterwards", async () => {
    await marketingSite.open();
    await marketingSite.openCart();
    await cart.expectCart({});
    await checkAccessibility(page, "Cart, empty");
  });

  await test.step("what went over the wire", async () => {
    const rest = recorder.requests().filter(({ url }) => url !== marketingOrigin + landingWithCode);
    expect(rest.length).toBeGreaterThan(50);
    expect(rest.length).toBe(recorder.requests().length - 1);
    const addressProblems = rest
      .map(({ url }) => [addressProblem(url, patient), url])
      .filter(([what]) => what !== null);
    expect(addressProblems).toEqual([]);
    // No referrer tells another site which page the patient was on.
    expect(rest.filter(({ url, referer }) => !mayHaveReferrer(url, referer))).toEqual([]);
    await expectListedCookies(page.context());
  });
});

/** The only test that walks the whole visit by keyboard; large-text.spec.ts does by touch, with the reveal before the questions and photos of the ID. */
test("@desktop §13 a recording of the whole journey by keyboard, from an advertisement through the visit to every page, upsell and follow-up", async ({
  recorded: page,
  recorder,
  patient,
  content,
  api,
  careTeam,
  checkAccessibility,
}) => {
  await page.goto(marketingOrigin + landing);
  await keyboard.press(page.locator(`a[href^="${origin}/eligibility"]`).first());
  const hello = `Hello, ${patient.firstname}`;
  const arrived = async (at: Page, screen: string) => {
    // Checked first, because the clinic may approve the plan during the accessibility check.
    if (screen === hello) await new Home(at).expectReview();
    await checkAccessibility(at, screen);
    return at;
  };
  const visitWalk = { person: patient, inputMethod: keyboard, content, arrived };
  await walkVisit(page, { ...visitWalk, until: "About you" });
  // In this flow the questions come before the reveal.
  await overrideFlow(page, api, "C");
  await walkVisit(page, { ...visitWalk, until: hello });
  const token = await signInForToken(api, patient);
  const { id } = await callApi(api, account.user, {}, { token });
  await careTeam(care.accept, { params: { id }, body: {} });
  await careTeam(care.approvePlan, { params: { id }, body: {} });
  await new Home(page).expectApproval();
  await checkAccessibility(page, "Home, approved");
  for (const path of [
    "/treatment",
    "/messages",
    "/messages/doctor",
    "/support",
    "/your-account",
    "/account-settings",
    "/account-settings/billing-details",
    "/medical-information",
    "/insurance-documents",
    "/cancel-subscription",
    "/referral",
    "/home",
  ]) {
    await page.goto(origin + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  }

  await test.step("an accepted upsell", async () => {
    await page.goto(`${origin}/home?upsell=cream`);
    const upsellDialog = page.getByRole("dialog");
    await upsellDialog.getByRole("button", { name: "Add to my treatment" }).click();
    await expect(upsellDialog.getByRole("heading", { name: "It's on its way to your doctor" })).toBeVisible();
    await upsellDialog.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a follow-up, through the link in its mail", async () => {
    const { code } = await sendFollowup(careTeam, id);
    await page.goto(`${origin}/home?fud=${code}`);
    const followupDialog = new FollowupDialog(page);
    await followupDialog.begin();
    await followupDialog.endAtOnce();
    await followupDialog.press("Done");
    await page.waitForLoadState("networkidle");
  });

  await test.step("only listed event names and fields are stored", async () => {
    const storedEvents = (await (await api.get(`http://127.0.0.1:${partnerPort}/outbox`)).json()) as StoredEvent[];
    expect(storedEvents.length).toBeGreaterThan(10);
    const names = content.events.events.map(({ name }) => name as string);
    expect(storedEvents.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
    const fields = storedEvents.flatMap((event) => Object.keys(event.fields));
    expect(fields.filter((field) => !(content.events.fields as readonly string[]).includes(field))).toEqual([]);
    expect(JSON.stringify(storedEvents)).not.toMatch(new RegExp([patient.email, patient.lastname, "@"].join("|"), "i"));
  });
  const [, ...rest] = recorder.requests();
  expect(rest.length).toBeGreaterThan(150);
  const addressProblems = rest.map(({ url }) => [addressProblem(url, patient), url]).filter(([what]) => what !== null);
  expect(addressProblems).toEqual([]);
  await expectListedCookies(page.context());
});

test("§13 the patient decides whether a company learns of the orders; with Global Privacy Control none does", async ({
  page,
  patient,
  api,
  checkAccessibility,
  inputMethod,
  freshBrowser,
}) => {
  const share = (at: Page) => at.getByRole("switch", { name: "Tell the company whose ad I saw" });
  await completeVisit(api, patient);
  await new SignIn(page, inputMethod).openSignedIn("/account-settings/sharing", patient);
  await expect(share(page)).not.toBeChecked();
  await inputMethod.press(share(page));
  await expect(share(page)).toBeChecked();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(share(page)).toBeChecked();
  await inputMethod.press(share(page));
  await expect(share(page)).not.toBeChecked();

  const other = await freshBrowser();
  await other.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await other.setExtraHTTPHeaders({ "sec-gpc": "1" });
  await new SignIn(other, inputMethod).openSignedIn("/account-settings/sharing?gclid=g-1", patient);
  await expect(share(other)).toBeDisabled();
  await expect(other.getByText("This browser asks us not to share (Global Privacy Control)")).toBeVisible();
  await checkAccessibility(other, "Account settings, private browser");
  await waitForChunk(other, "track-visit");
  expect((await other.context().cookies(origin)).map(({ name }) => name)).not.toContain("gclid");
});

/** Records every paragraph of the page that matches `pattern`, however briefly it shows. */
const recordTexts = (page: Page, { source }: RegExp) =>
  page.addInitScript((pattern) => {
    const noted = new Set<string>();
    Object.assign(window, { noted });
    const look = () => {
      for (const each of document.querySelectorAll("main p")) {
        const text = each.textContent.trim();
        if (new RegExp(pattern).test(text)) noted.add(text);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  }, source);
const recordedTexts = (page: Page) => page.evaluate(() => [...(window as unknown as { noted: Set<string> }).noted]);

test("@desktop §7 a visitor sees one variant, without a flicker, and the same on another device", async ({
  page,
  patient,
  freshBrowser,
  api,
  content,
}) => {
  const leads = /^(?:We need your state and birthday|Your doctor must be licensed where you live)/;
  await recordTexts(page, leads);
  await page.goto("/eligibility");
  const arrived = (at: Page) => Promise.resolve(at);
  await walkVisit(page, { person: patient, inputMethod: mouse, content, arrived, until: "About you" });
  const lead = page.getByText(leads);
  const seen = await lead.innerText();
  expect(await recordedTexts(page)).toEqual([seen]);
  await page.reload();
  await expect(lead).toHaveText(seen);
  await page.waitForLoadState("networkidle");
  expect(await recordedTexts(page)).toEqual([seen]);
  const variantsCookie = async (at: Page) =>
    (await at.context().cookies(origin)).find(({ name }) => name === "variants")?.value ?? "";
  // Asked before this browser has said what it shows, the server would assign by the account.
  await expect.poll(() => variantsCookie(page)).not.toBe("");
  const token = await signInForToken(api, patient);
  const { items } = await callApi(api, growth.experiments, {}, { token });
  expect(items).toEqual([{ name: "visit_lead", variant: seen.startsWith("Your doctor") ? "why" : "what_for" }]);
  const other = await freshBrowser();
  await new SignIn(other).openSignedIn("/health-questions", patient);
  await expect(other.getByText(leads)).toBeVisible();
  await expect.poll(() => variantsCookie(other)).toContain(items[0]?.variant ?? "?");
  await other.reload();
  await expect(other.getByText(leads)).toHaveText(seen);
});
