import { readFile } from "node:fs/promises";
import { auth } from "#contract/auth.ts";
import { store } from "#contract/cart/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { callApi } from "../actors/api.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { unfold } from "../input/unfold.ts";
import { SignIn } from "../pages/sign-in.ts";

test("§2.3 Download HSA Receipt: the patient's name, the years from 2021 whatever the device's clock says, a year without purchases, the file", async ({
  page,
  patient,
  api,
  content,
  checkAccessibility,
  expectApiError,
  inputMethod,
}) => {
  await completeVisit(api, patient);
  const { email, password } = patient;
  const { idToken: token, userid } = await callApi(api, auth.signIn, { body: { email, password, role: "PATIENT" } });
  const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];
  await callApi(api, store.checkout, { body: { checkout } }, { token });
  await page.clock.setFixedTime("2023-06-01T12:00:00Z");
  await new SignIn(page, inputMethod).openSignedIn("/insurance-documents", patient);

  const opener = page.getByRole("button", { name: "HSA receipt", exact: true });
  await inputMethod.press(opener);
  const dialog = page.getByRole("dialog", { name: "Download HSA Receipt" });
  await expect(dialog.getByText(`${patient.firstname} ${patient.lastname}`)).toBeVisible();
  const year = dialog.getByLabel("Year");
  const years = await year.locator("option").allTextContents();
  expect(years.map(Number)).toEqual(Array.from(years, (_, index) => Number(years[0]) - index));
  expect([Number(years[0]), years.at(-1)]).toEqual([
    Number(dayIn(content.brand.timezone, new Date()).slice(0, 4)),
    "2021",
  ]);

  expectApiError({ path: `/api/v2/hsaReceipt/${userid}/2021`, status: 404 });
  await year.selectOption("2021");
  await inputMethod.press(dialog.getByRole("button", { name: "Download" }));
  await expect(year).toBeFocused();
  await expect(year).toHaveAccessibleDescription("You didn't have any payments in 2021. Please choose another year.");
  await expect(year).toHaveValue("2021");
  await checkAccessibility(page, "Download HSA Receipt, nothing paid");

  await year.selectOption(years[0] ?? "");
  const coming = page.waitForEvent("download");
  await inputMethod.press(dialog.getByRole("button", { name: "Download" }));
  const file = await coming;
  expect(file.suggestedFilename()).toBe(`calendula-hsa-receipt-${years[0]}.pdf`);
  const { text } = await readPdf(await readFile(await file.path()));
  expect(text).toContain("Magnesium glycinate");
  await expect(dialog.getByRole("status").filter({ hasText: file.suggestedFilename() })).toBeVisible();
  await inputMethod.press(dialog.getByRole("button", { name: "Close" }).last());
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("§7 documents: a letter nobody wrote must be asked for, the record is downloaded for the patient and for another clinic", async ({
  page,
  patient,
  api,
  checkAccessibility,
  inputMethod,
}) => {
  await completeVisit(api, patient);
  await new SignIn(page, inputMethod).openSignedIn("/insurance-documents", patient);
  const card = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await unfold(card("Medical letter"));
  await expect(card("Medical letter").getByRole("link", { name: "Ask your doctor" })).toBeVisible();
  await expect(card("Medical letter").getByRole("button")).toHaveCount(0);
  for (const [name, filename] of [
    ["Medical record", "calendula-medical-records.pdf"],
    ["Record for another doctor’s system", "calendula-medical-records.json"],
  ] as const) {
    await unfold(card(name));
    const coming = page.waitForEvent("download");
    await inputMethod.press(card(name).getByRole("button", { name: "Download" }));
    expect((await coming).suggestedFilename()).toBe(filename);
    await expect(card(name).getByText(filename)).toBeVisible();
  }
  await checkAccessibility(page, "Your documents, after downloads");
});
