import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { joinOverApi, staffLinkIn, staffPassword } from "../actors/staff.ts";
import { expect } from "../fixtures.ts";
import { callOfPerson, test } from "../flows/practice.ts";
import { packByScan } from "../flows/scan-boxes.ts";
import { expectClinicAccessible, goToByKeys } from "../pages/clinic.ts";

/** Tab, until the focus is there. */
async function tabTo(page: Page, there: Locator): Promise<void> {
  await expect(there).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await there.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(there).toBeFocused();
}

/** `j`, until the focus is on that row. */
async function downTo(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("j");
    if (await row.evaluate((element) => element.contains(document.activeElement))) return;
  }
  throw new Error("The row isn’t reached by j");
}

test("decisions §11 a whole shift without a mouse: signing in, inbox, case, approval, conversation, answer, dispensing, shipping, and every screen of it is accessible by day and by night @desktop", async ({
  practice: { production, desk, newPatient },
}) => {
  const email = "elena@practice.example";
  const page = await desk();
  const used: string[] = [];
  await page.exposeFunction("mouseUsed", (what: string) => void used.push(what));
  const roles = "physician,pharmacy";
  const printed = await production.staffCommand("invite", email, "Elena Marsh", roles, "elena_marsh");
  const app = await joinOverApi(page.context().request, staffLinkIn(printed));
  await page.context().clearCookies();
  const rosa = await newPatient("Winter");
  const { items } = await rosa.call(messages.conversations, {});
  const doctor = items.find(({ kind }) => kind === "doctor")?.id ?? "";
  await rosa.call(messages.send, { params: { id: doctor }, body: { message: "May I take it in the morning?" } });
  await page.addInitScript(() => {
    for (const type of ["pointerdown", "mousedown", "click", "touchstart"])
      addEventListener(
        type,
        // Enter on a button is a click of no pointer.
        (event) => {
          const isPointed = event instanceof PointerEvent && event.type === "click" ? event.pointerType !== "" : true;
          if (isPointed) (window as unknown as { mouseUsed: (what: string) => void }).mouseUsed(event.type);
        },
        true,
      );
  });

  await test.step("signing in with both factors", async () => {
    await page.goto("/clinic");
    await tabTo(page, page.getByLabel("Email"));
    await page.keyboard.type(email);
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(staffPassword);
    await page.keyboard.press("Enter");
    const code = page.getByLabel("Code of your authenticator app");
    await expect(code).toBeFocused();
    await expectClinicAccessible(page, "Sign in: the second factor");
    // Each code works once; the next one already does.
    await page.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  });

  const waiting = page.getByRole("list", { name: "What waits" });
  await test.step("from the inbox into the case, a note, and its approval", async () => {
    await expect(waiting.getByRole("link", { name: /Rosa Winter/ })).toHaveCount(2);
    await expectClinicAccessible(page, "Inbox with items");
    await downTo(page, waiting.getByRole("link", { name: /Rosa Winter.*Order/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Yours")).toBeVisible();
    await expectClinicAccessible(page, "Case by keys");
    await page.keyboard.press("m");
    await expect(page.getByLabel("Note", { exact: true })).toBeFocused();
    await page.keyboard.type("Please write to me after two weeks.");
    await tabTo(page, page.getByRole("button", { name: /^Approve/ }).first());
    await page.keyboard.press("a");
    await expect(page.getByRole("dialog", { name: /^Approve the plan of/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Approved: Rosa Winter." })).toBeVisible();
  });

  await test.step("the conversation, and an answer", async () => {
    await goToByKeys(page, "i", "Inbox");
    await downTo(page, waiting.getByRole("link", { name: /Rosa Winter.*To the doctor/ }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("May I take it in the morning?")).toBeVisible();
    await expectClinicAccessible(page, "Conversation by keys");
    await page.keyboard.press("r");
    await page.keyboard.type("Yes, at any hour, but always the same one.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Sent.")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("dispensing, and shipping", async () => {
    await goToByKeys(page, "d", "Dispensing");
    const row = page.getByRole("list", { name: "Orders" }).getByRole("listitem").filter({ hasText: "Rosa Winter" });
    await downTo(page, row);
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await expectClinicAccessible(page, "Dispensing by keys");
    const { items: ready } = await callOfPerson(page)(care.orders, { query: { status: "ready" } });
    await page.keyboard.press("p");
    for (const order of ready) await packByScan(page, order);
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Tracking number")).toBeFocused();
    await page.keyboard.type(uspsNumber(randomInt(1e12)));
    await expectClinicAccessible(page, "Mark as shipped");
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Carrier")).toHaveValue("USPS");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing is to be sent.")).toBeVisible();
  });
  expect(used, "events of a mouse or a finger").toEqual([]);
});
