import { randomUUID } from "node:crypto";
import type { OrderItem } from "#contract/care/worklists.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("decisions §11 finance finds a delivered order by its number, refunds it, and a reload still shows it; a day opens against the gateway @desktop", async ({
  page,
  api,
  careTeam,
  patient,
  createDeliveredPatient,
}) => {
  await createDeliveredPatient();
  const token = await signInForToken(api, patient);
  const number = (await callApi(api, treatment.overview, {}, { token })).orders[0]?.number ?? "";
  await signInStaff(page, careTeam, "Tom Abara", ["finance"]);
  await page.goto("/clinic/money/refunds");

  await test.step("by its number, without a product's name, and refunded in part", async () => {
    await page.getByLabel("Order number or name").fill(number);
    const row = page.getByRole("row").filter({ hasText: number });
    await expect(row).toContainText("Delivered");
    expect(await page.getByRole("main").innerText()).not.toMatch(/estradiol|progesterone/i);
    await row.getByRole("button", { name: /^Refund/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount in dollars").fill("12.50");
    await dialog.getByLabel("Reason").fill("A late parcel");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Refund $12.50" }).click();
    await expect(row).toContainText("$12.50");
    await page.reload();
    await page.getByLabel("Order number or name").fill(number);
    await expect(row).toContainText("$12.50");
    await expectClinicAccessible(page, "Refunds");
  });

  await test.step("today has it in our books and at the gateway, and can't be closed yet", async () => {
    await page.goto("/clinic/money/closing");
    await expectClinicAccessible(page, "Days");
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.getByText("Still running")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "Fees of the gateway" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Close the day" })).toHaveCount(0);
    await expectClinicAccessible(page, "A day");
  });
});

test("decisions §11 an administrator adds a doctor and changes the card and the photo; it counts at once @desktop", async ({
  page,
  careTeam,
  request,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED.*\/portrait/);
  const lastname = `Brandt ${randomUUID().slice(0, 6)}`;
  await signInStaff(page, careTeam, "June Park", ["administrator"]);
  await page.goto("/clinic/team/doctors");
  await page.getByRole("button", { name: "Add a doctor" }).click();
  const dialog = page.getByRole("dialog");
  await expectClinicAccessible(page, "Add a doctor");
  await dialog.getByLabel("First name").fill("Noemi");
  await dialog.getByLabel("Last name").fill(lastname);
  await dialog.getByLabel("Title and specialty").fill("MD, board-certified in internal medicine");
  await dialog.getByLabel("About them, for patients").fill("Answers every question twice, if it helps.");
  await dialog.getByLabel("NPI").fill("0000000009");
  await dialog.getByLabel("States they’re licensed in").fill("Guam");
  // Nobody of the other tests is matched with them.
  await dialog.getByRole("checkbox", { name: "Takes new patients" }).uncheck();
  await dialog.getByRole("button", { name: "Add the doctor" }).click();
  await expect(dialog).toContainText("Please enter two letters for each state");
  await dialog.getByLabel("States they’re licensed in").fill("ia, oh");
  await dialog.getByRole("button", { name: "Add the doctor" }).click();
  const row = page.getByRole("row").filter({ hasText: `Dr. Noemi ${lastname}` });
  await expect(row).toContainText("0 patients, takes no new ones");
  await row.getByRole("button", { name: /^Change card/ }).click();
  await page.getByRole("dialog").getByLabel("Title and specialty").fill("MD, MSCP");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("MD, MSCP");

  await test.step("what is no picture is said at the field, a photo is previewed and saved, and anybody can load it", async () => {
    await row.getByRole("button", { name: /^Change card/ }).click();
    const photo = dialog.getByRole("group", { name: "Their own photo" });
    const choose = photo.getByLabel("Photo", { exact: true });
    await choose.setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
    await expect(photo.getByText("“letter.pdf” is a document.").last()).toBeVisible();
    const torn = Buffer.concat([png.subarray(0, 8), Buffer.from("<script></script>")]);
    await choose.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: torn });
    await expect(photo.getByText("We can’t read this picture.").last()).toBeVisible();
    await expect(photo.getByRole("button", { name: "Choose a photo" })).toBeFocused();
    await choose.setInputFiles({ name: "noemi.png", mimeType: "image/png", buffer: png });
    await expect(photo.getByRole("img", { name: "Preview of noemi.png" })).toBeVisible();
    await expect(photo.getByText("We can’t read this picture.")).toHaveCount(0);
    await expectClinicAccessible(page, "A doctor’s photo");

    // The answer is lost: what was sent may have arrived, so it's sent again.
    await page.route(/\/portrait$/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(photo.getByText("we don’t know whether it was saved").last()).toBeVisible();
    await expect(photo.getByRole("button", { name: "Choose another photo" })).toBeFocused();
    await page.unroute(/\/portrait$/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`The photo of Dr. Noemi ${lastname} was saved.`)).toBeVisible();
    await page.reload();
    await row.getByRole("button", { name: /^Change card/ }).click();
    const address = await photo.getByRole("img", { name: /^Dr\. Noemi/ }).getAttribute("src");
    const loaded = await request.get(address ?? "");
    expect([loaded.status(), loaded.headers()["content-type"]]).toEqual([200, "image/jpeg"]);

    await pressEnter(photo.getByRole("button", { name: "Remove the photo" }));
    await expect(photo.getByRole("button", { name: "Choose another photo" })).toBeFocused();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`The photo of Dr. Noemi ${lastname} was removed.`)).toBeVisible();
    expect((await request.get(address ?? "")).status()).toBe(404);
  });

  await row.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toContainText("Removed, gets no patients");
});

