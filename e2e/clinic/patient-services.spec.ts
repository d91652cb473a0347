import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { support } from "#contract/support.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { createPatientInCare, type PatientInCare, shipOrder } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { newDoctor, signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, findRow, openRecord } from "../pages/clinic.ts";

const statusOf = async ({ call, order }: PatientInCare) =>
  (await call(treatment.order, { params: { id: order } })).status;

test("decisions §11 a message of the contact form is opened from the inbox, held by one person, answered by email and marked as answered @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  expectApiError,
}) => {
  const sender = `Greta Falk ${randomUUID().slice(0, 6)}`;
  await callApi(api, support.contact, {
    body: {
      ...{ name: sender, email: `greta.${randomUUID()}@example.com`, topic: "treatment" },
      message: "May I fly with my patches?\n\nI leave on Friday.",
    },
  });
  await signInStaff(page, careTeam, "Wanda Lind", ["patient_services"]);
  const answered = page.getByRole("button", { name: "Mark as answered" });

  await test.step("its row leads to it: who wrote, what, since when", async () => {
    await page.goto("/clinic/inbox?queue=contact");
    await pressEnter(await findRow(page, new RegExp(sender)));
    await expect(page.getByRole("heading", { level: 1, name: sender })).toBeVisible();
    await expect(page.getByText("I leave on Friday.")).toBeVisible();
    await expect(page).not.toHaveTitle(/Greta/);
    await expectClinicAccessible(page, "A message of the contact form");
  });

  await test.step("the email's subject has the reference, and nothing of what was written", async () => {
    const reference =
      /Message (\S+)/.exec(await page.getByRole("heading", { level: 2 }).first().innerText())?.[1] ?? "";
    const link = await page.getByRole("link", { name: "Write the email" }).getAttribute("href");
    expect(link).toMatch(/^mailto:greta\./);
    expect(reference).not.toBe("");
    expect([...new URL(link ?? "").searchParams].map(([name, value]) => `${name}: ${value}`)).toEqual([
      `subject: Your message to Calendula (${reference})`,
    ]);
  });

  await test.step("a colleague sees whose it is, and takes it over only on purpose", async () => {
    const second = await freshBrowser();
    await signInStaff(second, careTeam, "Pia Sand", ["patient_services"]);
    expectApiError({ path: `/api/clinic/work/contact/${page.url().split("/").at(-1)}`, status: 409 });
    await second.goto(page.url());
    await expect(second.getByText("Wanda Lind is working on this")).toBeVisible();
    await expect(second.getByRole("button", { name: "Mark as answered" })).toBeDisabled();
    await second.getByRole("button", { name: "Take over" }).click();
    await expect(second.getByRole("button", { name: "Mark as answered" })).toBeEnabled();
    await expect(page.getByText("Pia Sand took this over")).toBeVisible();
    await expect(answered).toBeDisabled();
    await page.getByRole("button", { name: "Take over" }).click();
    await expect(answered).toBeEnabled();
    await second.close();
  });

  await test.step("answered, it stays readable here and waits nowhere", async () => {
    await answered.click();
    await expect(page.locator("output:focus")).toContainText("Marked as answered on");
    await expect(page.getByText("I leave on Friday.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Write the email" })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "This message doesn’t wait" })).toBeVisible();
    const { items } = await careTeam(care.contactMessages, { query: {} });
    expect(items.filter(({ name }) => name === sender)).toEqual([]);
  });
});

