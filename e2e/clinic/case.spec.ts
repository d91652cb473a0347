import { randomUUID } from "node:crypto";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { newDoctor, signInPhysician, signInStaff } from "../actors/staff.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { holdRequests } from "../network/responses.ts";
import { expectClinicAccessible, findRow } from "../pages/clinic.ts";

test(
  "decisions §11 open to approve in six keys and no mouse, while a second physician has the same case open, sees whose it is, and sees it decided @desktop",
  { tag: "@translated" },
  async ({ page, freshBrowser, careTeam, api, expectApiError, expectProblem }) => {
    const second = await freshBrowser();
    const lastname = `Valdez ${randomUUID().slice(0, 4)}`;
    const doctorid = await newDoctor(careTeam, "Ines", lastname, "CA");
    await signInStaff(page, careTeam, "Amara Okafor", ["physician"], doctorid);
    await signInPhysician(second, careTeam, "CA", "Ines Falk");
    const person = newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);
    const name = `${person.firstname} ${person.lastname}`;
    await completeVisit(api, person);
    const token = await signInForToken(api, person);
    const { id } = await callApi(api, account.user, {}, { token });
    expectApiError({ path: `/api/clinic/work/case/${id}`, status: 409 });
    // The next case is another test's, and may be decided by now: then it takes a reason to open it.
    expectProblem(/status of 403 .*\/api\/patient\//);
    // Accepted, so that its row stays as it is; the demo's care desk leaves a case to whoever has it.
    await careTeam(care.accept, { params: { id }, body: {} });
    await callApi(page.context().request, staff.claim, { params: { kind: "case", id }, body: {} });

    await test.step("the first one opens it by keys, from the end of the list", async () => {
      await page.goto("/clinic/inbox?queue=accepted");
      const row = await findRow(page, new RegExp(name));
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("k");
        if (await row.evaluate((element) => element === document.activeElement)) break;
      }
      await expect(row).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/clinic/case/${id}`);
      await expect(page.getByText("Yours")).toBeVisible();
    });

    await test.step("the second one sees whose it is, and can't decide it without taking it over", async () => {
      await second.goto(`/clinic/case/${id}`);
      await expect(second.getByText("Amara Okafor is working on this")).toBeVisible();
      await expect(second.getByRole("button", { name: "Approve" })).toHaveCount(0);
      await expect(second.getByRole("button", { name: "Take over" })).toBeVisible();
    });

    await test.step("pressed before it's known what was kept, it waits for that", async () => {
      await page.locator("#case-note").fill("Begin on a Monday.");
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
      const release = await holdRequests(page, `**/api/clinic/draft/case/${id}`);
      await page.reload();
      await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
      await page.keyboard.press("a");
      await expect(page).toHaveURL(`/clinic/case/${id}?do=approve`);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      release();
      const dialog = page.getByRole("dialog", { name: `Approve the plan of ${name}?` });
      await expect(dialog).toContainText("Begin on a Monday.");
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    });

    await test.step("a and Enter approve it, as it is on the screen", async () => {
      const directions = page.getByLabel(/^Directions for Estradiol patch .*mg\/day/);
      await expect(directions).not.toHaveValue("");
      await directions.fill("Change it on Mondays and Thursdays.");
      await page.getByLabel("Refills").first().fill("2");
      await page.getByLabel("Refills").first().blur();
      await page.keyboard.press("a");
      const dialog = page.getByRole("dialog", { name: `Approve the plan of ${name}?` });
      await expect(dialog).toContainText(`Dr. Ines ${lastname}`);
      await expect(dialog).toContainText(/\$\d+\.\d\d now from Visa ending in 4242/);
      await expect(dialog).toContainText("Change it on Mondays and Thursdays.");
      await expect(dialog).toContainText(/1 × \d+ days, 2 refills/);
      await expectClinicAccessible(page, "Approve the plan");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: `Approved: ${name}.` })).toBeVisible();
    });

    await test.step("and the second one sees it decided", async () => {
      await expect(second.getByText("In care", { exact: true })).toBeVisible();
      await expect(second.getByRole("button", { name: "Take over" })).toHaveCount(0);
    });
  },
);
