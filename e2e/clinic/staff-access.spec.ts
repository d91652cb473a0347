import { randomUUID } from "node:crypto";
import { errorMessage } from "#contract/http/errors.ts";
import { staff } from "#contract/staff/calls.ts";
import { staffPassword } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import {
  joinWithAuthenticator,
  addPasskeyDevice,
  choosePassword,
  expectClinicAccessible,
  mailedStaffLink,
  saveRecoveryCodes,
  goToByKeys,
} from "../pages/clinic.ts";

const session = "/api/clinic/staff/session";
const team = "/api/clinic/team";
const someEmail = (name: string) => `${name}.${randomUUID()}@practice.example`;

test("decisions §11 the first administrator comes in by a link with a passkey and invites a nurse, who joins with an authenticator app, sees only their own pages, and is out at once when disabled @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  expectApiError,
  expectProblem,
}) => {
  // A page that nobody is signed in on asks whether somebody is.
  expectApiError({ path: session, status: 401 });
  // The inbox of somebody who is disabled meanwhile is being read: all its lists.
  expectProblem(/401 \(Unauthorized\) .*\/api\/(?:clinic|patient)\//);
  const [adminEmail, nurseEmail] = [someEmail("amara"), someEmail("nora")];
  await careTeam(staff.invite, { body: { email: adminEmail, name: "Amara Okafor", roles: ["administrator"] } });

  await test.step("the administrator joins", async () => {
    await addPasskeyDevice(page);
    await choosePassword(page, await mailedStaffLink(page, adminEmail));
    await expect(page.getByRole("heading", { name: "Add a passkey" })).toBeVisible();
    expect(page.url()).toMatch(/\/clinic\/join$/);
    await page.getByRole("button", { name: "Make a passkey" }).click();
    await saveRecoveryCodes(page);
    await expect(page.getByRole("heading", { name: "Team" })).toBeVisible();
    await expectClinicAccessible(page, "Team");
  });

  await test.step("and invites a nurse", async () => {
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page.getByLabel("Name").fill("Nora Lindqvist");
    await page.getByLabel("Email").fill(nurseEmail);
    await page.getByRole("checkbox", { name: "Nurse" }).check();
    await expectClinicAccessible(page, "Invite somebody");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Nora Lindqvist is invited." })).toBeVisible();
  });

  const nurse = await freshBrowser();
  await test.step("the nurse joins with an authenticator app", async () => {
    await joinWithAuthenticator(nurse, nurseEmail);
  });

  await test.step("sees only their own pages", async () => {
    const pages = nurse.getByRole("navigation", { name: "Pages" });
    await expect(pages.getByRole("link", { name: "Your account" })).toBeVisible();
    await expect(pages.getByRole("link", { name: /Team|Audit/ })).toHaveCount(0);
    await nurse.goto("/clinic/team");
    await expect(nurse.getByRole("heading", { name: "This page isn’t part of your role" })).toBeVisible();
    await nurse.keyboard.press("?");
    await expect(nurse.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await nurse.keyboard.press("Escape");
    await goToByKeys(nurse, "i", "Inbox");
    await nurse.keyboard.press("/");
    await expect(nurse.getByRole("searchbox", { name: "Find a patient" })).toBeFocused();
  });

  await test.step("and is out at once when disabled", async () => {
    const row = page.getByRole("row", { name: /Nora Lindqvist/ });
    await page.reload();
    await row.getByRole("button", { name: "Disable: Nora Lindqvist" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await expect(row).toContainText("Disabled");
    await expect(nurse.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(nurse.getByText("Your session has ended.")).toBeVisible();
  });
});

test("decisions §11 a locked page keeps what was typed, unlocks with the passkey, and signing in again comes back to the same page @desktop", async ({
  page,
  careTeam,
  expectApiError,
}) => {
  expectApiError({ path: session, status: 401 });
  // What the two tabs asked for while it was locked; each waits and is asked again.
  for (const path of ["/api/clinic/staff/factor", team, "/api/clinic/inbox"]) expectApiError({ path, status: 401 });
  const email = someEmail("ines");
  await careTeam(staff.invite, { body: { email, name: "Ines Falk", roles: ["administrator"] } });
  await addPasskeyDevice(page);
  await choosePassword(page, await mailedStaffLink(page, email));
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await saveRecoveryCodes(page);

  await test.step("the lock covers the page, with what was typed below", async () => {
    await page.getByRole("button", { name: "Invite somebody" }).click();
    await page.getByLabel("Name").fill("Vera Sommer");
    // Another tab of the same person locks the session of both.
    const other = await page.context().newPage();
    await other.goto("/clinic/account");
    await other.getByRole("button", { name: "Lock" }).click();
    await expect(page.getByRole("dialog", { name: "Locked" })).toBeVisible();
    await other.close();
    await expectClinicAccessible(page, "Locked");
    await page.mouse.click(5, 5);
    for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Locked" })).toBeVisible();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("dialog", { name: "Locked" })).toHaveCount(0);
    await expect(page.getByLabel("Name")).toHaveValue("Vera Sommer");
  });

  await test.step("a fresh proof is asked for above the form, then what was sent goes ahead", async () => {
    expectApiError({ path: team, status: 403 });
    let refused = 0;
    await page.route(`**${team}`, (route) =>
      route.request().method() === "POST" && refused++ === 0
        ? route.fulfill({ status: 403, json: { code: "proof_required", message: errorMessage("proof_required") } })
        : route.fallback(),
    );
    await page.getByLabel("Email").fill(someEmail("vera"));
    await page.getByRole("checkbox", { name: "Nurse" }).check();
    await page.getByRole("button", { name: "Send the invitation" }).click();
    const question = page.getByRole("dialog", { name: "Prove it’s you" });
    await expectClinicAccessible(page, "Prove it’s you");
    await question.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("row", { name: /Vera Sommer/ })).toContainText("Invited");
  });

  await test.step("signing out and in again comes back to the same page", async () => {
    await page.goto("/clinic/audit");
    // What the page asks for would be refused after the sign-out.
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("Nothing is kept on this computer.")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(staffPassword);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("heading", { name: "Audit" })).toBeVisible();
  });
});

test("decisions §11 with an identity provider the mailed link waits for a press, and hands its token over by a cookie @desktop", async ({
  page,
  careTeam,
  expectApiError,
}) => {
  expectApiError({ path: session, status: 401 });
  const email = someEmail("ines");
  await careTeam(staff.invite, { body: { email, name: "Ines Valdez", roles: ["nurse"] } });
  const link = await mailedStaffLink(page, email);
  await page.route("**/api/clinic/staff/signin", (route) =>
    route.fulfill({ json: { provider: true, password: true } }),
  );
  const asked: string[] = [];
  await page.route("**/api/clinic/staff/oidc?*", async (route) => {
    asked.push(`${new URL(route.request().url()).search} ${(await route.request().allHeaders())["cookie"] ?? ""}`);
    await route.fulfill({ contentType: "text/html", body: "<h1>The provider</h1>" });
  });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Welcome, Ines Valdez" })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Use your practice’s sign-in" }).click();
  await expect(page.getByRole("heading", { name: "The provider" })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining(`staffLink=${new URL(link).hash.slice(1)}`)]);
});
