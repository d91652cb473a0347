import { fullPath } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { staffLinkIn } from "../actors/staff.ts";
import { expect } from "../fixtures.ts";
import { test } from "../flows/practice.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";

test("decisions §16 an administrator sees how the outside systems fare, asks them now, and reads what to do about an alarm @desktop", async ({
  practice: { production, desk, comeIn },
}) => {
  const page = await desk();
  await page.setViewportSize({ width: 1280, height: 800 });
  const printed = await production.staffCommand("invite", "amara@practice.example", "Amara Okafor", "administrator");
  await comeIn(page, staffLinkIn(printed));
  await page.getByRole("link", { name: "Systems" }).click();
  await page.getByRole("link", { name: "Outside systems" }).click();
  const mail = page.getByRole("listitem").filter({ hasText: "The mail server" });
  await expect(mail).toBeVisible();

  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(/^Checked\./)).toBeVisible();
  await expect(mail).toContainText(/signs us in at .*: yes\./);
  await expectClinicAccessible(page, "Outside systems");

  const failures = [
    {
      ...{ answer: "login_refused", todo: "It refuses our user name or password. Put the right ones into SMTP_URL." },
      ...{ since: "2026-11-28T15:00:00Z", alarmedat: "2026-11-28T15:01:00Z" },
    },
  ];
  const items = [{ system: "mail", name: "The mail server", failures }];
  await page.route(`**${fullPath(integrations.outsideSystems)}`, (route) => route.fulfill({ json: { items } }));
  await page.reload();
  await expect(mail).toContainText("AlarmIt refuses our user name or password.");
  await expect(mail).toContainText("Since November 28, 2026 at 10:00 AM ET");
});
