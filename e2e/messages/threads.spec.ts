import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page, Route } from "@playwright/test";
import sharp from "sharp";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { callApi } from "../actors/api.ts";
import { type CareTeam, doctorsConversation, signInForToken, sendWelcomeMessage } from "../actors/patient-in-care.ts";
import type { Person } from "../actors/person.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { Home } from "../pages/home.ts";
import { SignIn, replaceAccessToken } from "../pages/sign-in.ts";
import { ThreadPage } from "../pages/thread.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { unavailable } from "../network/responses.ts";

/** Opens a patient's conversation with the doctor, signed in on `page`. Resolves with both sides of it. */
async function openDoctorThread(
  page: Page,
  api: APIRequestContext,
  careTeam: CareTeam,
  patient: Person,
  { greeted = true } = {},
) {
  const order = await completeVisit(api, patient);
  const { email, password } = patient;
  const { userid: id, idToken: token } = await callApi(api, auth.signIn, { body: { email, password } });
  const conversation = await doctorsConversation(careTeam, id);
  const sendWelcome = () => sendWelcomeMessage(careTeam, conversation, order);
  if (greeted) {
    await sendWelcome();
    await callApi(api, messages.markAsRead, { params: { id: conversation }, body: {} }, { token });
  }
  await new SignIn(page).on("/messages/doctor", patient);
  const thread = new ThreadPage(page);
  await thread.ready();
  return {
    thread,
    conversation,
    greet: sendWelcome,
    /** The server's count of unread messages; the badge may lag behind. */
    unreadCount: async () => {
      const { items } = await callApi(api, messages.conversations, {}, { token });
      return items.find((each) => each.id === conversation)?.unreadcount;
    },
    doctor: (message: string, more: { type?: "prescription_followup" } = {}) =>
      careTeam(care.sendMessage, { params: { id: conversation }, body: { message, ...more } }),
    /** The messages the practice has, newest first. */
    got: async () =>
      (await careTeam(care.messages, { params: { id }, query: {} as never })).items.map(({ message }) => message),
    doctorsName: () => page.getByRole("heading", { level: 1 }).textContent(),
  };
}

const liveRegion = (page: Page, words: RegExp) => page.locator("[aria-live=polite]").filter({ hasText: words });
const announced = (page: Page) => liveRegion(page, /^Dr\. .*: /);
/** The patient's messages do not reach the server, as on a bad connection. */
const dropSends = (page: Page, conversation: string) => interceptSends(page, conversation, (route) => route.abort());
/** Responds to the patient's messages in place of the server, until the returned function is called. */
async function interceptSends(
  page: Page,
  conversation: string,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const path = `**${sendPath(conversation)}`;
  await page.route(path, (route) => (route.request().method() === "POST" ? answer(route) : route.continue()));
  return () => page.unroute(path);
}
/** The navigation link to the messages, while it shows an unread count. */
const unreadOn = (page: Page) => page.getByRole("link", { name: /^Messages .*unread/ });
const sendPath = (conversation: string) => `/api/conversation/${conversation}/message`;
const photo = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#7f9a78" } })
    .jpeg()
    .toBuffer();

test("§3 §7 the patient writes and the doctor answers, without a reload; typed text and focus stay", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
}) => {
  const {
    thread,
    doctor,
    got: messagesReceived,
    greet: sendWelcome,
  } = await openDoctorThread(page, api, careTeam, patient, { greeted: false });
  await expect(thread.log.getByRole("heading", { name: /^Write to Dr\. / })).toBeVisible();
  await checkAccessibility(page, "Messages, nothing written yet");
  await sendWelcome();
  await thread.send("How do I store the patch?\nIs the bathroom fine?");
  await expect(thread.message("How do I store the patch?\nIs the bathroom fine?")).toBeVisible();
  await expect(thread.field).toHaveValue("");
  await expect(thread.field).toBeFocused();
  await expect(liveRegion(page, /^Sent\.$/)).toHaveCount(1);
  await expect.poll(messagesReceived).toContain("How do I store the patch?\nIs the bathroom fine?");

  await thread.field.fill("And one more thing");
  await doctor("Keep it cool and dry, not in the bathroom.");
  await expect(thread.message("Keep it cool and dry, not in the bathroom.")).toBeInViewport();
  await expect(announced(page)).toHaveText(/^Dr\. .*: Keep it cool and dry, not in the bathroom\.$/);
  await expect(thread.field).toHaveValue("And one more thing");
  await expect(thread.field).toBeFocused();
  await checkAccessibility(page, "Messages, a conversation");
});

