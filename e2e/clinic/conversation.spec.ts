import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { holdRequests } from "../network/responses.ts";
import { expectClinicAccessible, findRow } from "../pages/clinic.ts";

test("decisions §11 an emergency is acknowledged and answered by keys alone: the draft survives a reload, a second person can't send meanwhile, and the patient has one answer @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  patient,
  createDeliveredPatient,
  expectApiError,
}) => {
  await createDeliveredPatient();
  const token = await signInForToken(api, patient);
  const { items } = await callApi(api, messages.conversations, {}, { token });
  const doctor = items.find(({ kind }) => kind === "doctor");
  if (!doctor) throw new Error("The patient has no conversation with the doctor");
  // What the second person gets who asks for it.
  expectApiError({ path: `/api/clinic/work/conversation/${doctor.id}`, status: 409 });
  await callApi(
    api,
    messages.send,
    { params: { id: doctor.id }, body: { message: "I have chest pain and my left arm is numb" } },
    { token },
  );
  const [first, more, colleagues] = ["I am calling you now.", "Please unlock your door.", "Please call 911."] as const;
  const ours = `${first}\n\n${more}`;
  /** Holds back what somebody's draft is until they have typed. */
  const holdDraft = (of: Page) => holdRequests(of, `**/api/clinic/draft/conversation/${doctor.id}`);
  // The demo's care desk answers as well.
  const answers = async () =>
    (
      await callApi(
        api,
        messages.messages,
        { params: { id: doctor.id }, query: { afterseq: doctor.lastseq } },
        { token },
      )
    ).items.filter(({ message }) => message === ours || message === colleagues);

  await signInStaff(page, careTeam, "Noor Haddad", ["nurse"]);
  const field = page.getByRole("textbox", { name: /^(Answer|Write to) / });
  await test.step("opened from the inbox, with the emergency at the top", async () => {
    await page.goto("/clinic/inbox?queue=conversation");
    await pressEnter(await findRow(page, new RegExp(`${patient.firstname} ${patient.lastname}`)));
    await expect(page).toHaveURL(`/clinic/conversation/${doctor.id}`);
    await expect(page.getByRole("alert").filter({ hasText: "described an emergency" })).toBeInViewport();
    await expect(page.getByText("You have it")).toBeVisible();
    await expectClinicAccessible(page, "A conversation with an emergency");
    await pressEnter(page.getByRole("button", { name: "Acknowledge" }));
    // Acknowledged is not closed: it stays in sight, with the way to the page where it is closed.
    await expect(page.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
    const notice = page.getByRole("alert").filter({ hasText: "described an emergency" });
    await pressEnter(notice.getByRole("link"));
    await page.getByRole("textbox", { name: "How it ended" }).fill("Seen in the emergency room");
    await expectClinicAccessible(page, "An emergency");
    await pressEnter(page.getByRole("button", { name: "Close the emergency" }));
    await expect(page.getByText("Seen in the emergency room")).toBeVisible();
    await pressEnter(page.getByRole("link", { name: "Open the conversation" }));
    await expect(notice).toHaveCount(0);
  });

  await test.step("what is typed survives a reload, and is joined by what is typed before it's read", async () => {
    await page.locator("main").press("r");
    await page.keyboard.type(first);
    await expect(page.getByText("Draft saved")).toBeVisible();
    const release = await holdDraft(page);
    await page.reload();
    await expect(page.getByText("You have it")).toBeVisible();
    await page.locator("main").press("r");
    await page.keyboard.type(more);
    await expect(field).toHaveValue(more);
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
    release();
    await expect(field).toHaveValue(ours);
  });

  const other = await freshBrowser();
  await test.step("a second person sees who has it and can't send", async () => {
    await signInStaff(other, careTeam, "Elif Aydin", ["nurse"]);
    const release = await holdDraft(other);
    await other.goto(`/clinic/conversation/${doctor.id}`);
    await expect(other.getByText("Noor Haddad is working on this")).toBeVisible();
    await other.locator("main").press("r");
    await other.keyboard.type(colleagues);
    await expect(other.getByRole("textbox", { name: /^(Answer|Write to) / })).toHaveValue(colleagues);
    release();
    await expect(other.getByText("Draft saved")).toBeVisible();
    await other.keyboard.press("Control+Enter");
    await expect(other.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
    expect(await answers()).toHaveLength(0);
  });

  await test.step("the first one's answer arrives once, however often the keys are pressed", async () => {
    await field.focus();
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Sent.")).toBeVisible();
    await expect(field).toHaveValue("");
    expect((await answers()).map(({ message }) => message)).toEqual([ours]);
    const stands = async () => {
      const { waitingsince, staffreadseq, lastseq } = await careTeam(care.conversation, { params: { id: doctor.id } });
      return [waitingsince, lastseq - staffreadseq];
    };
    await expect.poll(stands, "nobody waits, and all is read").toEqual([null, 0]);
  });

  await test.step("then it is free, and the second one's words are still there", async () => {
    await expect(other.getByText("Noor Haddad is working on this")).toHaveCount(0);
    await expect(other.getByRole("textbox", { name: /^(Answer|Write to) / })).toHaveValue(colleagues);
  });
});
