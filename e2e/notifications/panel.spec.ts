import { notifications } from "#contract/notifications.ts";
import { sendDoctorMessage } from "../actors/patient-in-care.ts";
import { expect, test } from "../fixtures.ts";
import { routeOnce, unavailable } from "../network/responses.ts";
import { NotificationPanel } from "../pages/notification-panel.ts";
import { SignIn } from "../pages/sign-in.ts";

const preview = `${"Good morning, how did you sleep this week? Please tell me about the nights and days".slice(0, 82)}…`;
const isNextPage = ({ pathname, search }: URL) => pathname === "/api/notification" && search.includes("nextpage");
const isNewest = ({ pathname, search }: URL) => pathname === "/api/notification" && !search.includes("nextpage");

test("@both §2.3 the bell shows how many are unread, the panel lists them, a button marks one as read, closing marks all, and pressing one opens what it is about", async ({
  page,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  const left = async () => (await patientInCare.call(notifications.list, { query: {} })).unreadcount;
  await sendDoctorMessage(careTeam, patientInCare, `${preview.slice(0, 82)} and then some more`);
  await sendDoctorMessage(careTeam, patientInCare, "The second.");
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const bell = new NotificationPanel(page);
  await bell.expectUnread(2);

  await test.step("title, description, date, unread marker", async () => {
    await bell.open();
    await expect(bell.unread).toHaveCount(2);
    const message = bell.item(preview);
    await expect(message.getByRole("heading", { name: /^New message from Dr\./ })).toBeVisible();
    await expect(message.getByText(/^[A-Z][a-z]+ \d\d, \d{4}$/)).toBeVisible();
    await expect(message.getByText(/^(just now|\d+ minutes? ago)/)).toBeVisible();
    await expect(bell.panel.getByRole("heading", { name: /^Today [A-Z]/ })).toBeVisible();
    await expect(bell.item("Your order has arrived").getByRole("button")).toHaveCount(0);
    await checkAccessibility(page, "Notifications");
    const screen = page.viewportSize();
    // The panel slides in.
    const edges = async () => {
      const { x = 0, width = 0, height = 0 } = (await bell.panel.boundingBox()) ?? {};
      return { right: Math.round(x + width), height: Math.round(height) };
    };
    await expect.poll(edges).toEqual({ right: screen?.width, height: screen?.height });
    if ((screen?.width ?? 0) < 640) expect((await bell.panel.boundingBox())?.width).toBe(screen?.width);
  });

  await test.step("one is marked as read", async () => {
    await bell.markRead("The second.");
    await expect(bell.unread).toHaveCount(1);
    await expect(bell.item("The second.").getByRole("button")).toHaveCount(0);
    await expect(bell.item("The second.")).toBeFocused();
    await expect.poll(left).toBe(1);
  });

  await test.step("one that arrives while the panel is open is at its top and announced", async () => {
    await sendDoctorMessage(careTeam, patientInCare, "One more thing.");
    await expect(bell.items.first()).toContainText("One more thing.");
    await expect(bell.panel.getByText(/^New: New message from Dr\. .*\. 2 unread\.$/)).toBeAttached();
  });

  await test.step("closing marks all as read, here and on the server", async () => {
    await bell.close();
    await bell.expectUnread(0);
    await expect(bell.bell).toBeFocused();
    await expect.poll(left).toBe(0);
  });

  await test.step("one that arrives after closing stays unread", async () => {
    await sendDoctorMessage(careTeam, patientInCare, "And one after that.");
    await bell.expectUnread(1);
    await bell.open();
    await expect(bell.unread).toHaveCount(1);
  });

  await test.step("Escape closes it and returns the focus; Enter on a notification opens what it is about", async () => {
    await page.keyboard.press("Escape");
    await expect(bell.panel).toBeHidden();
    await expect(bell.bell).toBeFocused();
    await bell.expectUnread(0);
    await page.keyboard.press("Enter");
    await bell.item("Your order has arrived").getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/order/${patientInCare.order}`);
    await expect(bell.panel).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: /^Order \d+$/ })).toBeFocused();
  });
});

test("@desktop §2.3 more than one page: scrolling to the bottom loads the next, and so does a button for the keyboard", async ({
  page,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  for (let n = 1; n <= 101; n += 1) await sendDoctorMessage(careTeam, patientInCare, `Message number ${n}.`);
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const bell = new NotificationPanel(page);
  await bell.expectUnread(101);
  await expect(bell.bell).toHaveText("99+");
  await expect(page.getByRole("link", { name: "Messages 101 unread messages" })).toBeVisible();
  await bell.open();
  await expect(bell.items).toHaveCount(50);

  await test.step("scrolled to the bottom", async () => {
    await bell.items.last().scrollIntoViewIfNeeded();
    await expect(bell.items).toHaveCount(100);
    await expect(bell.item("Message number 2.")).toHaveCount(1);
    await checkAccessibility(page, "Notifications, two pages");
  });

  await test.step("reopened, it starts at the top", async () => {
    await bell.close();
    await bell.expectUnread(0);
    await bell.open();
    await expect(bell.items).toHaveCount(50);
  });

  await test.step("with the button, the focus moves to the next notification; one that arrives meanwhile does not interfere", async () => {
    const arrived = Promise.withResolvers<void>();
    await routeOnce(page, isNextPage, (route) => arrived.promise.then(() => route.continue()));
    // Clicked without scrolling to it, as assistive technology does.
    const asked = page.waitForRequest((request) => isNextPage(new URL(request.url())));
    await bell.panel.getByRole("button", { name: "Show older" }).evaluate((button: HTMLElement) => button.click());
    await asked;
    const again = page.waitForRequest((request) => isNewest(new URL(request.url())));
    await sendDoctorMessage(careTeam, patientInCare, "While she waits.");
    await again;
    arrived.resolve();
    await expect(bell.item("While she waits.")).toHaveCount(1);
    await expect(bell.items).toHaveCount(100);
    await expect(bell.item("Message number 51.")).toBeFocused();
  });
});

test("§8 notifications that cannot be marked stay unread and say so; closing is rolled back", async ({
  page,
  createDeliveredPatient,
  careTeam,
  expectApiError,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await sendDoctorMessage(careTeam, patientInCare, "How are you?");
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const bell = new NotificationPanel(page);
  await bell.expectUnread(1);
  await bell.open();
  const id = /\/api\/notification\/[-0-9a-f]+\/read$/;
  await page.route(id, (route) => {
    expectApiError({ path: new URL(route.request().url()).pathname, status: 503 });
    return route.fulfill(unavailable);
  });
  expectApiError({ path: "/api/notification/all/read", status: 503 });
  await page.route("**/api/notification/all/read", (route) => route.fulfill(unavailable));
  await bell.markRead("How are you?");
  await expect(bell.panel.getByRole("alert")).toContainText("Service unavailable. Try again later");
  await expect(bell.unread).toHaveCount(1);
  await checkAccessibility(page, "Notifications, not marked");
  await bell.close();
  await bell.expectUnread(1);
});

test("§2.3 empty, loading, error and offline each show their state", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
  expectApiError,
  expectProblem,
}) => {
  const patientInCare = await createDeliveredPatient();
  const bell = new NotificationPanel(page);
  let answer: object | null = { json: { items: [], nextpage: null, unreadcount: 0 } };
  await page.route("**/api/notification", async (route) => {
    if (answer) await route.fulfill(answer);
  });
  await new SignIn(page).openSignedIn("/home", patientInCare);

  await test.step("empty", async () => {
    await bell.expectUnread(0);
    await bell.open();
    await expect(bell.panel.getByRole("heading", { name: "Nothing new" })).toBeVisible();
    await checkAccessibility(page, "Notifications, none");
  });

  await test.step("error, and a retry", async () => {
    expectApiError({ path: "/api/notification", status: 503 });
    answer = unavailable;
    await page.reload();
    await bell.open();
    await expect(bell.panel.getByRole("alert")).toContainText("We couldn't load your notifications");
    await checkAccessibility(page, "Notifications, error");
    answer = { json: { items: [], nextpage: null, unreadcount: 0 } };
    await bell.panel.getByRole("button", { name: "Try again" }).click();
    await expect(bell.panel.getByRole("heading", { name: "Nothing new" })).toBeVisible();
  });

  await test.step("offline", async () => {
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await expect(bell.panel.getByText("You're offline")).toBeVisible();
    await checkAccessibility(page, "Notifications, offline");
    await page.context().setOffline(false);
    await expect(bell.panel.getByText("You're offline")).toBeHidden();
  });

  await test.step("loading", async () => {
    answer = null;
    await page.reload();
    await bell.open();
    await expect(bell.panel.getByText("Loading your notifications")).toBeAttached();
    await checkAccessibility(page, "Notifications, loading");
  });
});

test("decisions §10 the patient's email preferences are saved on each press, and rolled back when saving fails", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
  expectApiError,
}) => {
  const patientInCare = await createDeliveredPatient();
  const saved = () => patientInCare.call(notifications.preferences, {});
  await new SignIn(page).openSignedIn("/account-settings/emails", patientInCare);
  const card = page.getByRole("region", { name: "What we email you about" });
  const news = card.getByRole("switch", { name: "Order updates and news" });
  const waiting = card.getByRole("switch", { name: "New messages" });
  await expect(news).toBeChecked();
  await checkAccessibility(page, "What we email you about");
  await news.click();
  await waiting.click();
  await expect(card.getByText("Saved.")).toBeVisible();
  await expect.poll(saved).toEqual({ messages: false, updates: false });
  await waiting.focus();
  await page.keyboard.press("Space");
  await expect.poll(saved).toEqual({ messages: true, updates: false });

  expectApiError({ path: "/api/notification/preferences", status: 503 });
  await page.route("**/api/notification/preferences", (route) =>
    route.request().method() === "PUT" ? route.fulfill(unavailable) : route.continue(),
  );
  await news.click();
  await expect(card.getByRole("alert")).toContainText("This wasn't saved");
  await expect(news).not.toBeChecked();
  await checkAccessibility(page, "What we email you about, not saved");
});
