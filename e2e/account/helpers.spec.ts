import { randomUUID } from "node:crypto";
import { newPerson } from "../actors/person.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { openMail } from "../pages/mailbox.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a patient invites her daughter, who reads what was shared, writes under her own name, and is out at once when it ends in another tab @both", async ({
  page,
  freshBrowser,
  createDeliveredPatient,
  checkAccessibility,
  expectApiError,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Frost ${randomUUID().slice(0, 6)}`));
  const daughter = await freshBrowser();
  const email = `ana.${randomUUID().slice(0, 8)}@example.com`;
  const password = "quiet amber meadow";
  let link = "";

  await test.step("what is missing is said; the password is asked for; the invitation is mailed", async () => {
    await new SignIn(page).openSignedIn("/account-settings/helpers", rosa);
    await expect(page.getByRole("heading", { level: 1, name: "Your helpers" })).toBeVisible();
    await pressEnter(page.getByRole("button", { name: "I agree. Send the invitation" }));
    await expect(page.getByText("Please choose what you'd like to share.").first()).toBeVisible();
    await checkAccessibility(page, "Invite a helper");
    await expectNoSidewaysScroll(page);
    await page.getByLabel("Their first name").fill("Ana");
    await page.getByLabel("Their last name").fill("Frost");
    await page.getByLabel("Their email").fill(email);
    await page.getByLabel("Orders and charges").check();
    await page.getByLabel("Messages", { exact: true }).check();
    await page.getByLabel("Reminders", { exact: true }).check();
    await page.getByLabel("Your password").fill(rosa.password);
    await pressEnter(page.getByRole("button", { name: "I agree. Send the invitation" }));
    await expect(page.getByText("We sent Ana an email with a link. It works for a week.")).toBeVisible();
    await expect(page.getByText("Invited", { exact: true })).toBeVisible();
    await openMail(daughter, email, /Rosa would like your help/);
    link = (await daughter.getByRole("link", { name: /helper\/link/ }).getAttribute("href")) ?? "";
  });

  await test.step("the daughter accepts with a password of her own, and sees only what was shared", async () => {
    await daughter.goto(link);
    await expect(daughter.getByRole("heading", { level: 1, name: "Rosa would like your help" })).toBeVisible();
    await checkAccessibility(daughter, "An invitation to help");
    await expectNoSidewaysScroll(daughter);
    await daughter.getByLabel("Choose a password").fill(password);
    await pressEnter(daughter.getByRole("button", { name: "Yes, I'll help Rosa" }));
    await expect(daughter.getByRole("heading", { level: 1, name: "You're helping Rosa" })).toBeVisible();
    await expect(daughter.getByRole("heading", { name: "Orders and charges" })).toBeVisible();
    await expect(daughter.getByRole("heading", { name: "Reminders" })).toBeVisible();
    await expect(daughter.getByRole("heading", { name: "Documents and receipts" })).toHaveCount(0);
    await checkAccessibility(daughter, "What a helper sees");
    await expectNoSidewaysScroll(daughter);
  });

  await test.step("she writes under her own name, and the patient reads it so", async () => {
    const box = daughter.getByLabel("Write for Rosa").first();
    await box.fill("My mother's package is late.");
    await pressEnter(daughter.getByRole("button", { name: "Send" }).first());
    await expect(daughter.getByText("My mother's package is late.")).toBeVisible();
    await expect(box).toHaveValue("");
    await page.goto("/messages/doctor");
    await expect(page.getByText("My mother's package is late.").first()).toBeVisible();
    await expect(page.getByText("Ana Frost").first()).toBeVisible();
    await page.goto("/account-settings/helpers");
    await expect(page.getByText(/^Sent a message for you · Today/)).toBeVisible();
  });

  await test.step("the patient chooses copies of emails, and the daughter stops them", async () => {
    const charges = page.getByRole("switch", { name: "The next charge" });
    const saved = page.waitForResponse((response) => response.url().endsWith("/copies") && response.ok());
    await charges.click();
    await saved;
    await expect(charges).toBeChecked();
    await expect(page.getByRole("switch", { name: "New documents" })).toHaveCount(0);
    await checkAccessibility(page, "Helpers with copies of emails");
    await expectNoSidewaysScroll(page);
    await daughter.reload();
    await expect(daughter.getByText("Rosa chose copies of emails for you: The next charge.")).toBeVisible();
    await pressEnter(daughter.getByRole("button", { name: "Stop these emails" }));
    await expect(daughter.getByRole("button", { name: "Get these emails again" })).toBeVisible();
    await checkAccessibility(daughter, "A helper who stopped copies");
    await page.reload();
    await expect(page.getByText(/^Ana stopped these emails on /)).toBeVisible();
    await expect(charges).toBeChecked();
  });

  await test.step("the pages of a patient know no helper", async () => {
    await daughter.goto("/home");
    await expect(daughter).toHaveURL(/\/login/);
    await daughter.goto("/helper");
    await expect(daughter.getByRole("heading", { level: 1, name: "You're helping Rosa" })).toBeVisible();
  });

  await test.step("it ends at once where the patient says so", async () => {
    await pressEnter(page.getByRole("button", { name: "End it for Ana Frost" }));
    await pressEnter(page.getByRole("button", { name: "End it now" }));
    await expect(page.getByText("Ana can't see anything in your account anymore.")).toBeVisible();
    await daughter.getByLabel("Write for Rosa").first().fill("One more thing.");
    // What is sent, and what the page looks at again by itself.
    const threads = daughter.getByRole("heading", { level: 2, name: /^Messages: / });
    for (const thread of await threads.all())
      expectApiError({ path: `/api/conversation/${await thread.getAttribute("id")}/message`, status: 401 });
    await pressEnter(daughter.getByRole("button", { name: "Send" }).first());
    await expect(daughter.getByRole("heading", { level: 1, name: "Log in as a helper" })).toBeVisible();
    await expect(daughter.getByText("You've been logged out.", { exact: false })).toBeVisible();
    await daughter.getByLabel("Email").fill(email);
    await daughter.getByLabel("Password", { exact: true }).fill(password);
    expectApiError({ path: "/api/helper/signin", status: 401 });
    await pressEnter(daughter.getByRole("button", { name: "Continue" }));
    await expect(daughter.getByText("That email and password don't match.", { exact: false })).toBeVisible();
  });
});
