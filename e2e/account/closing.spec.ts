import type { WebSocket } from "@playwright/test";
import { errorMessage } from "#contract/http/errors.ts";
import { completeVisit } from "../actors/visit.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a patient closes the account with the password, and the account is unknown afterwards", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  const sockets: WebSocket[] = [];
  page.on("websocket", (socket) => sockets.push(socket));
  await completeVisit(api, patient);
  await new SignIn(page).openSignedIn("/account-settings", patient);
  await page.getByRole("link", { name: "Close your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Close your account" })).toBeVisible();
  for (const name of ["What ends", "What we keep, and why"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  await checkAccessibility(page, "Close your account");
  await expectNoSidewaysScroll(page);
  const password = page.getByLabel("Your password, to confirm");
  const close = page.getByRole("button", { name: "Close my account" });

  await test.step("without a password, and with a wrong one, nothing is closed", async () => {
    await close.click();
    await expect(password).toHaveAccessibleDescription("Please enter your password.");
    expectApiError({ path: "/api/user/close", status: 401 });
    await password.fill("not this one");
    await close.click();
    await expect(password).toHaveAccessibleDescription("That isn't your password.");
  });

  await test.step("with the right password the account closes, and the login page says so", async () => {
    await password.fill(patient.password);
    // The server ends the sessions before its response arrives, and says so over the socket.
    await page.route("**/api/user/close", async (route) => {
      const response = await route.fetch();
      await expect.poll(() => sockets.length > 0 && sockets.every((socket) => socket.isClosed())).toBe(true);
      await route.fulfill({ response });
    });
    await close.click();
    await page.waitForURL("**/login?closed=true");
    await expect(page.getByText("Your account is closed.")).toBeVisible();
  });

  await test.step("signing in responds as for an unknown email", async () => {
    expectApiError({ path: "/api/signin", status: 401 });
    await new SignIn(page).submit(patient);
    await expect(page.getByRole("alert").filter({ hasText: errorMessage("wrong_credentials") })).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});
