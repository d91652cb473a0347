import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { openDoctorThread, unreadOn } from "../flows/doctor-thread.ts";
import { unavailable } from "../network/responses.ts";
import { Home } from "../pages/home.ts";
import { SignIn } from "../pages/sign-in.ts";
import { ThreadPage } from "../pages/thread.ts";

const liveRegion = (page: Page, words: RegExp) => page.locator("[aria-live=polite]").filter({ hasText: words });

const announced = (page: Page) => liveRegion(page, /^Dr\. .*: /);

test(
  "§3 §7 the patient writes and the doctor answers, without a reload; typed text and focus stay",
  { tag: "@translated" },
  async ({ page, patient, api, careTeam, checkAccessibility }) => {
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
    await expect(thread.message("Sent")).toBeVisible();
    await expect.poll(messagesReceived).toContain("How do I store the patch?\nIs the bathroom fine?");

    await test.step("§10 what the practice has read, as it reads", async () => {
      const { items } = await careTeam(care.conversations, { query: {} });
      const waiting = items.find((each) => each.patient.email === patient.email);
      if (!waiting) throw new Error("Nobody waits for an answer");
      await careTeam(care.readConversation, { params: { id: waiting.id }, body: { seq: waiting.lastseq } });
      await expect(thread.message("Read by your care team")).toBeVisible();
      await expect(thread.message("Sent")).toHaveCount(0);
    });

    await thread.field.fill("And one more thing");
    await doctor("Keep it cool and dry, not in the bathroom.");
    await expect(thread.message("Keep it cool and dry, not in the bathroom.")).toBeInViewport();
    await expect(thread.message("Read by your care team"), "only while it is the last").toHaveCount(0);
    await expect(announced(page)).toHaveText(/^Dr\. .*: Keep it cool and dry, not in the bathroom\.$/);
    await expect(thread.field).toHaveValue("And one more thing");
    await expect(thread.field).toBeFocused();
    await checkAccessibility(page, "Messages, a conversation");
  },
);