test("@both §2.3 §9 more than 100 messages: the thread opens at the first unread one, older ones load without a jump", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
}) => {
  const { thread, doctor, unreadCount } = await openDoctorThread(page, api, careTeam, patient);
  for (let number = 1; number <= 110; number++) await doctor(`Number ${number}.`);
  await expect(thread.message("Number 110.")).toBeInViewport();
  const unread = unreadOn(page);
  await expect.poll(unreadCount).toBe(0);
  await expect(unread).toHaveCount(0);

  await test.step("§2.3 the badge shows the count, the divider is where the patient left off", async () => {
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await new Home(page).expectGreeting(patient.firstname);
    for (let number = 111; number <= 116; number++) await doctor(`Number ${number}.\n\n\n\n\n\n\n\n\n\n\n\n\n\nEnd.`);
    await expect(unread).toHaveAccessibleName(/ 6 unread messages$/);
    await page.getByRole("link", { name: /^Messages/ }).click();
    await thread.ready();
    await expect(thread.divider).toBeInViewport();
    expect(await thread.fromEnd()).toBeGreaterThan(64);
    await expect(thread.pill).toHaveText("6 new messages");
    await checkAccessibility(page, "Messages, unread");
  });

  await test.step("§2.3 pressing the pill scrolls to the end and marks all as read", async () => {
    await thread.pill.click();
    await expect(thread.pill).toBeHidden();
    expect(await thread.fromEnd()).toBeLessThan(2);
    await expect(unread).toHaveCount(0);
    await page.reload();
    await thread.ready();
    await expect(thread.divider).toHaveCount(0);
    await expect.poll(() => thread.fromEnd()).toBeLessThan(2);
  });

  await test.step("§9 pages of 50 load on scrolling up, what the patient is reading stays in place", async () => {
    await expect(thread.log.getByText(/^Number \d+\.$/)).toHaveCount(44);
    await thread.scrollTo(120);
    const first = thread.message("Number 67.");
    await expect(thread.message("Number 17.")).toBeAttached();
    await expect(first).toBeInViewport();
  });

  await test.step("§9 and with a button, for keyboard users", async () => {
    await thread.button("Show earlier messages").focus();
    await page.keyboard.press("Enter");
    await expect(thread.message("Number 1.")).toBeAttached();
    await expect(thread.button("Show earlier messages")).toHaveCount(0);
    await expect(thread.log).toBeFocused();
    await expect(thread.log.getByText(/^Number \d+\.$/)).toHaveCount(110);
  });

  await test.step("§2.3 while the patient reads further up, a new message does not scroll the log", async () => {
    await thread.scrollTo(-3000);
    const before = await thread.fromEnd();
    await doctor("One more.");
    await expect(thread.pill).toHaveText("1 new message");
    expect(await thread.fromEnd()).toBeGreaterThan(before);
    await expect(announced(page)).toHaveText(/: One more\.$/);
  });

  await test.step("§2.3 nor does one that arrives before the browser has reported the scrolling", async () => {
    await thread.pill.click();
    await expect(thread.pill).toBeHidden();
    await page.evaluate(() => {
      addEventListener("scroll", (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await thread.scrollTo(-3000);
    await doctor("And another.");
    await expect(thread.pill).toHaveText("1 new message");
  });
});

test("§7 typed text survives a reload, and is gone after logging out", async ({ page, patient, api, careTeam }) => {
  const { thread } = await openDoctorThread(page, api, careTeam, patient);
  await thread.field.fill("I wanted to ask");
  await page.reload();
  await expect(thread.field).toHaveValue("I wanted to ask");
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/messages"));
  await new SignIn(page).on("/messages/doctor", patient);
  await thread.ready();
  await expect(thread.field).toHaveValue("");
});

test("§7 without a connection messages wait, also over a reload, and are sent once, in order", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
  expectTrouble: expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
  const { thread, conversation, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  await page.context().setOffline(true);
  await thread.send("First.");
  await thread.send("Second.");
  await expect(thread.onTheirWay.getByText("Goes out by itself when you are connected again.")).toHaveCount(2);
  await checkAccessibility(page, "Messages, offline");
  // As if the network worked for pages only.
  const connect = await dropSends(page, conversation);
  await page.context().setOffline(false);
  await page.goto("/home");
  await thread.open();
  await expect(thread.onTheirWay.getByText("Second.", { exact: true })).toBeVisible();
  expect(await messagesReceived()).not.toContain("First.");
  await connect();
  await expect(thread.message("Second.")).toBeVisible();
  await expect(thread.onTheirWay).toHaveCount(0);
  expect((await messagesReceived()).filter((text) => /^(?:First|Second)\.$/.test(text))).toEqual(["Second.", "First."]);
});

test("§8 a failed message says why and can be sent again; a refused one gives its text back", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
  expectRefusal: expectApiError,
}) => {
  const { thread, conversation, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  expectApiError({ path: sendPath(conversation), status: 500 });
  expectApiError({ path: sendPath(conversation), status: 409 });
  const answer = (status: number, message: string, code: string) =>
    interceptSends(page, conversation, (route) => route.fulfill({ status, json: { message, code } }));
  const mended = await answer(500, "Something went wrong on our side. Please try again.", "internal");
  await thread.send("Please look at this.");
  await expect(thread.onTheirWay.getByText("Not sent. Something went wrong on our side.")).toBeVisible();
  await checkAccessibility(page, "Messages, one not sent");
  await mended();
  await thread.button(/^Send again/).click();
  await expect(thread.message("Please look at this.")).toBeVisible();
  expect((await messagesReceived()).filter((text) => text === "Please look at this.")).toHaveLength(1);

  await answer(409, "This chat is closed.", "wrong_state");
  await thread.send("Too late.");
  await expect(thread.field).toHaveValue("Too late.");
  await expect(page.getByRole("alert").filter({ hasText: "This chat is closed." })).toBeVisible();
  await expect(thread.onTheirWay).toHaveCount(0);
});

test("§9 files: a photo shows progress and preview and opens larger, a disguised file is refused, a PDF shows name and size", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
  expectRefusal: expectApiError,
}) => {
  const { thread, conversation } = await openDoctorThread(page, api, careTeam, patient);
  const path = `/api/conversation/${conversation}/messageattachment`;
  await thread.files.setInputFiles([
    { name: "skin.jpg", mimeType: "image/jpeg", buffer: await photo() },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
  ]);
  await expect(page.getByText("“notes.txt” is not a JPEG, PNG, TIFF, HEIC or PDF file.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove skin.jpg" })).toBeVisible();
  await checkAccessibility(page, "Messages, a file chosen");

  let release = () => {};
  const untilReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await untilReleased;
    await route.continue();
  });
  await thread.send("This is the spot.");
  await expect(page.getByRole("progressbar", { name: "Sending skin.jpg" })).toBeVisible();
  await expect(thread.button(/^Cancel/)).toBeVisible();
  await checkAccessibility(page, "Messages, a file on its way");
  release();
  const larger = page.getByRole("button", { name: "Photo you sent, open larger" });
  await larger.click();
  await expect(page.getByRole("dialog", { name: "Photo you sent" }).getByRole("img")).toBeVisible();
  await checkAccessibility(page, "Messages, a photo");
  await page.keyboard.press("Escape");
  await expect(larger).toBeFocused();

  await test.step("§9 a PDF shows its kind and size, and downloads exactly as it was sent", async () => {
    const letter = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");
    await thread.files.setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: letter });
    await thread.button("Send").click();
    const download = thread.log.getByRole("region").getByRole("button", { name: /^Download document\.pdf ?1 KB$/ });
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toBe("document.pdf");
    expect(await readFile(await file.path())).toEqual(letter);
  });

  await test.step("§9 a photo of a newer phone (HEIC) is shown too", async () => {
    const buffer = await readFile("server/platform/files/fixtures/turned.heic");
    await thread.files.setInputFiles({ name: "IMG_2041.HEIC", mimeType: "", buffer });
    await thread.button("Send").click();
    await expect(larger).toHaveCount(2);
    await expect(larger.last().locator("img")).toHaveJSProperty("complete", true);
    expect(
      await larger
        .last()
        .locator("img")
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
  });

  await test.step("§9 a file that is not an image is refused, with a reason", async () => {
    for (const status of [415, 422]) expectApiError({ path, status });
    await thread.files.setInputFiles({
      name: "lie.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("<svg onload=x>"),
    });
    await thread.button("Send").click();
    await expect(thread.onTheirWay.getByText(/^Not sent\. /)).toBeVisible();
    await expect(thread.button(/^Send again/)).toHaveCount(0);
    await thread.button(/^Delete/).click();
    await expect(thread.onTheirWay).toHaveCount(0);
  });
});

