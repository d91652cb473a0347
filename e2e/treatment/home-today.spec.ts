import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { createPatientInCare, sendDoctorMessage, shipOrder } from "../actors/patient-in-care.ts";
import { expectNoSidewaysScroll, setNarrowestSize } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

const doctor = (page: Page) => page.getByRole("region", { name: "Your doctor" });
const lead = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).first();
const field = (page: Page) => doctor(page).getByRole("textbox", { name: "Your message" });

test("the doctor's question leads home and is answered there; then what is under way leads again", async ({
  page,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  const params = { id: patientInCare.conversation };
  await careTeam(care.sendMessage, { params, body: { message: "Did the rash go away?", needsreply: true } });
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await expect(lead(page)).toHaveText(/^Dr\. .* has a question for you$/);
  await expect(doctor(page).getByText("Did the rash go away?")).toBeVisible();
  await expect(doctor(page).getByText("New", { exact: true })).toBeVisible();
  await checkAccessibility(page, "Home, the doctor asks");
  await page.getByRole("link", { name: "Read and answer" }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill("Thank you!");
  await checkAccessibility(page, "Home, writing back");
  await doctor(page).getByRole("button", { name: "Send", exact: true }).click();
  await expect(field(page)).toHaveValue("");
  await expect(doctor(page).getByRole("list", { name: "Sending" })).toHaveCount(0);
  await expect(doctor(page).getByText("New", { exact: true })).toHaveCount(0);
  await expect(lead(page)).not.toHaveText(/has a question for you$/);
  const { items } = await patientInCare.call(messages.messages, { params, query: {} });
  expect(items.filter(({ message }) => message === "Thank you!")).toHaveLength(1);
});

test("what is written back on home is kept: as a draft, without a connection, and when it cannot be sent", async ({
  page,
  createDeliveredPatient,
  careTeam,
  expectApiError,
  expectProblem,
  checkAccessibility,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  const patientInCare = await createDeliveredPatient();
  const params = { id: patientInCare.conversation };
  await sendDoctorMessage(careTeam, patientInCare, "How are your nights?");
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await doctor(page).getByRole("button", { name: "Write back" }).click();

  await test.step("a draft is there after a reload, and in the conversation", async () => {
    await field(page).fill("Much better");
    await page.reload();
    await expect(field(page)).toHaveValue("Much better");
    await page.goto("/messages/doctor");
    await expect(page.getByRole("textbox", { name: "Your message" })).toHaveValue("Much better");
    await page.goto("/home");
    await expect(field(page)).toHaveValue("Much better");
  });

  await test.step("offline it waits, and goes out once when the connection is back", async () => {
    await page.context().setOffline(true);
    await doctor(page).getByRole("button", { name: "Send", exact: true }).click();
    await expect(doctor(page).getByRole("list", { name: "Sending" })).toContainText("Much better");
    await checkAccessibility(page, "Home, an answer that waits");
    await page.context().setOffline(false);
    await expect(doctor(page).getByRole("list", { name: "Sending" })).toHaveCount(0);
    const { items } = await patientInCare.call(messages.messages, { params, query: {} });
    expect(items.filter(({ message }) => message === "Much better")).toHaveLength(1);
  });

  await test.step("an answer the server cannot take stays, with a press to send it again", async () => {
    const path = fullPath(messages.send).replace("{id}", patientInCare.conversation);
    expectApiError({ path, status: 500 });
    await page.route(`**${path}`, (route) =>
      route.fulfill({ status: 500, json: { message: "Something wrong.", code: "internal" } }),
    );
    await field(page).fill("One more thing");
    await doctor(page).getByRole("button", { name: "Send", exact: true }).click();
    const again = doctor(page).getByRole("button", { name: /^Send again/ });
    await expect(again).toBeVisible();
    await checkAccessibility(page, "Home, an answer not sent");
    await page.unroute(`**${path}`);
    await again.click();
    await expect(doctor(page).getByRole("list", { name: "Sending" })).toHaveCount(0);
    const { items } = await patientInCare.call(messages.messages, { params, query: {} });
    expect(items.filter(({ message }) => message === "One more thing")).toHaveLength(1);
  });
});

test("@both an emergency written on home shows 911 where it was written and above the page, until it is dismissed", async ({
  page,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await sendDoctorMessage(careTeam, patientInCare, "How are you?");
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await doctor(page).getByRole("button", { name: "Write back" }).click();
  await field(page).fill("I have chest pain right now");
  await doctor(page).getByRole("button", { name: "Send", exact: true }).click();
  const urgent = doctor(page).getByRole("alert", { name: "Urgent help" });
  await expect(urgent.getByRole("link", { name: "Call 911" })).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1, name: "Please call 911 now" })).toBeVisible();
  await expect(urgent.getByRole("link", { name: "Call 911" })).toBeVisible();
  await checkAccessibility(page, "Home, an emergency written back");
  await urgent.getByRole("button", { name: "I’ve read this" }).click();
  await expect(urgent).toHaveCount(0);
  // Until a clinician has closed it, a calm card about it leads.
  await expect(
    page.getByRole("heading", { level: 1, name: "Your care team wants to be sure you're safe" }),
  ).toBeVisible();
  await checkAccessibility(page, "Home, an emergency that was read");
});

test("@both the parcel stands on its track, money is one line, and nothing shifts while home loads", async ({
  page,
  api,
  patient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createPatientInCare(api, careTeam, patient);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Home waits three seconds for how the patient feels; what a slower connection shows meanwhile isn't tested here.
  const felt = page.waitForResponse(`**${fullPath(wellbeing.read)}`);
  await page.route(`**${fullPath(treatment.overview)}`, async (route) => {
    await (await felt).finished();
    await route.continue();
  });
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const stop = page.getByRole("list", { name: /^Order / }).getByRole("listitem");
  await expect(stop.filter({ hasText: "Now: At the pharmacy" })).toBeVisible();
  await expect(page.getByText("This page updates on its own.")).toBeVisible();
  const shifts = await page.evaluate(() => (globalThis as never as { shifts: number[] }).shifts);
  expect(shifts, "layout shifts while home loads").toEqual([]);
  await shipOrder(careTeam, patientInCare);
  await expect(stop.filter({ hasText: "Now: On its way" })).toBeVisible();
  await checkAccessibility(page, "Home, a parcel on its way");
  const { charges } = await patientInCare.call(treatment.overview, {});
  expect(charges).not.toEqual([]);
  await expect(page.getByText(/^Next: \$[\d.]+ on \w{3} \d+$/)).toHaveCount(1);
  await careTeam(care.deliverOrder, { params: { id: patientInCare.order }, body: null });
  await expect(page.getByText(/^Your box lasts until \w+, \w+ \d+\.$/)).toBeVisible();
  await setNarrowestSize(page);
  await expectNoSidewaysScroll(page);
});
