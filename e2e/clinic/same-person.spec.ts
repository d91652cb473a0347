import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { onePersonTwice } from "../actors/patient-in-care.ts";
import { newDoctor, signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { expectClinicAccessible, findRow } from "../pages/clinic.ts";

test("decisions §19 right person: a second account waits in the inbox, both records stand side by side, nothing is approved before somebody says whose they are, and it can be corrected @desktop", async ({
  page,
  careTeam,
  api,
  expectProblem,
}) => {
  const { first, second, ids } = await onePersonTwice(api);
  const [, id = ""] = ids;
  const lastname = `Valdez ${randomUUID().slice(0, 4)}`;
  await signInStaff(page, careTeam, "Amara Okafor", ["physician"], await newDoctor(careTeam, "Ines", lastname, "CA"));
  // The demo's care desk was refused, or hasn't come to it.
  expectProblem(/status of (403|409)/);

  await test.step("the case says so, and can't be approved", async () => {
    await page.goto(`/clinic/case/${id}`);
    await expect(page.getByText("This may be a second record of one person")).toBeVisible();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect(page.getByText("Say first whether it is.")).toBeVisible();
  });

  await test.step("from the inbox both records are side by side", async () => {
    await page.goto("/clinic/inbox?queue=pair");
    const row = await findRow(page, new RegExp(second.lastname));
    await expect(row).toContainText(`And ${first.firstname} ${first.lastname}`);
    await row.click();
    const records = page.getByRole("table");
    await expect(records).toContainText(first.lastname);
    await expect(records).toContainText(second.lastname);
    for (const alike of ["Born", "Ships to", "SSN, last four", "Card"])
      await expect(records.getByRole("row", { name: new RegExp(`^${alike}`) })).toContainText("Alike");
    // What is asked for and undecided is at nobody's home.
    await expect(records.getByRole("row", { name: /^Medicine/ })).toContainText("Nothing is prescribed or at home");
    await expectClinicAccessible(page, "Two records side by side");
  });

  await test.step("it takes a choice and a reason, and is kept", async () => {
    await page.getByRole("button", { name: "Save it" }).click();
    await expect(page.getByText("Choose one.")).toBeVisible();
    await page.getByRole("radio", { name: "The same person" }).check();
    await page.getByLabel("Why").fill("Married in June; she told us on the phone.");
    await page.getByRole("button", { name: "Save it" }).click();
    await expect(page.getByRole("list", { name: "Newest first" })).toContainText("Married in June");
    await page.goto(`/clinic/case/${id}`);
    await expect(page.getByText("The same person has another record")).toBeVisible();
  });

  await test.step("and corrected", async () => {
    await page.getByRole("link", { name: "Look at both" }).click();
    await page.getByRole("radio", { name: "Two people" }).check();
    await page.getByLabel("Why").fill("Two cousins of one name.");
    await page.getByRole("button", { name: "Save it" }).click();
    await expect(page.getByRole("list", { name: "Newest first" }).getByRole("listitem")).toHaveCount(2);
    const { pairs } = await careTeam(care.patient, { params: { id } });
    expect(pairs).toEqual([]);
  });
});