test("@desktop §2.3 by keyboard alone: a photo is added, sent again after it failed, and opened; a request is marked as done", async ({
  page,
  patient,
  api,
  careTeam,
  expectRefusal: expectApiError,
}) => {
  const { thread, conversation, doctor } = await openDoctorThread(page, api, careTeam, patient);
  const path = `/api/conversation/${conversation}/messageattachment`;
  expectApiError({ path, status: 500 });
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { message: "Something went wrong on our side.", code: "internal" } }),
  );
  const chooser = page.waitForEvent("filechooser");
  await keyboard.press(thread.button("Add a photo or PDF"));
  await (await chooser).setFiles({ name: "skin.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await keyboard.press(thread.button("Send"));
  await expect(thread.onTheirWay.getByText("Not sent. Something went wrong on our side.")).toBeVisible();
  await page.unroute(`**${path}`);
  await keyboard.press(thread.button(/^Send again/));
  const larger = page.getByRole("button", { name: "Photo you sent, open larger" });
  await keyboard.press(larger);
  await expect(page.getByRole("dialog", { name: "Photo you sent" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(larger).toBeFocused();

  await doctor("Please tell us how the first weeks were.", { type: "prescription_followup" });
  await keyboard.press(thread.button("Mark as done"));
  await expect(thread.log.getByText("Done", { exact: true })).toBeVisible();
});

/** Everything this browser stores that the page can read, as one text. */
const textOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const rows: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? "");
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(opening.error ?? new Error("not opened")));
      });
      for (const store of database.objectStoreNames)
        rows.push(
          await new Promise((resolve) => {
            const all = database.transaction(store).objectStore(store).getAll();
            all.addEventListener("success", () => resolve(all.result));
          }),
        );
      database.close();
    }
    return JSON.stringify(rows);
  });

