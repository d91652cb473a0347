import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { callApi } from "../actors/api.ts";
import type { CareTeam } from "../actors/patient-in-care.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { expectClinicAccessible, joinWithAuthenticator } from "../pages/clinic.ts";

/** Signs a new physician in, who decides in this doctor's name. */
async function physicianAt(page: Page, careTeam: CareTeam, name: string, doctorid: string): Promise<void> {
  const email = `physician.${randomUUID()}@practice.example`;
  await careTeam(staff.invite, { body: { email, name, roles: ["physician"], doctorid } });
  await joinWithAuthenticator(page, email);
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
}

test("decisions §11 open to approve in six keys and no mouse, while a second physician has the same case open, sees whose it is, and sees it decided @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  api,
  expectApiError,
}) => {
  const second = await freshBrowser();
  await physicianAt(page, careTeam, "Amara Okafor", "ines_valdez");
  await physicianAt(second, careTeam, "Ines Falk", "hanna_lindqvist");
  const person = newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);
  const name = `${person.firstname} ${person.lastname}`;
  await completeVisit(api, person);
  const token = await signInForToken(api, person);
  const { id } = await callApi(api, account.user, {}, { token });
  expectApiError({ path: `/api/clinic/work/case/${id}`, status: 409 });
  // The demo's care desk leaves a case to whoever has it.
  await page.evaluate(
    async (path) =>
      void (await fetch(path, { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" })),
    `/api/clinic/work/case/${id}`,
  );

  await test.step("the first one opens it by keys, from the end of the list", async () => {
    await page.reload();
    const row = page.getByRole("link", { name: new RegExp(name) }).first();
    await expect(row).toBeVisible();
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("k");
      if (await row.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(row).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Yours")).toBeVisible();
  });

  await test.step("the second one sees whose it is, and can't decide it without taking it over", async () => {
    await second.goto(`/clinic/case/${id}`);
    await expect(second.getByText("Amara Okafor is working on this")).toBeVisible();
    await expect(second.getByRole("button", { name: "Approve" })).toHaveCount(0);
    await expect(second.getByRole("button", { name: "Take over" })).toBeVisible();
  });

  await test.step("a and Enter approve it", async () => {
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: `Approve the plan of ${name}?` });
    await expect(dialog).toContainText("Dr. Ines Valdez");
    await expect(dialog).toContainText(/\$\d+\.\d\d now from Visa ending in 4242/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: `Approved: ${name}.` })).toBeVisible();
  });

  await test.step("and the second one sees it decided", async () => {
    await expect(second.getByText("In care", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(second.getByRole("button", { name: "Take over" })).toHaveCount(0);
  });

  await test.step("the case and its question are accessible", async () => {
    const other = newPerson("Ada", "Sommer");
    await completeVisit(api, other);
    const { id: otherId } = await callApi(api, account.user, {}, { token: await signInForToken(api, other) });
    await page.goto(`/clinic/case/${otherId}`);
    await expect(page.getByRole("heading", { name: "Plan" })).toBeVisible();
    await page.keyboard.press("a");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectClinicAccessible(page, "Approve the plan");
    await page.keyboard.press("Escape");
    await expectClinicAccessible(page, "Case");
  });
});
