import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { callApi } from "../actors/api.ts";
import { sendFollowup, signInForToken } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician, signInStaff } from "../actors/staff.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { answerFollowup } from "../flows/practice.ts";
import { expectClinicAccessible, findRow } from "../pages/clinic.ts";

const newPatient = () => newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);

/** Lets the server do what is asked for, and loses its answer. */
async function loseAnswers(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    await route.fetch();
    return route.abort("failed");
  });
}

test("decisions §11 a review is read and closed in the record: what the patient answers meanwhile stops it, a colleague sees whose it is, a lost answer sends the note once, and who comes second is told @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectApiError,
  expectProblem,
}) => {
  const person = newPatient();
  const rosa = await createDeliveredPatient(person);
  const second = await freshBrowser();
  await signInStaff(page, careTeam, "Nina Brandt", ["nurse"]);
  await signInStaff(second, careTeam, "Omar Haas", ["nurse"]);
  const { followupid } = await sendFollowup(careTeam, rosa.id);
  const answers = {
    hot_flashes: "4",
    side_effects: ["chest_pain", "bleeding"],
    first_wish: ["symptoms"],
    note: "The patch itches.",
  };
  await answerFollowup(rosa, followupid, { answers, through: "side_effects" });
  const path = `/api/clinic/followup/${followupid}/close`;
  expectApiError({ path: `/api/clinic/work/followup/${followupid}`, status: 409 });
  expectApiError({ path, status: 409 });
  expectProblem(/ERR_FAILED|ERR_ABORTED/);
  const reviews = (desk: Page) => desk.getByRole("region", { name: "Treatment reviews" });
  const note = (desk: Page) => reviews(desk).getByLabel("Note to the patient");

  await test.step("its row in the inbox opens it in the record, with what must not be missed first", async () => {
    const reads: string[] = [];
    page.on("request", (request) => reads.push(new URL(request.url()).pathname));
    await page.goto("/clinic/inbox?queue=followup");
    await (await findRow(page, new RegExp(person.lastname))).click();
    await expect(page.getByRole("heading", { name: "Treatment reviews" })).toBeFocused();
    await expect(reviews(page).getByText("The patient hasn’t finished it")).toBeVisible();
    await expect(reviews(page).getByRole("list", { name: "What to look at" })).toContainText("Emergency");
    await expect(reviews(page).getByRole("list", { name: "Symptoms" })).toContainText("Hot flashes");
    // The audit would note a look at what the patient wrote.
    expect(reads.filter((path) => path.endsWith("/messages"))).toEqual([]);
    const kept = page.waitForResponse(
      (response) => response.request().postData()?.includes("Are you safe") === true && response.ok(),
    );
    await note(page).fill("Are you safe? I read every answer.");
    await kept;
    await expectClinicAccessible(page, "A review in the record");
  });

  await test.step("a colleague sees whose it is, and can't close it", async () => {
    await second.goto(`/clinic/patients/${rosa.id}?part=followups&review=${followupid}`);
    await expect(reviews(second).getByText("Nina Brandt is working on this")).toBeVisible();
    await expect(reviews(second).getByRole("button", { name: /^(?:Close|Send the note)/ })).toHaveCount(0);
  });

  await test.step("the rest of the answers stops it until it's seen, and the note is kept, also over a reload", async () => {
    // The emergency interrupts the review until it's read: here by the practice's own system.
    await careTeam(care.closeFollowup, { params: { id: followupid }, body: {} });
    await answerFollowup(rosa, followupid, { answers });
    await reviews(page).getByRole("button", { name: "Send the note and close" }).click();
    await expect(reviews(page).getByText("The patient answered more since you opened it")).toBeVisible();
    await expect(reviews(page).getByText("The patient hasn’t finished it")).toHaveCount(0);
    await expect(reviews(page).getByText("The patch itches.")).toBeVisible();
    await page.reload();
    await expect(note(page)).toHaveValue("Are you safe? I read every answer.");
  });

  await test.step("a lost answer says that nobody knows; the same press again sends the note once", async () => {
    await loseAnswers(page, path);
    await reviews(page).getByRole("button", { name: "Send the note and close" }).click();
    await expect(reviews(page).getByText("No answer came")).toBeVisible();
    await page.unroute(`**${path}`);
    await reviews(page).getByRole("button", { name: "Send the note and close" }).click();
    await expect(page.locator("output:focus")).toHaveText("Closed. Your note is sent to Rosa.");
    const query = { afterseq: 0 };
    const { items } = await rosa.call(messages.messages, { params: { id: rosa.conversation }, query });
    expect(items.filter(({ message }) => message.startsWith("Are you safe?"))).toHaveLength(1);
  });

  await test.step("who comes second is told that it's closed, and sends nothing", async () => {
    await note(second).fill("Please call us.");
    const close = reviews(second).getByRole("button", { name: "Send the note and close" });
    await expect(close).toBeVisible();
    await close.click();
    await expect(second.locator("output:focus")).toHaveText("Somebody else closed it first. You sent nothing.");
    await expect(reviews(second).getByText("This review is closed, and you wrote a note")).toBeVisible();
    await expect(reviews(second).getByText("Please call us.")).toBeVisible();
    await expectClinicAccessible(second, "A review that a colleague closed");
    const query = { afterseq: 0 };
    const { items } = await rosa.call(messages.messages, { params: { id: rosa.conversation }, query });
    expect(items.filter(({ message }) => message === "Please call us.")).toEqual([]);
  });

  await test.step("another one is sent from there", async () => {
    await reviews(page).getByRole("button", { name: "Send a review" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await expect(reviews(page).getByText("Not answered yet", { exact: true })).toBeVisible();
  });
});

test("decisions §11 an identity is checked where its photos are, from the inbox and from the case: another photo stops a decision, a lost answer decides once, and who comes second sees what was decided, and can correct it @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  api,
  expectApiError,
  expectProblem,
}) => {
  const second = await freshBrowser();
  await signInStaff(page, careTeam, "Sven Aldous", ["patient_services"]);
  await signInPhysician(second, careTeam, "CA", "Mira Castell");
  const person = newPatient();
  await completeVisit(api, person);
  const token = await signInForToken(api, person);
  const { id } = await callApi(api, account.user, {}, { token });
  // The demo's care desk leaves a case to whoever has it.
  await second.goto(`/clinic/case/${id}`);
  await expect(second.getByText("Yours")).toBeVisible();
  await careTeam(care.correctIdentity, { params: { id }, body: { outcome: "review" } });
  const send = async (kind: "photo" | "identification") => {
    const file = { name: "photo.png", mimeType: "image/png", buffer: await page.screenshot() };
    const answer = await api.post(`/api/user/${kind}`, {
      multipart: { file },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(201);
  };
  await send("identification");
  await send("photo");
  const identityStatus = async () => (await callApi(api, account.identity, {}, { token })).identitystatus;
  const path = `/api/clinic/patient/${id}/identity`;
  expectApiError({ path: `/api/clinic/work/identity/${id}`, status: 409 });
  expectProblem(/ERR_FAILED|ERR_ABORTED/);
  const dialog = (desk: Page) => desk.getByRole("dialog", { name: /^(?:Check|Correct) the identity/ });
  const save = (desk: Page) => dialog(desk).getByRole("button", { name: "Save the decision" });

  await test.step("its row in the inbox leads to the photos, beside what the patient entered", async () => {
    await page.goto("/clinic/inbox?queue=identity");
    await (await findRow(page, new RegExp(person.lastname))).click();
    await expect(page.getByRole("heading", { name: "Identity", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Check the identity" }).click();
    await expect(dialog(page).getByRole("definition").filter({ hasText: person.lastname })).toBeVisible();
    await dialog(page)
      .getByRole("button", { name: /^Show Photo ID/ })
      .click();
    await expect(dialog(page).getByRole("img", { name: /^Photo ID/ })).toBeVisible();
    await save(page).click();
    await expect(dialog(page).getByText("Choose one.")).toBeVisible();
    await expectClinicAccessible(page, "Checking an identity");
  });

  await test.step("a photo that can't be shown says so", async () => {
    await page.route("**/photo/*", (route) => route.fulfill({ contentType: "image/png", body: "no picture" }));
    await dialog(page)
      .getByRole("button", { name: /^Show Selfie/ })
      .click();
    await expect(dialog(page).getByText("This file is damaged and can’t be shown.")).toBeVisible();
    await page.unroute("**/photo/*");
  });

  await test.step("from the case a colleague sees whose it is, and decides nothing", async () => {
    await second.reload();
    await second.getByRole("button", { name: "Check the identity" }).click();
    await expect(dialog(second).getByText("Sven Aldous is working on this")).toBeVisible();
    await expect(save(second)).toHaveCount(0);
  });

  await test.step("another photo stops the decision until it's looked at", async () => {
    await dialog(page).getByRole("radio", { name: "It can’t be confirmed" }).check();
    await send("photo");
    await save(page).click();
    await expect(dialog(page).getByText("The patient sent other photos since you opened this.")).toBeVisible();
    expect(await identityStatus()).toBe("review");
  });

  await test.step("a lost answer says that nobody knows; the same press again decides once", async () => {
    await dialog(page).getByRole("radio", { name: "It can’t be confirmed" }).check();
    await dialog(page).getByLabel("Why can’t it be confirmed?").selectOption({ label: "The ID has expired" });
    await loseAnswers(page, path);
    const sent = page.waitForRequest(`**${path}`);
    await save(page).click();
    expect((await sent).postDataJSON()).toEqual({ outcome: "no_match", reason: "id_expired" });
    await expect(dialog(page).getByText("No answer came")).toBeVisible();
    await page.unroute(`**${path}`);
    await save(page).click();
    await expect(page.locator("output:focus")).toHaveText("It’s kept that the identity can’t be confirmed.");
    expect(await callApi(api, account.identity, {}, { token })).toMatchObject({
      identitystatus: "no_match",
      reason: expect.stringContaining("Your ID has expired."),
    });
  });

  await test.step("who comes second sees what was decided, and corrects it", async () => {
    await expect(save(second)).toBeVisible();
    await dialog(second).getByRole("radio", { name: "It’s them" }).check();
    await save(second).click();
    await expect(dialog(second).getByText("Somebody else decided first: No match.")).toBeVisible();
    expect(await identityStatus()).toBe("no_match");
    await dialog(second).getByRole("radio", { name: "It’s them" }).check();
    await save(second).click();
    await expect(second.locator("output:focus")).toHaveText("The identity is confirmed.");
    expect(await identityStatus()).toBe("matched");
  });
});