test("§8 a session ended from another device leaves no text on this one; the open page gives it back to the same patient", async ({
  page,
  patient,
  api,
  careTeam,
  expectTrouble: expectProblem,
}) => {
  expectProblem(/ERR_FAILED|status of 401/);
  const { thread, conversation, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  const connect = await dropSends(page, conversation);
  await thread.send("Only by Rosa.");
  await expect(thread.onTheirWay.getByText("Only by Rosa.", { exact: true })).toBeVisible();
  await thread.field.fill("Only Rosa knows");
  await expect.poll(() => textOnDevice(page)).toMatch(/Only Rosa knows.*Only by Rosa/);

  await test.step("another device ends every session", async () => {
    const token = await signInForToken(api, patient);
    const { items } = await callApi(api, account.sessions, {}, { token });
    for (const { id } of items.filter(({ current }) => !current))
      await callApi(api, account.endSession, { params: { id } }, { token });
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.waitForURL(/\/login/);
    await expect.poll(() => textOnDevice(page)).not.toContain("Only");
    expect(await textOnDevice(page)).not.toContain("messages-waiting");
  });

  await test.step("after signing in again in the same page, everything is where it was", async () => {
    await new SignIn(page).submit(patient);
    await page.waitForURL((url) => url.pathname !== "/login");
    await page
      .getByRole("link", { name: /^Messages/ })
      .first()
      .click();
    await thread.ready();
    await expect(thread.field).toHaveValue("Only Rosa knows");
    await expect(thread.onTheirWay.getByText("Only by Rosa.", { exact: true })).toBeVisible();
    await connect();
    await expect(thread.message("Only by Rosa.")).toBeVisible();
    expect((await messagesReceived()).filter((text) => text === "Only by Rosa.")).toHaveLength(1);
  });

  await test.step("a session ended while no page was open: nothing is left once the app opens", async () => {
    await dropSends(page, conversation);
    await thread.send("Only later.");
    await thread.field.fill("Only then");
    await expect.poll(() => textOnDevice(page)).toMatch(/Only then.*Only later/);
    await page.goto("about:blank");
    await page.context().clearCookies();
    await new SignIn(page).open();
    await expect.poll(() => textOnDevice(page)).not.toContain("Only");
  });
});

test("§6 another patient who signs in meanwhile sees nothing typed before, and it is gone", async ({
  page,
  patient,
  secondPatient,
  api,
  careTeam,
  expectTrouble: expectProblem,
}) => {
  expectProblem(/ERR_FAILED|status of 401/);
  const { thread, conversation, doctor } = await openDoctorThread(page, api, careTeam, patient);
  await doctor("Only for Rosa.");
  await expect(thread.message("Only for Rosa.")).toBeVisible();
  await dropSends(page, conversation);
  await thread.send("Only by Rosa.");
  await expect(thread.onTheirWay.getByText("Only by Rosa.", { exact: true })).toBeVisible();
  await thread.field.fill("Only Rosa knows");
  await completeVisit(api, secondPatient);
  const token = await signInForToken(api, patient);

  await test.step("in another tab of this browser", async () => {
    await replaceAccessToken(page, await signInForToken(api, secondPatient));
    await expect(page.getByRole("button", { name: `Account of ${secondPatient.firstname}` })).toBeVisible();
    await thread.ready();
    await expect(thread.field).toHaveValue("");
    await expect(page.getByText(/Only/)).toHaveCount(0);
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
    await expect(page.getByText(/Only/)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await thread.field.fill("By Ada alone");
    await expect.poll(() => textOnDevice(page)).toContain("By Ada alone");
    expect(await textOnDevice(page)).not.toContain("Only");
  });

  await test.step("the first patient, back in the same page, finds an empty field", async () => {
    await replaceAccessToken(page, token);
    await expect(page.getByRole("button", { name: `Account of ${patient.firstname}` })).toBeVisible();
    await thread.ready();
    await expect(thread.message("Only for Rosa.")).toBeVisible();
    await expect(thread.field).toHaveValue("");
    await expect(thread.onTheirWay).toHaveCount(0);
    expect(await textOnDevice(page)).not.toContain("By Ada alone");
  });
});

test("§8 told to wait, the outbox waits and goes on by itself; logging out before that says what is not sent", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
  expectRefusal: expectApiError,
}) => {
  const { thread, conversation, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  expectApiError({ path: sendPath(conversation), status: 429 });
  let wait = true;
  await interceptSends(page, conversation, (route) =>
    wait
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": "1" },
          json: { message: "Please wait a moment.", code: "rate_limited" },
        })
      : route.continue(),
  );
  await thread.send("First.");
  await thread.send("Second.");
  await expect(thread.onTheirWay.getByText("Sending…")).toHaveCount(2);
  await thread.field.fill("Not sent yet.");
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("3 messages are not sent yet.");
  await checkAccessibility(page, "Logging out with messages that are not sent");
  await question.getByRole("button", { name: "Cancel" }).click();
  wait = false;
  await expect(thread.message("Second.")).toBeVisible();
  expect((await messagesReceived()).filter((text) => /^(?:First|Second)\.$/.test(text))).toEqual(["Second.", "First."]);
});

