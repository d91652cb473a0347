import { treatment } from "#contract/treatment/calls.ts";
import { expect } from "../fixtures.ts";
import { test, openFollowupOn, stepPath, answerUntilEnd } from "../flows/followup.ts";
import { unavailable } from "../network/responses.ts";

test("§8 an answer lost on the way: what the patient chose stays, an error says so, and it is sent again; a slow one once, however often the patient presses", async ({
  page,
  openFollowup,
  checkAccessibility,
  expectProblem,
}) => {
  expectProblem(/net::ERR_FAILED \(.*\/api\/followup\/.*\)$/);
  const { patientInCare, followupDialog } = await openFollowup();
  await followupDialog.begin();
  const path = `**${stepPath(patientInCare, 2)}`;
  await page.route(path, (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await followupDialog.choose(followupDialog.radio("Yes, but I miss some days"));
  await followupDialog.press("Continue");
  await expect(followupDialog.dialog.getByText("Oops! Network Error. Try again later")).toBeVisible();
  await expect(
    followupDialog.dialog.getByText("Your answer is still here. Press the button to send it again."),
  ).toBeVisible();
  await expect(followupDialog.radio("Yes, but I miss some days")).toBeChecked();
  await checkAccessibility(page, "Review, an answer that is not sent");
  await page.unroute(path);

  await test.step("the wait shows, and nothing is sent twice", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    await page.route(path, async (route) => {
      if (route.request().method() === "PUT") sent += 1;
      await promise;
      await route.continue();
    });
    await followupDialog.press("Continue");
    await expect(followupDialog.button("Saving")).toBeVisible();
    await followupDialog.button("Saving").click({ force: true });
    await page.keyboard.press("Enter");
    resolve();
    await followupDialog.at("In the last 4 weeks, how much did these bother you?");
    expect(sent).toBe(1);
  });
});

test("@desktop §8 Discount badge: an error shows, a retry gives one discount; a lost rating blocks nothing", async ({
  page,
  sendFollowupToPatient,
  checkAccessibility,
  expectApiError,
}) => {
  const patientInCare = await sendFollowupToPatient();
  const couponPath = `/api/patient/followup/${patientInCare.followupid}/applyCoupon`;
  const ratingPath = "/api/v2/patient/followup/nps-survey";
  for (const path of [couponPath, ratingPath]) {
    expectApiError({ path, status: 503 });
    await page.route(`**${path}`, (route) => route.fulfill(unavailable));
  }
  const followupDialog = await openFollowupOn(page, patientInCare);
  await followupDialog.begin();
  await answerUntilEnd(followupDialog);
  await expect(followupDialog.dialog.getByText(unavailable.json.message)).toBeVisible();
  await expect(page.getByText("Start the review")).toHaveCount(0);
  await checkAccessibility(page, "Review, discount not given yet");
  await page.unroute(`**${couponPath}`);
  const answer = Promise.withResolvers<void>();
  await page.route(`**${couponPath}`, (route) => answer.promise.then(() => route.continue()));
  const applied = page.waitForResponse(`**${couponPath}`);
  await expect(followupDialog.dialog.getByText("Your discount hasn't been added yet.")).toBeVisible();
  await followupDialog.press("Try again");
  await expect(followupDialog.dialog.locator(":focus")).toContainText("Adding your discount");
  await checkAccessibility(page, "Review, discount pending");
  answer.resolve();
  expect((await applied).status()).toBe(200);
  await expect(followupDialog.dialog.getByText("20% off your next charge")).toBeVisible();
  await followupDialog.choose(followupDialog.radio("10, Very likely"));
  await followupDialog.press("Done");
  await expect(followupDialog.dialog.getByText("We couldn't send your rating")).toBeVisible();
  await checkAccessibility(page, "Review, rating not sent");
  await followupDialog.press("Done");
  await expect(followupDialog.dialog).toHaveCount(0);
  const { discounts } = await patientInCare.call(treatment.overview, {});
  expect(discounts).toHaveLength(1);
});
