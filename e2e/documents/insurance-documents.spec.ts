import type { Locator, Page } from "@playwright/test";
import { documents } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { unfold } from "../input/unfold.ts";
import { unavailable } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

const path = "/insurance-documents";
const listCall = fullPath(documents.list);

/** Signs the patient in on the insurance documents page. */
async function openDocuments(page: Page, person: Parameters<SignIn["submit"]>[0]): Promise<void> {
  await new SignIn(page).openSignedIn(path, person);
  await expect(page.getByRole("heading", { level: 1, name: "Insurance documents" })).toBeVisible();
}

/** Chooses a file with the button in `where`. */
async function choose(page: Page, where: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent("filechooser");
  await where.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles(file);
}

const photo = async (page: Page, name = "card.png") => ({
  name,
  mimeType: "image/png",
  buffer: await page.screenshot(),
});
const letter = {
  name: "letter.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
};

test("§2.1 §5 insurance documents: none yet, missing inputs and an unreadable file show errors, a photo is uploaded, viewed and replaced", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  await completeVisit(api, patient);
  await openDocuments(page, patient);
  await expect(page).toHaveTitle("Calendula | Your documents");
  const documentList = page.getByRole("region", { name: "What you sent us" });
  const form = page.getByRole("region", { name: "Add a document" });
  await unfold(form);
  const send = form.getByRole("button", { name: "Send document" });
  await expect(documentList.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();

  await test.step("a missing input shows an error at its field", async () => {
    await send.click();
    const kind = form.getByLabel("What is it?");
    await expect(kind).toBeFocused();
    await expect(kind).toHaveAccessibleDescription("Please choose what kind of document this is.");
    await kind.selectOption("insurance_front");
    await send.click();
    await expect(form.getByText("Please choose a file or take a photo first.")).toBeVisible();
    await expect(form.getByRole("button", { name: "Choose a file" })).toBeFocused();
    await checkAccessibility(page, "Insurance documents, incomplete");
  });

  await test.step("a file of the wrong type is refused at once, and nothing else is lost", async () => {
    await choose(page, form, { name: "holiday.jfif", mimeType: "image/jpeg", buffer: Buffer.from("x") });
    await expect(form.getByText("“holiday.jfif” isn't a JPEG, PNG, TIFF, HEIC or PDF file.")).toBeVisible();
    await expect(form.getByLabel("What is it?")).toHaveValue("insurance_front");
  });

  await test.step("a photo is uploaded", async () => {
    await choose(page, form, await photo(page));
    await expect(form.getByText("card.png")).toBeVisible();
    await checkAccessibility(page, "Insurance documents, chosen");
    await send.click();
    await expect(form.getByText("“Insurance card, front” is saved.")).toBeVisible();
    await expect(documentList.getByRole("heading", { name: "Insurance card, front" })).toBeVisible();
    await checkAccessibility(page, "Insurance documents, sent");
  });

  await test.step("it opens, and Escape returns the focus to its button", async () => {
    const view = documentList.getByRole("button", { name: /^View/ });
    await pressEnter(view);
    const picture = page.getByRole("dialog", { name: "Insurance card, front" }).getByRole("img");
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await checkAccessibility(page, "Insurance documents, shown");
    await page.keyboard.press("Escape");
    await expect(view).toBeFocused();
  });

  await test.step("it is replaced by a PDF, which can be downloaded", async () => {
    await documentList.getByRole("button", { name: /^Replace/ }).click();
    const dialog = page.getByRole("dialog", { name: "Replace “Insurance card, front”" });
    await expect(dialog.getByText("The file you sent before will be deleted for good.")).toBeVisible();
    await checkAccessibility(page, "Insurance documents, replacing");
    await choose(page, dialog, letter);
    await dialog.getByRole("button", { name: "Replace it" }).click();
    await expect(dialog).toBeHidden();
    const download = page.waitForEvent("download");
    await documentList.getByRole("button", { name: /^Download/ }).click();
    expect((await download).suggestedFilename()).toBe("insurance-card-front.pdf");
  });

  await test.step("§5 an unreadable file shows an error at its field, and nothing else is lost; the next one is accepted", async () => {
    await form.getByLabel("What is it?").selectOption("lab_result");
    await form.getByLabel("Name (optional)").fill("Blood test, May");
    expectApiError({ path: fullPath(documents.upload), status: 422 });
    await choose(page, form, { ...letter, buffer: letter.buffer.subarray(0, 20) });
    await send.click();
    await expect(form.getByText(errorMessage("unreadable_file"))).toBeVisible();
    await expect(form.getByLabel("Name (optional)")).toHaveValue("Blood test, May");
    await choose(page, form, letter);
    await send.click();
    await expect(documentList.getByRole("heading", { name: "Blood test, May" })).toBeVisible();
  });
});

test("@desktop documents that cannot be loaded show an error, and load on the next try; an upload can be cancelled: the file stays, and is uploaded once on the next try", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
}) => {
  await completeVisit(api, patient);

  await test.step("the list fails to load, and loads on the next try", async () => {
    expectApiError({ path: listCall, status: 503 });
    await page.route(`**${listCall}`, (route) => route.fulfill(unavailable));
    await openDocuments(page, patient);
    const documentList = page.getByRole("region", { name: "What you sent us" });
    await expect(documentList.getByText(errorMessage("unavailable"))).toBeVisible();
    await checkAccessibility(page, "Insurance documents, failed");
    await page.unrouteAll();
    await documentList.getByRole("button", { name: "Try again" }).click();
    await expect(documentList.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  });

  const form = page.getByRole("region", { name: "Add a document" });
  await unfold(form);
  await form.getByLabel("What is it?").selectOption("insurance_back");
  await choose(page, form, await photo(page));
  const gate = Promise.withResolvers<void>();
  await page.route(`**${fullPath(documents.upload)}`, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await gate.promise;
    return route.abort();
  });
  const send = form.getByRole("button", { name: "Send document" });
  await send.click();
  await form.getByRole("button", { name: "Stop sending" }).click();
  await expect(page.getByText("Not sent. Your file is still here.")).toBeAttached();
  gate.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await send.click();
  await expect(form.getByText("“Insurance card, back” is saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^View/ })).toHaveCount(1);
});
