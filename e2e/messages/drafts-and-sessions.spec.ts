import type { Page } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { callApi } from "../actors/api.ts";
import { sendDoctorMessage, signInForToken } from "../actors/patient-in-care.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { openDoctorThread, dropSends, interceptSends } from "../flows/doctor-thread.ts";
import { NotificationPanel } from "../pages/notification-panel.ts";
import { SignIn, replaceAccessToken } from "../pages/sign-in.ts";
import { ThreadPage } from "../pages/thread.ts";

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

test("§7 typed text survives a reload, and is gone after logging out", async ({ page, patient, api, careTeam }) => {
  const { thread } = await openDoctorThread(page, api, careTeam, patient);
  await thread.field.fill("I wanted to ask");
  await page.reload();
  await expect(thread.field).toHaveValue("I wanted to ask");
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/messages"));
  await new SignIn(page).openSignedIn("/messages/doctor", patient);
  await thread.ready();
  await expect(thread.field).toHaveValue("");
});

test("§8 a session ended from another device leaves no text on this one; the open page gives it back to the same patient", async ({
  page,
  patient,
  api,
  careTeam,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|status of 401/);
  const { thread, conversation, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  // The first send is still under way when the session ends; the others fail.
  let sends = 0;
  const connect = await interceptSends(page, conversation, (route) =>
    sends++ === 0 ? new Promise(() => {}) : route.abort(),
  );
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
  expectProblem,
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

test("§2.3 §7 two tabs agree: on what is unread, on what is read, also in the notifications, and on a message sent in one", async ({
  page,
  createDeliveredPatient,
  careTeam,
}) => {
  const patientInCare = await createDeliveredPatient();
  await new SignIn(page).openSignedIn("/support", patientInCare);
  const other = await page.context().newPage();
  await other.goto("/home");
  const expectUnread = async (count: number, name: string) => {
    for (const tab of [page, other]) {
      const navigation = tab.getByRole("navigation", { name: "Main" });
      await expect(navigation.getByRole("link", { name: /^Messages/ })).toHaveAccessibleName(name);
      await new NotificationPanel(tab).expectUnread(count);
    }
  };
  await expectUnread(0, "Messages");
  await sendDoctorMessage(careTeam, patientInCare, "Hello.");
  await expectUnread(1, "Messages 1 unread message");
  await sendDoctorMessage(careTeam, patientInCare, "Hello again.");
  await expectUnread(2, "Messages 2 unread messages");
  const [here, there] = [new ThreadPage(page), new ThreadPage(other)];
  await here.open();
  await expect(here.message("Hello again.")).toBeInViewport();
  await expectUnread(0, "Messages");
  await there.open();
  await here.send("From the first tab.");
  await expect(there.message("From the first tab.")).toBeVisible();
  await expect(there.onTheirWay).toHaveCount(0);
});
