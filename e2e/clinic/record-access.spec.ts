import { randomUUID } from "node:crypto";
import { account } from "#contract/account/calls.ts";
import { callApi } from "../actors/api.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { signUp } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";

test("decisions §11 a record outside one's queue asks for a reason in place, then goes on; a private note is written by keys and kept @desktop", async ({
  page,
  careTeam,
  api,
  expectApiError,
}) => {
  await signInStaff(page, careTeam, "Nina Holm", ["nurse"]);
  const person = newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);
  const token = await signUp(api, person);
  const { id } = await callApi(api, account.user, {}, { token });
  expectApiError({ path: `/api/patient/${id}`, status: 403 });

  await test.step("cancel leaves it closed, and it can be asked again", async () => {
    await page.goto(`/clinic/patients/${id}`);
    const dialog = page.getByRole("dialog", { name: "Why do you need this record?" });
    await expect(dialog).toBeVisible();
    await expectClinicAccessible(page, "The question before a record");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Say why" }).click();
    await expect(dialog).toBeVisible();
  });

  await test.step("the reason opens it, by keys", async () => {
    await page.getByLabel("Reason").selectOption("patient_called");
    await pressEnter(page.getByRole("button", { name: "Open the record" }));
    await expect(page.getByRole("heading", { name: "Private notes" })).toBeVisible();
  });

  await test.step("a draft of a note survives a reload, and the note is there afterwards", async () => {
    await page.keyboard.press("n");
    await page.keyboard.type("Prefers calls after five.");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("New note")).toHaveValue("Prefers calls after five.");
    await page.getByLabel("New note").press("Control+Enter");
    const note = page.getByRole("list", { name: "Private notes" }).getByRole("listitem");
    await expect(note).toContainText("Prefers calls after five.");
    await expect(note).toContainText("Nina Holm");
    await expectClinicAccessible(page, "A record with a private note");
  });
});