test("@desktop §8 a browser without IndexedDB, Web Locks or BroadcastChannel still sends messages", async ({
  page,
  patient,
  api,
  careTeam,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "BroadcastChannel");
    Reflect.deleteProperty(Navigator.prototype, "locks");
    const get = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    Object.defineProperty(globalThis, "indexedDB", { get });
  });
  const { thread, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  await thread.send("From an old phone.");
  await expect(thread.message("From an old phone.")).toBeVisible();
  expect((await messagesReceived()).filter((text) => text === "From an old phone.")).toHaveLength(1);
});

test("§3 a message that asks for something can be answered or marked as done, and stays done", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
}) => {
  const { thread, doctor } = await openDoctorThread(page, api, careTeam, patient);
  await doctor("Please tell us how the first weeks were.", { type: "prescription_followup" });
  await expect(page.getByRole("main").getByRole("link", { name: "Answer now" })).toHaveAttribute("href", "/home");
  await checkAccessibility(page, "Messages, something to answer");
  const other = await page.context().newPage();
  const there = new ThreadPage(other);
  await there.open();
  await expect(there.button("Mark as done")).toBeVisible();
  await thread.button("Mark as done").click();
  await expect(thread.log.getByText("Done", { exact: true })).toBeVisible();
  await expect(there.log.getByText("Done", { exact: true })).toBeVisible();
  await page.reload();
  await expect(thread.log.getByText("Done", { exact: true })).toBeVisible();
});