test("decisions §11 an order is canceled from the record once, also after a lost answer, and not when it has left; the patient's documents are opened @desktop", async ({
  page,
  api,
  careTeam,
  expectApiError,
  expectProblem,
}) => {
  const [rosa, ada] = await Promise.all(
    ["Rosa", "Ada"].map((name) =>
      createPatientInCare(api, careTeam, newPerson(name, `Winter ${randomUUID().slice(0, 6)}`)),
    ),
  );
  if (!rosa || !ada) throw new Error("There are no patients");
  const upload = async (name: string, mimeType: string, buffer: Buffer, kind: string) =>
    expect(
      (
        await api.post(fullPath(documents.upload), {
          headers: { authorization: `Bearer ${rosa.token}` },
          multipart: { kind, file: { name, mimeType, buffer } },
        })
      ).ok(),
    ).toBe(true);
  await upload("card.png", "image/png", await page.screenshot(), "insurance_front");
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");
  await upload("referral.pdf", "application/pdf", pdf, "referral");
  await signInStaff(page, careTeam, "Wanda Berg", ["patient_services", "nurse"]);
  const orders = page.getByRole("region", { name: "Orders", exact: true });
  const open = orders.getByRole("button", { name: /^Cancel: order/ });
  const dialog = page.getByRole("dialog", { name: /^Cancel order/ });
  const send = dialog.getByRole("button", { name: "Cancel the order" });
  const reason = dialog.getByLabel("Why, and how they asked");
  for (const { id } of [rosa, ada]) expectApiError({ path: `/api/patient/${id}`, status: 403 });
  await openRecord(page, rosa.id);

  await test.step("a picture is shown, another file is saved, and what can't be read is said", async () => {
    const section = page.getByRole("region", { name: "Documents" });
    await section.getByRole("button", { name: /^Open\s*: .*front/i }).click();
    const picture = section.getByRole("img", { name: /front/i });
    await expect(picture).toHaveAttribute("src", /^blob:/);
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    await section.getByRole("button", { name: /^Hide/ }).click();
    await expect(picture).toHaveCount(0);
    const referral = section.getByRole("button", { name: /^Open\s*: .*referral/i });
    const [saved] = await Promise.all([page.waitForEvent("download"), referral.click()]);
    expect(saved.suggestedFilename()).toMatch(/referral.*\.pdf$/);
    expect(saved.url()).toMatch(/^blob:/);
    await expect(section.getByText("Saved on this computer.")).toBeVisible();
    const files = "**/api/clinic/patient/*/document/*";
    const { documents: sent = [] } = await careTeam(care.patient, { params: { id: rosa.id } });
    for (const { id } of sent) expectApiError({ path: `/api/clinic/patient/${rosa.id}/document/${id}`, status: 404 });
    await page.route(files, (route) =>
      route.fulfill({ status: 404, json: { code: "not_found", message: "There’s nothing here." } }),
    );
    await referral.click();
    await expect(section.getByRole("alert")).toContainText("There’s nothing here.");
    await page.unroute(files);
  });

  await test.step("what happens to the money is there before it's sent, and a reason is asked for", async () => {
    expectApiError({ path: `/api/clinic/order/${rosa.order}/cancel`, status: 400 });
    await open.click();
    await expect(dialog.getByText(/What was paid for what hasn’t left goes back to/)).toBeVisible();
    await send.click();
    await expect(dialog.getByText("Please say why.")).toBeVisible();
    await expectClinicAccessible(page, "Cancel an order");
  });

  await test.step("a lost answer says that nobody knows, and the same press again cancels it once", async () => {
    expectProblem(/ERR_FAILED|ERR_ABORTED/);
    const path = `**/api/clinic/order/${rosa.order}/cancel`;
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort("failed");
    });
    await reason.fill("She phoned: she moves abroad.");
    await send.click();
    await expect(dialog.getByText("We don’t know whether it worked")).toBeVisible();
    await page.unroute(path);
    await dialog.getByRole("button", { name: "Ask again" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator("output:focus")).toContainText("is canceled. What was paid goes back");
    await expect(page.getByRole("region", { name: "Canceled orders" })).toContainText("She phoned: she moves abroad");
    await expect(open).toHaveCount(0);
    const { cancelledorders = [] } = await careTeam(care.patient, { params: { id: rosa.id } });
    expect(cancelledorders).toHaveLength(1);
    await expectClinicAccessible(page, "A record with a canceled order and documents");
  });

  await test.step("one that leaves meanwhile isn't canceled, in the server's words", async () => {
    await openRecord(page, ada.id);
    await open.click();
    await reason.fill("They changed their mind.");
    await shipOrder(careTeam, ada);
    expectApiError({ path: `/api/clinic/order/${ada.order}/cancel`, status: 409 });
    await send.click();
    await expect(dialog.getByText(/The package has left the pharmacy\. Please refund the order instead/)).toBeVisible();
    await expect(reason).toHaveValue("They changed their mind.");
    expect(await statusOf(ada)).toBe("shipped");
  });
});

test("decisions §12 a medical letter is written in the record, kept as a draft, read as it will be and issued once; the record shows it @desktop", async ({
  page,
  careTeam,
  createDeliveredPatient,
  expectApiError,
  expectProblem,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`));
  const lastname = `Reyes ${randomUUID().slice(0, 4)}`;
  const doctorid = await newDoctor(careTeam, "Petra", lastname, "CA");
  await signInStaff(page, careTeam, "Petra Reyes", ["physician"], doctorid);
  expectApiError({ path: `/api/patient/${rosa.id}`, status: 403 });
  await openRecord(page, rosa.id);
  const write = page.getByRole("button", { name: "Write a letter" });
  const letter = page.getByRole("dialog").getByLabel("Letter", { exact: true });
  const read = page.getByRole("dialog").getByRole("button", { name: "Read it as it will be" });
  const issue = page.getByRole("dialog", { name: "Issue this letter?" });

  await test.step("an empty one isn't issued; a draft is there again after a reload", async () => {
    await write.click();
    await read.click();
    await expect(page.getByText("Please write the letter.")).toBeVisible();
    await letter.fill("To whom this concerns.\n\nShe needs her patches on the plane.");
    await expect(page.getByText("Draft saved")).toBeVisible();
    await expectClinicAccessible(page, "Write a medical letter");
    await page.reload();
    await write.click();
    await expect(letter).toHaveValue(/patches on the plane/);
  });

  await test.step("it's read with its paragraphs and its doctor, then issued once, also after a lost answer", async () => {
    await read.click();
    const preview = issue.getByRole("article", { name: "The letter" });
    await expect(preview.getByText("To whom this concerns.", { exact: true })).toBeVisible();
    await expect(preview).toContainText(lastname);
    await expectClinicAccessible(page, "A medical letter before it's issued");
    expectProblem(/ERR_FAILED|ERR_ABORTED/);
    const path = `**/api/clinic/patient/${rosa.id}/medicalletter`;
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort("failed");
    });
    await issue.getByRole("button", { name: "Issue the letter" }).click();
    await expect(issue.getByText("We don’t know whether it worked")).toBeVisible();
    await page.unroute(path);
    await issue.getByRole("button", { name: "Ask again" }).click();
    await expect(issue).toHaveCount(0);
    await expect(page.locator("output:focus")).toContainText("The letter is issued.");
    const { letters = [] } = await careTeam(care.patient, { params: { id: rosa.id } });
    expect(letters.map(({ text }) => text)).toEqual(["To whom this concerns.\n\nShe needs her patches on the plane."]);
  });

  await test.step("the record shows it, and the next one says what it replaces", async () => {
    const section = page.getByRole("region", { name: "Medical letters" });
    await section.getByText(/^Read it/).click();
    await expect(section.getByText("She needs her patches on the plane.")).toBeVisible();
    await write.click();
    await expect(letter).toHaveValue("");
    await letter.fill("Something newer.");
    await read.click();
    await expect(issue.getByText(/It replaces the letter of/)).toBeVisible();
  });
});
