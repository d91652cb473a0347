import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { completeVisitUpTo } from "../actors/visit.ts";
import { findUnreadable, setNarrowestSize, setUsualSize } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { answerScreen, askedScreens } from "../flows/visit/questions.ts";
import { mouse } from "../input/mouse.ts";
import { touch } from "../input/touch.ts";
import { SignIn } from "../pages/sign-in.ts";
import { StoppedVisitPage } from "../pages/stopped-visit.ts";

test("@desktop §5 a STOP ends the visit, sells nothing, and stays", async ({
  page,
  freshBrowser,
  patient,
  content,
  api,
  checkAccessibility,
  careTeam,
}) => {
  const token = await completeVisitUpTo(api, patient, 2.3);
  await new SignIn(page).openSignedIn("/health-questions", patient);
  const asked = askedScreens(content).find(({ heading }) => heading.includes("any of these cancers"));
  if (!asked) throw new Error("The questionnaire no longer asks about cancer");
  await expect(page.getByRole("heading", { level: 1, name: asked.heading })).toBeVisible();
  await answerScreen(page, mouse, asked, { cancer: ["breast"] });

  const stoppedVisit = new StoppedVisitPage(page, content, "breast_cancer");
  await stoppedVisit.expectShown();
  await checkAccessibility(page, "Stopped");
  await stoppedVisit.expectNothingMore();

  await test.step("a summary to print", async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await page.getByRole("button", { name: "Print a summary" }).click();
    await expect(page.getByRole("button", { name: "Print again" })).toBeVisible();
    await expect(page.locator("body")).toHaveAttribute("data-printed");
  });

  await test.step("large text on a narrow screen: everything is readable", async () => {
    await setNarrowestSize(page);
    expect(await findUnreadable(page)).toEqual([]);
    await setUsualSize(page, { width: 1280, height: 800 });
  });

  await test.step("it stays: reload, addresses, another browser", async () => {
    await page.reload();
    await stoppedVisit.expectShown();
    for (const path of ["/checkout", "/health-questions?at=2.3&page=1", "/home"]) {
      await page.goto(path);
      await stoppedVisit.expectShown();
      await stoppedVisit.expectNothingMore();
    }
    const elsewhere = await freshBrowser();
    await new SignIn(elsewhere).signIn(patient);
    await new StoppedVisitPage(elsewhere, content, "breast_cancer").expectShown();
  });

  await test.step("no order was placed", async () => {
    expect((await callApi(api, treatment.overview, {}, { token })).orders).toEqual([]);
    const { items } = await careTeam(care.incoming, { query: {} });
    expect(items.filter(({ email }) => email === patient.email)).toEqual([]);
  });
});

test("§5 emergency signs show 911 or 988 at once", async ({
  page,
  patient,
  secondPatient,
  freshBrowser,
  content,
  api,
  checkAccessibility,
}) => {
  const [signs, thoughts] = ["safety_signs", "safe_thoughts"].map((id) =>
    askedScreens(content).find(({ questions }) => questions[0]?.id === id),
  );
  if (!signs || !thoughts) throw new Error("The questionnaire no longer asks about emergencies");

  await completeVisitUpTo(api, patient, 2);
  await new SignIn(page, touch).openSignedIn("/health-questions", patient);
  await expect(page.getByRole("heading", { level: 1, name: signs.heading })).toBeVisible();
  await answerScreen(page, touch, signs, { safety_signs: ["chest_pain"] });
  const chestPain = new StoppedVisitPage(page, content, "chest_pain_now");
  await chestPain.expectShown();
  await expect(page.locator("#visit, main").getByText("Call 911", { exact: true }).first()).toHaveAttribute(
    "href",
    "tel:911",
  );
  await chestPain.expectNothingMore();
  await checkAccessibility(page, "Emergency, 911");

  const elsewhere = await freshBrowser();
  await completeVisitUpTo(api, secondPatient, 2);
  await new SignIn(elsewhere, touch).openSignedIn("/health-questions", secondPatient);
  await expect(elsewhere.getByRole("heading", { level: 1, name: signs.heading })).toBeVisible();
  await answerScreen(elsewhere, touch, signs);
  await expect(elsewhere.getByRole("heading", { level: 1, name: thoughts.heading })).toBeVisible();
  await answerScreen(elsewhere, touch, thoughts, { safe_thoughts: "now" });
  await new StoppedVisitPage(elsewhere, content, "self_harm_thoughts").expectShown();
  await expect(elsewhere.locator("#visit, main").getByText("Call 988", { exact: true }).first()).toHaveAttribute(
    "href",
    "tel:988",
  );
  await expect(elsewhere.locator("#visit, main").getByText("Text 988", { exact: true }).first()).toHaveAttribute(
    "href",
    "sms:988",
  );
  await checkAccessibility(elsewhere, "Emergency, 988");
});