test("§7 two tabs agree: a message sent in one shows in the other, and read in one is read in both", async ({
  page,
  patient,
  api,
  careTeam,
}) => {
  const { thread, doctor } = await openDoctorThread(page, api, careTeam, patient);
  const other = await page.context().newPage();
  await other.goto("/home");
  await page.goto("/support");
  await doctor("Hello.");
  const badge = unreadOn(other);
  await expect(badge).toHaveAccessibleName(/ 1 unread message$/);
  await thread.open();
  await expect(thread.message("Hello.")).toBeInViewport();
  await expect(badge).toHaveCount(0);
  const there = new ThreadPage(other);
  await there.open();
  await thread.send("From the first tab.");
  await expect(there.message("From the first tab.")).toBeVisible();
  await expect(there.onTheirWay).toHaveCount(0);
});

test("§7 a closed conversation can be read, not answered; what the patient had typed is not lost", async ({
  page,
  patient,
  api,
  careTeam,
  content,
  checked: checkAccessibility,
}) => {
  const { thread, conversation } = await openDoctorThread(page, api, careTeam, patient);
  await thread.field.fill("I was just writing");
  await careTeam(care.openConversation, { params: { id: conversation }, body: { open: false } });
  const [why = ""] = content.messages.closed.practice.split("{{");
  await expect(page.getByText(why.trim())).toBeVisible();
  await expect(page.getByText("I was just writing")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Write to us" })).toHaveAttribute(
    "href",
    "/contact-us",
  );
  await checkAccessibility(page, "Messages, closed");
  await careTeam(care.openConversation, { params: { id: conversation }, body: { open: true } });
  await expect(thread.field).toHaveValue("I was just writing");
});

test("§6 where the patient's state has no chat with patient services, every link leads to the doctor", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
}) => {
  await openDoctorThread(page, api, careTeam, patient);
  await expect(page.getByRole("link", { name: /^Messages/ })).toHaveAttribute("href", "/messages/doctor");
  for (const path of ["/messages", "/message"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/messages/doctor");
  }
  await page.goto("/messages/admin");
  await expect(page).toHaveURL("/messages/doctor");
  await expect(page.getByText("Chat with patient services is not offered where you live.")).toBeVisible();
  await checkAccessibility(page, "Messages, no patient services");
});

test("@both §2.1 §6 where the state has it: a list of both conversations, by keyboard from the list to a sent message", async ({
  page,
  content,
  checked: checkAccessibility,
}, { project }) => {
  const id = project.name === "phone" ? "denise" : "gloria";
  const patient = content.demo.patients.find((each) => each.id === id);
  if (!patient) throw new Error(`No demo patient ${id}`);
  await new SignIn(page).on("/messages", patient);
  const list = page.getByRole("list", { name: "Conversations" });
  await expect(list.getByRole("link")).toHaveCount(2);
  await checkAccessibility(page, "Messages, the list");
  await expectNoSidewaysScroll(page);
  await list.getByRole("link", { name: /^Patient services/ }).focus();
  await page.keyboard.press("Enter");
  const thread = new ThreadPage(page);
  await thread.ready();
  await expect(page.getByRole("heading", { level: 1, name: "Patient services" })).toBeVisible();
  await checkAccessibility(page, "Messages, patient services");
  const words = `A question of the ${project.name}.`;
  await thread.field.focus();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Thank you.");
  await page.keyboard.press("Control+Enter");
  await expect(thread.message(`${words}\nThank you.`)).toBeVisible();
});

test("§8 a thread that cannot be loaded shows an error and can be retried", async ({
  page,
  patient,
  api,
  careTeam,
  checked: checkAccessibility,
  expectRefusal: expectApiError,
}) => {
  const { thread, conversation, doctor } = await openDoctorThread(page, api, careTeam, patient);
  await doctor("It is here.");
  const path = `/api/v3/v1/conversation/${conversation}/messages`;
  expectApiError({ path, status: 503 });
  await page.route(`**${path}*`, (route) => route.fulfill(unavailable));
  await page.reload();
  await expect(thread.button("Try again")).toBeVisible();
  await checkAccessibility(page, "Messages, not loaded");
  await page.unroute(`**${path}*`);
  await thread.button("Try again").click();
  await expect(thread.message("It is here.")).toBeVisible();
});
