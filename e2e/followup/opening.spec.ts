import { followupCode } from "../actors/patient-in-care.ts";
import { waitForChunk } from "../checks/loaded.ts";
import { expect } from "../fixtures.ts";
import { test } from "../flows/followup.ts";
import { FollowupDialog } from "../pages/followup-dialog.ts";
import { Home } from "../pages/home.ts";
import { SignIn } from "../pages/sign-in.ts";

test("@desktop §4 it opens by itself at home only: a patient who leaves before its code has loaded finds it there later; an answer that ends it at -1, in another tab, gives the discount without a survey and ends it in this one too", async ({
  page,
  sendFollowupToPatient: sent,
  checkAccessibility,
}) => {
  const patientInCare = await sent();
  const releaseAnswers: (() => void)[] = [];
  const asked = Promise.withResolvers<void>();
  await page.route(/\/followup-modal-[^/]*\.js$/, async (route) => {
    asked.resolve();
    await new Promise<void>((release) => releaseAnswers.push(release));
    await route.continue();
  });
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await asked.promise;
  const mainNavigation = page.getByRole("navigation", { name: "Main" });
  await mainNavigation.getByRole("link", { name: "Treatment", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
  const came = page.waitForResponse(/\/followup-modal-[^/]*\.js$/);
  for (const release of releaseAnswers) release();
  await (await came).finished();
  await mainNavigation.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/home");
  const followupDialog = new FollowupDialog(page);
  await followupDialog.begin();

  await test.step("§4 ended at -1 in another tab", async () => {
    const other = await page.context().newPage();
    await other.goto("/home");
    const there = new FollowupDialog(other);
    await there.at("Do you still use your treatment the way your label says?");
    await there.endAtOnce();
    await expect(there.dialog.getByText("20% off your next charge")).toBeVisible();
    await expect(there.dialog.getByRole("radio")).toHaveCount(0);
    await expect(other.getByText("Start the review")).toHaveCount(0);
    await checkAccessibility(other, "Review, ended without a survey");
    await there.press("Done");
    await expect(there.dialog).toHaveCount(0);
  });

  await test.step("§4 it is over in this one too", async () => {
    await followupDialog.at("Your review is done");
    await expect(followupDialog.dialog.getByText("20% off your next charge")).toBeVisible();
  });
});

test("§4 the message's “Answer now” opens it over the conversation, and finishing it marks the message as done", async ({
  page,
  sendFollowupToPatient,
}) => {
  const patientInCare = await sendFollowupToPatient();
  await new SignIn(page).openSignedIn("/messages/doctor", patientInCare);
  const followupDialog = new FollowupDialog(page);
  const answer = page.getByRole("main").getByRole("link", { name: "Answer now" });
  await expect(answer).toBeVisible();
  await waitForChunk(page, "followup-modal");
  await expect(followupDialog.dialog).toHaveCount(0);
  await answer.click();
  await followupDialog.begin();
  await expect(page).toHaveURL("/messages/doctor");
  await followupDialog.endAtOnce();
  await followupDialog.press("Done");
  await expect(page.getByRole("main").getByText("Done", { exact: true })).toBeVisible();
});

test("@desktop §4 After login: fud goes home, opens the follow-up, and disappears from the address; another code loses nothing", async ({
  page,
  sendFollowupToPatient,
  careTeam,
  expectApiError,
}) => {
  const patientInCare = await sendFollowupToPatient();
  await page.goto(`/login?fud=${patientInCare.code}`);
  await new SignIn(page).submit(patientInCare);
  const followupDialog = new FollowupDialog(page);
  await followupDialog.at(/^Hello /);
  await expect(page).toHaveURL("/home");
  await followupDialog.press("Later");
  await expect(followupDialog.dialog).toHaveCount(0);

  await test.step("§4 closed before, and signed in already: the link opens it again", async () => {
    await page.goto(`/login?fud=${patientInCare.code}`);
    await followupDialog.at(/^Hello /);
    await expect(page).toHaveURL("/home");
  });

  await test.step("§2.1 /follow-up goes home and keeps fud; the code of another follow-up is reported", async () => {
    expectApiError({ path: `/api/patient/followup/${patientInCare.followupid}/claim`, status: 409 });
    await page.goto(`/follow-up?fud=${await followupCode(careTeam, 50)}`);
    await followupDialog.at(/^Hello /);
    await expect(page).toHaveURL("/home");
    await expect(followupDialog.dialog.getByText("The link you used was for another review.")).toBeVisible();
  });
});

test("§4 After login: fud without an open follow-up shows a plain sentence", async ({
  page,
  createDeliveredPatient,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await page.goto("/login?fud=whatever");
  await new SignIn(page).submit(patientInCare);
  const noFollowupText = page.getByText("You don't have a review to do right now.");
  await expect(noFollowupText).toBeVisible();
  await expect(page).toHaveURL("/home");
  await new Home(page).expectGreeting(patientInCare.firstname);
  await checkAccessibility(page, "Home, no review waiting");
  await page.getByRole("main").getByRole("button", { name: "Close" }).click();
  await expect(noFollowupText).toHaveCount(0);
});
