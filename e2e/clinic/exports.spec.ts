import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { createDeliveredPatient } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";

/** A cell that a spreadsheet would run: as `csvCell` writes them, each is quoted. */
const runs = /(?:^|,)"[=+\-@\t\r]/m;
const words = "=2+2 Larkspurqe ache";

/** The file of the audit of a patient, as this person saves it. */
async function exportAudit(page: Page, patientId: string): Promise<string> {
  await page.goto(`/clinic/audit?patient=${patientId}`);
  await expect(page.getByRole("table")).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("audit.csv");
  return readFile(await download.path(), "utf8");
}

test("decisions §11 a file that the staff app makes has nothing on health for finance, and no cell that a spreadsheet runs @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  api,
  expectApiError,
}) => {
  const patient = await createDeliveredPatient(api, careTeam, newPerson("Wanda", "Exported"));
  const { detail } = await careTeam(care.patient, { params: { id: patient.id } }).then(({ orders = [] }) => ({
    detail: orders.flatMap((order) => order.detail.map(({ name }) => name)),
  }));
  expect(detail.length).toBeGreaterThan(0);
  expectApiError({ path: `/api/patient/${patient.id}`, status: 403 });

  await test.step("a nurse says in words why they open the record; in their file the words and their name are text", async () => {
    await signInStaff(page, careTeam, "=1+1 Ines", ["nurse", "administrator"]);
    await page.goto(`/clinic/patients/${patient.id}`);
    await page.getByLabel("Reason").selectOption("patient_called");
    await page.getByLabel("In a sentence").fill(words);
    await page.getByRole("button", { name: "Open the record" }).click();
    await expect(page.getByRole("heading", { name: "Private notes" })).toBeVisible();
    const file = await exportAudit(page, patient.id);
    expect(file).toContain(`"'${words}"`);
    expect(file).toContain(`"'=1+1 Ines"`);
    expect(file).not.toMatch(runs);
  });

  await test.step("finance gets the same rows without the words, and without a product's name", async () => {
    const finance = await freshBrowser();
    await signInStaff(finance, careTeam, "-1 Tom", ["finance", "administrator"]);
    const file = await exportAudit(finance, patient.id);
    expect(file.split("\r\n").filter((line) => line.includes(patient.id)).length).toBeGreaterThan(3);
    expect(file).toContain("The patient called");
    expect(file).toContain(`"'=1+1 Ines"`);
    expect(file).not.toContain("Larkspurqe");
    for (const name of detail) expect(file.toLowerCase()).not.toContain(name.toLowerCase());
    expect(file).not.toMatch(/estradiol|progesterone|patch|hot flash/i);
    expect(file).not.toMatch(runs);
  });
});