test("decisions §11 past due: all that can be done is in sight on a small screen @desktop", async ({
  page,
  careTeam,
}) => {
  await page.setViewportSize({ width: 820, height: 900 });
  await page.route(
    (url) => url.pathname.endsWith("/clinic/order") && url.searchParams.get("status") === "past_due",
    (route) => route.fulfill({ json: { items: [pastDueItem()], nextpage: null } }),
  );
  await signInStaff(page, careTeam, "Tom Abara", ["finance"]);
  await page.goto("/clinic/money/past-due");
  const row = page.getByRole("row").filter({ hasText: "Featherstonehaugh" });
  await expect(row).toContainText("Tried again");
  const box = await row.getByRole("button", { name: /^Write off/ }).boundingBox();
  expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(820);
  const hidden = await page.getByRole("table").evaluate((table) => {
    const { parentElement: frame } = table;
    return frame ? frame.scrollWidth - frame.clientWidth : 0;
  });
  expect(hidden).toBeLessThanOrEqual(0);
});

const pastDueItem = (): OrderItem => ({
  ...{ id: randomUUID(), order: null, ready: false, holdends: null, disputedsince: null, disputedfor: null },
  ...{
    dispensing: null,
    mismatch: null,
    mismatchdecision: null,
    emergencyhold: null,
    question: null,
    refundquestions: [],
  },
  ...{ refundable: 0, refunds: [] },
  patient: {
    ...{ id: randomUUID(), firstname: "Wilhelmina", lastname: "Featherstonehaugh", emailrefusedsince: null },
    ...{ email: "wilhelmina.featherstonehaugh@example.org", birthday: "1970-03-09", state: "OH", doctor: null },
    ...{ onboardingstatus: "DONE", identitystatus: "matched", planstatus: "approved", carestatus: "accepted" },
    ...{ since: "2026-11-01T12:00:00Z", emergencysince: null, death: null },
  },
  pastdue: {
    ...{ prescriptionorderid: randomUUID(), subscriptionid: randomUUID(), amount: 1159.1, failedon: "2026-11-20" },
    ...{ attempts: 2, retryon: "2026-11-23", reason: "generic_decline", mailedat: "2026-11-21T12:00:00Z" },
    writeoff: null,
  },
});