test("§2.3 §9 more than 100 messages: the thread opens at the first unread one, older ones load without a jump", async ({
  page,
  careTeam,
  patient,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const { conversation, call } = await createDeliveredPatient();
  const doctor = (message: string) => careTeam(care.sendMessage, { params: { id: conversation }, body: { message } });
  for (let number = 1; number <= 108; number++) await doctor(`Number ${number}.`);
  await call(messages.markAsRead, { params: { id: conversation }, body: {} });
  await new SignIn(page).openSignedIn("/messages/doctor", patient);
  const thread = new ThreadPage(page);
  await expect(thread.message("Number 108.")).toBeInViewport();
  const unread = unreadOn(page);

  await test.step("what arrives while the patient reads the end is in view, and read", async () => {
    for (let number = 109; number <= 110; number++) await doctor(`Number ${number}.`);
    await expect(thread.message("Number 110.")).toBeInViewport();
    await expect
      .poll(async () => {
        const { items } = await call(messages.conversations, {});
        return items.find(({ id }) => id === conversation)?.unreadcount;
      })
      .toBe(0);
    await expect(unread).toHaveCount(0);
  });

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

test("§3 a message that asks for something can be answered or marked as done, and stays done; §8 a thread that cannot be loaded shows an error and can be retried; §7 a closed conversation can be read, not answered, and what the patient had typed is not lost", async ({
  page,
  patient,
  api,
  careTeam,
  content,
  checkAccessibility,
  expectApiError,
}) => {
  const { thread, conversation, doctor } = await openDoctorThread(page, api, careTeam, patient);
  const done = thread.log.getByText("Done", { exact: true });

  await test.step("§3 marked as done, in another tab, too", async () => {
    await doctor("Please tell us how the first weeks were.", { type: "prescription_followup" });
    await expect(page.getByRole("main").getByRole("link", { name: "Answer now" })).toHaveAttribute("href", "/home");
    await checkAccessibility(page, "Messages, something to answer");
    const other = await page.context().newPage();
    const there = new ThreadPage(other);
    await there.open();
    await expect(there.button("Mark as done")).toBeVisible();
    await thread.button("Mark as done").click();
    await expect(done).toBeVisible();
    await expect(there.log.getByText("Done", { exact: true })).toBeVisible();
    await other.close();
  });

  await test.step("§8 not loaded, and retried; §3 it stays done", async () => {
    const path = `/api/v3/v1/conversation/${conversation}/messages`;
    expectApiError({ path, status: 503 });
    await page.route(`**${path}*`, (route) => route.fulfill(unavailable));
    await page.reload();
    await expect(thread.button("Try again")).toBeVisible();
    await checkAccessibility(page, "Messages, not loaded");
    // While it can't load: a read for another reason would take the button away before it is pressed.
    await thread.button("Try again").click();
    await page.unroute(`**${path}*`);
    await expect(thread.message("Please tell us how the first weeks were.")).toBeVisible();
    await expect(done).toBeVisible();
  });

  await test.step("§7 closed while the patient writes, and opened again", async () => {
    await thread.field.fill("I was just writing");
    await careTeam(care.openConversation, { params: { id: conversation }, body: { open: false } });
    const [why = ""] = content.messages.closed.practice.split("{{");
    await expect(page.getByText(why.trim())).toBeVisible();
    await expect(page.getByText("I was just writing")).toBeVisible();
    const contact = page.getByRole("main").getByRole("link", { name: "Contact us" });
    await expect(contact).toHaveAttribute("href", "/contact-us");
    await checkAccessibility(page, "Messages, closed");
    await careTeam(care.openConversation, { params: { id: conversation }, body: { open: true } });
    await expect(thread.field).toHaveValue("I was just writing");
  });
});

test("§6 where the patient's state has no chat with patient services, every link leads to the doctor", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
}) => {
  await openDoctorThread(page, api, careTeam, patient);
  await expect(page.getByRole("link", { name: /^Messages/ })).toHaveAttribute("href", "/messages/doctor");
  for (const path of ["/messages", "/message"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/messages/doctor");
  }
  await page.goto("/messages/admin");
  await expect(page).toHaveURL("/messages/doctor");
  await expect(page.getByText("We don't offer chat with patient services where you live.")).toBeVisible();
  await checkAccessibility(page, "Messages, no patient services");
});

test("@both §2.1 §6 where the state has it: a list of both conversations, by keyboard from the list to a sent message", async ({
  page,
  content,
  checkAccessibility,
}, { project }) => {
  const id = project.name === "phone" ? "denise" : "gloria";
  const patient = content.demo.patients.find((each) => each.id === id);
  if (!patient) throw new Error(`No demo patient ${id}`);
  await new SignIn(page).openSignedIn("/messages", patient);
  const list = page.getByRole("list", { name: "Conversations" });
  await expect(list.getByRole("link")).toHaveCount(2);
  await checkAccessibility(page, "Messages, the list");
  const emergencyLines = page.getByText(/^In an emergency, call/).filter({ visible: true });
  await expect(emergencyLines).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await list.getByRole("link", { name: /^Patient services/ }).focus();
  await page.keyboard.press("Enter");
  const thread = new ThreadPage(page);
  await thread.ready();
  await expect(page.getByRole("heading", { level: 1, name: "Patient services" })).toBeVisible();
  await checkAccessibility(page, "Messages, patient services");
  await expect(emergencyLines, "once on a screen, beside the field").toHaveCount(1);
  if (project.name === "phone") await expect(emergencyLines).toBeInViewport({ ratio: 1 });
  const [field, send] = [await thread.field.boundingBox(), await thread.button("Send").boundingBox()];
  expect(field?.height, "room for two lines").toBeGreaterThan(76);
  expect((field?.y ?? 0) + (field?.height ?? 0), "the field is above its buttons").toBeLessThanOrEqual(send?.y ?? 0);
  const words = `A question of the ${project.name}.`;
  await thread.field.focus();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Thank you.");
  await page.keyboard.press("Control+Enter");
  await expect(thread.message(`${words}\nThank you.`)).toBeVisible();
});
