import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { store } from "#contract/cart/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";

/** A desk that isn't told looks by itself much later than this, once a minute. */
const toldByStream = { timeout: 30_000 };

test("decisions §11 a question is taken, handed to patient services and answered there with a file; other desks see it at once, and the patient reads one calm sentence @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  createDeliveredPatient,
}) => {
  const patient = newPerson("Rosa", `Winter ${randomUUID().slice(0, 6)}`);
  await createDeliveredPatient(patient);
  const token = await signInForToken(api, patient);
  // Where there is a chat with patient services.
  const address = { address1: "18 Orchard Street", city: "Iowa City", state: "IA", zipcode: "52240" } as const;
  await callApi(api, store.createShippingAddress, { body: address }, { token });
  const { items } = await callApi(api, messages.conversations, {}, { token });
  const idOf = (of: "doctor" | "patient_services") => items.find(({ kind }) => kind === of)?.id ?? "";
  const other = await freshBrowser();
  await signInStaff(page, careTeam, "Noor Haddad", ["nurse"]);
  await signInStaff(other, careTeam, "Sam Whitfield", ["patient_services"]);
  const row = (desk: Page) => desk.getByRole("link", { name: new RegExp(`${patient.firstname} ${patient.lastname}`) });

  await test.step("the question is on the open desk at once", async () => {
    for (const desk of [page, other]) {
      const told = desk.waitForResponse((response) => response.url().endsWith("/api/clinic/work/stream"));
      await desk.goto("/clinic/inbox?queue=conversation");
      expect((await told).status()).toBe(200);
    }
    await expect(page.getByRole("navigation", { name: "Whose" })).toBeVisible();
    const body = { message: "Where is my package?" };
    await callApi(api, messages.send, { params: { id: idOf("doctor") }, body }, { token });
    await expect(row(page)).toBeVisible(toldByStream);
    await pressEnter(row(page));
    await expect(page.getByText("You have it")).toBeVisible();
  });

  await test.step("taken by a key, it is among one’s own", async () => {
    await page.locator("main").press("t");
    await expect(page.getByRole("region", { name: "Assigned to" })).toContainText("You");
  });

  await test.step("handed over with a note, it is on the other desk at once, since when the patient asked", async () => {
    await page.getByRole("button", { name: "Hand to patient services" }).click();
    await page.getByLabel("Note for your colleagues").fill("Please say when the parcel comes.");
    await expectClinicAccessible(page, "Handing over a conversation");
    await page.getByRole("button", { name: "Hand over", exact: true }).click();
    await expect(page.getByText("Our patient services team will answer this one.")).toBeVisible();
    await expect(row(other)).toBeVisible(toldByStream);
    await expect(page.getByRole("region", { name: "Assigned to" })).toContainText("Nobody");
    await pressEnter(row(other));
    await expect(other).toHaveURL(`/clinic/conversation/${idOf("patient_services")}`);
    await expect(other.getByText("Please say when the parcel comes.")).toBeVisible();
    await expect(other.getByText("Where is my package?")).toHaveCount(0);
    await expect(other.getByText("Waits for an answer from here")).toBeVisible();
  });

  await test.step("answered with a file, nothing waits any more; the patient has the answer and no note", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await other.getByLabel("File to send").setInputFiles({ name: "track.png", mimeType: "image/png", buffer: png });
    await expect(other.getByText("track.png")).toBeVisible();
    await other.locator("main").press("r");
    await expect(other.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
    await other.keyboard.type("It comes tomorrow.");
    await other.keyboard.press("Control+Enter");
    await expect(other.getByText("Sent.")).toBeVisible();
    await expect(other.getByText("Waits for an answer from here")).toHaveCount(0);
    await other.getByRole("button", { name: /^Show / }).click();
    await expect(other.getByRole("img", { name: /^Sent with the message/ })).toBeVisible();
    const read = await callApi(
      api,
      messages.messages,
      { params: { id: idOf("patient_services") }, query: { afterseq: 0 } },
      { token },
    );
    expect(read.items.map(({ type, message }) => [type, message]).slice(-2)).toEqual([
      ["system", "Your question is here with us now. We'll answer it in this chat."],
      ["attachment", "It comes tomorrow."],
    ]);
  });
});
