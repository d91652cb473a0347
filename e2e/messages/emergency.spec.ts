import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { callApi } from "../actors/api.ts";
import { doctorsConversation } from "../actors/patient-in-care.ts";
import { completeVisit, completeVisitUpTo } from "../actors/visit.ts";
import { waitForChunk } from "../checks/loaded.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { answerScreen, askedScreens } from "../flows/visit/questions.ts";
import { touch } from "../input/touch.ts";
import { holdRequests } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";
import { ThreadPage } from "../pages/thread.ts";

test("an emergency in a message shows 911 at once, offline too, until it is dismissed", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
  await completeVisit(api, patient);
  const { userid: id } = await callApi(api, auth.signIn, {
    body: { email: patient.email, password: patient.password, role: "PATIENT" },
  });
  const conversation = await doctorsConversation(careTeam, id);
  const rules = page.waitForResponse("**/api/emergencywords");
  await new SignIn(page).openSignedIn("/messages/doctor", patient);
  await new ThreadPage(page).ready();
  await (await rules).finished();
  // Read by code of its own: without a connection neither would come any more.
  await waitForChunk(page, "find-emergency");
  const field = page.getByRole("textbox", { name: "Your message" });
  const panel = page.getByRole("alert", { name: "Urgent help" });

  await test.step("offline, by the practice's rules in the browser", async () => {
    await page.context().setOffline(true);
    await field.fill("cant breathe, chest hurts");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(panel.getByRole("heading", { name: "Please call 911 now" })).toBeVisible();
    await expect(panel.getByRole("link", { name: "Call 911" })).toHaveAttribute("href", "tel:911");
    await expect(panel.getByRole("link", { name: "Call 911" })).toBeInViewport({ ratio: 1 });
    await expect(field).toBeInViewport();
  });

  await test.step("once sent, it is among the practice's emergencies, and the patient still sees the panel", async () => {
    await page.context().setOffline(false);
    await expect
      .poll(
        async () =>
          (await careTeam(care.emergencies, { query: {} })).items.filter(
            ({ patient: patientInCare }) => patientInCare?.id === id,
          ).length,
      )
      .toBe(1);
    await expect(panel).toBeVisible();
    const { items } = await careTeam(care.conversations, { query: {} });
    expect(items.find((each) => each.id === conversation)?.patient.emergencysince).not.toBeNull();
    await checkAccessibility(page, "Messages, an emergency");
    await expectNoSidewaysScroll(page);
  });

  await test.step("it is there when the patient comes back, with the phone in landscape, too", async () => {
    const upright = page.viewportSize() ?? { width: 390, height: 844 };
    await page.setViewportSize({ width: 844, height: 390 });
    await page.reload();
    await expect(panel.getByRole("link", { name: "Call 911" })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(upright);
  });

  await test.step("it goes once dismissed", async () => {
    await panel.getByRole("button", { name: "I’ve read this" }).click();
    await expect(panel).toBeHidden();
    await page.reload();
    await new ThreadPage(page).ready();
    await expect(panel).toBeHidden();
  });
});

test("decisions §9 an emergency written in the visit shows 911 above everything at once, offline too; the visit can go on", async ({
  page,
  patient,
  api,
  content,
  careTeam,
  checkAccessibility,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const [medicines, allergies] = ["watch_medicines", "allergies"].map((id) =>
    askedScreens(content).find(({ questions }) => questions[0]?.id === id),
  );
  if (!medicines || !allergies) throw new Error("The questionnaire no longer asks about medicines");
  await completeVisitUpTo(api, patient, 2.5);
  const [rulesPath, savePath] = ["**/api/emergencywords", "**/onboardingv2/step/*"];
  const release = await holdRequests(page, rulesPath);
  await new SignIn(page, touch).open();
  await new SignIn(page, touch).submit(patient);
  await expect(page.getByRole("heading", { level: 1, name: medicines.heading })).toBeVisible();
  const panel = page.getByRole("alert", { name: "Urgent help" });
  const call = panel.getByRole("link", { name: "Call 911" });

  await test.step("while it can't be sent, by the practice's rules in the browser, even when they come after the press", async () => {
    await page.route(savePath, (route) => route.abort());
    await answerScreen(page, touch, medicines, { other_medicines: "aspirin, and right now my chest hurts" });
    await expect(page.getByText("We can't connect right now.")).toBeVisible();
    release();
    await expect(call).toBeInViewport({ ratio: 1 });
  });

  await test.step("once sent, it comes first on the page, and the practice has it", async () => {
    await page.unroute(savePath);
    await expect(page.getByRole("heading", { level: 1, name: "About what you just told us" })).toBeVisible();
    await expect(call).toBeInViewport({ ratio: 1 });
    await expect(call).toHaveAttribute("href", "tel:911");
    expect(await page.getByRole("main").evaluate(firstSeenIn)).toBe("Please call 911 now");
    const { items } = await careTeam(care.emergencies, { query: {} });
    expect(items.filter((each) => each.patient?.email === patient.email)).toHaveLength(1);
    await checkAccessibility(page, "Visit, an emergency in words");
    await page.reload();
    await expect(call).toBeInViewport({ ratio: 1 });
  });

  await test.step("once it is read, the visit goes on", async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { level: 1, name: allergies.heading })).toBeVisible();
    await expect(panel).toHaveCount(0);
  });
});

/** The text of the topmost element in the page's main part. */
const firstSeenIn = (main: Element) =>
  [...main.querySelectorAll("*")]
    .filter((each) => each.children.length === 0 || each.matches("h1, h2, p"))
    .filter((each) => (each.textContent ?? "").trim() !== "" && each.getBoundingClientRect().height > 1)
    .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0]
    ?.textContent?.trim();
