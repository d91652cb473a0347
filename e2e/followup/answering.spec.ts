import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { waitForChunk } from "../checks/loaded.ts";
import { waitForAnswer } from "../checks/loaded.ts";
import { doubleText, expectFits, expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect } from "../fixtures.ts";
import { test, openFollowupOn, sideEffects, overall, answerToSideEffects } from "../flows/followup.ts";
import { keyboard } from "../input/keyboard.ts";
import { expectReducedMotion } from "../motion.ts";
import { Home } from "../pages/home.ts";

test("§4 Follow-up modal: by keyboard through every view to the exit modal, the discount, the survey", async ({
  page,
  openFollowup,
  careTeam,
  checkAccessibility,
}) => {
  const { patientInCare, followupDialog } = await openFollowup(keyboard);
  const { dialog } = followupDialog;

  await test.step("§4 nothing: the doctor introduces the follow-up, and it is claimed at once", async () => {
    await followupDialog.at(`Hello ${patientInCare.firstname}`);
    await expect(dialog.getByRole("img", { name: /^[A-Z]\w+ [A-Z]\w+$/ })).toBeVisible();
    await expect(dialog.getByText("20% off your next charge when you finish")).toBeVisible();
    await checkAccessibility(page, "Review, nothing");
    await followupDialog.begin();
  });

  await test.step("§4 single: an inline answer leads to a second question on the same screen", async () => {
    await checkAccessibility(page, "Review, single");
    await followupDialog.press("Continue");
    await expect(dialog.getByText("Please choose one.").first()).toBeVisible();
    await followupDialog.choose(followupDialog.radio("No, I quit"));
    await expect(dialog.getByRole("textbox", { name: "What made you stop?" })).toBeVisible();
    await followupDialog.press("Continue");
    await expect(dialog.getByText("The text field cannot be empty").last()).toBeVisible();
    await checkAccessibility(page, "Review, inline question with its error");
    await followupDialog.choose(followupDialog.radio("Yes, always"));
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await followupDialog.press("Continue");
  });

  await test.step("§4 symptoms: a scale each, with the last and the present score in words", async () => {
    await followupDialog.at("In the last 4 weeks, how much did these bother you?");
    await expect(dialog.getByText(/\d last time$/).first()).toBeVisible();
    await followupDialog.press("Continue");
    await expect(dialog.getByRole("radiogroup").first().getByRole("radio").first()).toBeFocused();
    await followupDialog.answerSymptoms("2");
    await expect(dialog.getByText("Please choose one.")).toHaveCount(0);
    await expect(dialog.getByText(/2 now/).first()).toBeVisible();
    await expectReducedMotion(page);
    await checkAccessibility(page, "Review, symptoms");
    await followupDialog.press("Continue");
  });

  await test.step("§4 array: “none” excludes the others", async () => {
    await followupDialog.at(sideEffects);
    await followupDialog.choose(followupDialog.box("Bloating"));
    await followupDialog.choose(followupDialog.box("None of these"));
    await expect(followupDialog.box("Bloating")).not.toBeChecked();
    await checkAccessibility(page, "Review, array");
    await followupDialog.press("Continue");
    await followupDialog.at(overall);
    await followupDialog.choose(followupDialog.radio("About the same"));
    await followupDialog.press("Continue");
  });

  await test.step("§4 treatmentform: question 11 is answered for the patient, and back skips it", async () => {
    await followupDialog.at("Would another form of treatment suit you better?");
    await followupDialog.choose(followupDialog.radio("I'm not sure"));
    await checkAccessibility(page, "Review, treatmentform");
    await followupDialog.press("Continue");
    await expect(followupDialog.heading("Would another form of treatment suit you better?")).toHaveCount(0);
    await expect(followupDialog.heading("Would you like to change your treatment?")).toHaveCount(0);
    for (;;) {
      const optional = followupDialog.heading(/^Which of these would|^Would you like your doctor/);
      await expect(optional.or(followupDialog.heading("What should your doctor look at first?"))).toBeFocused();
      if ((await optional.count()) === 0) break;
      const title = (await optional.textContent()) ?? "";
      await followupDialog.press("Continue");
      await expect(followupDialog.heading(title)).toHaveCount(0);
    }
  });

  await test.step("§4 others and text", async () => {
    await followupDialog.choose(followupDialog.box("What it costs"));
    await checkAccessibility(page, "Review, others");
    await followupDialog.press("Continue");
    await followupDialog.at("What else should your doctor know?");
    await expect(dialog.getByText("Last step")).toBeVisible();
    await followupDialog.write("I sleep again.");
    await checkAccessibility(page, "Review, text");
    const applied = page.waitForResponse("**/applyCoupon");
    await followupDialog.press("Finish");
    expect((await applied).status()).toBe(200);
  });

  await test.step("§4 exit modal: the discount is applied, the rating is sent with Done", async () => {
    await followupDialog.at("Thank you");
    await expect(dialog.getByText("20% off your next charge")).toBeVisible();
    await followupDialog.choose(followupDialog.radio("9"));
    await expect(page.getByText("Start the review")).toHaveCount(0);
    await checkAccessibility(page, "Review, exit modal");
    await followupDialog.press("Done");
    await expect(dialog).toHaveCount(0);
  });

  const result = await careTeam(care.followupResult, { params: { id: patientInCare.followupid } });
  expect(result).toMatchObject({ rating: 9 });
  expect(Object.fromEntries(result.answers.map(({ questionid, value }) => [questionid, value]))).toMatchObject({
    still_using: "always",
    "11": "unsure",
    note: "I sleep again.",
  });
  const { discounts } = await patientInCare.call(treatment.overview, {});
  expect(discounts).toHaveLength(1);
  expect(await patientInCare.call(followup.check, {})).toMatchObject({ id: null });
  await page.reload();
  await waitForAnswer(page, followup.check);
  await new Home(page).expectGreeting(patientInCare.firstname);
  await expect(page.getByRole("main").getByRole("link", { name: "Start the review" })).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
});

test("@desktop §4 Follow-up modal: going back, closing and resuming, here and on another device", async ({
  page,
  openFollowup,
  freshBrowser,
}) => {
  const { patientInCare, followupDialog } = await openFollowup();
  await followupDialog.begin();
  await followupDialog.choose(followupDialog.radio("Yes, always"));
  await followupDialog.press("Continue");
  const symptoms = "In the last 4 weeks, how much did these bother you?";
  await followupDialog.at(symptoms);
  await followupDialog.press("Back");
  await followupDialog.at("Do you still use your treatment the way your label says?");
  await expect(followupDialog.radio("Yes, always")).toBeChecked();
  await followupDialog.press("Continue");
  await followupDialog.at(symptoms);

  await test.step("Later keeps what the patient chose, and it stays closed until the patient reopens it", async () => {
    const first = followupDialog.dialog.getByRole("radiogroup").first();
    await followupDialog.choose(first.getByRole("radio", { name: "A little" }));
    await page.keyboard.press("Escape");
    await expect(followupDialog.dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    const actionItem = page.getByRole("main").getByRole("link", { name: "Continue", exact: true });
    await expect(actionItem).toBeVisible();
    await waitForChunk(page, "followup-modal");
    await expect(followupDialog.dialog).toHaveCount(0);
    await actionItem.click();
    await followupDialog.at(symptoms);
    await expect(first.getByRole("radio", { name: "A little" })).toBeChecked();
  });

  await test.step("on another device it resumes at the same question; on its first screen, Back closes it", async () => {
    const other = await freshBrowser();
    const there = await openFollowupOn(other, patientInCare);
    await there.at(symptoms);
    await there.answerSymptoms("0");
    await there.press("Continue");
    await there.at(sideEffects);
    for (const title of [
      symptoms,
      "Do you still use your treatment the way your label says?",
      /will read your answers$/,
    ]) {
      await there.press("Back");
      await there.at(title);
    }
    await there.press("Back");
    await there.at(/^Hello /);
    await there.press("Back");
    await expect(there.dialog).toHaveCount(0);
  });
});

test("§5 an emergency is shown before anything else, and the answer is kept", async ({
  page,
  openFollowup,
  checkAccessibility,
}) => {
  const { followupDialog } = await openFollowup();
  await followupDialog.begin();
  await answerToSideEffects(followupDialog);
  await followupDialog.choose(followupDialog.box("Chest pain or pressure"));
  await followupDialog.press("Continue");
  const alert = followupDialog.dialog.getByRole("alert");
  await expect(alert.getByRole("link", { name: /911/ }).first()).toBeVisible();
  await expect(alert.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(alert.getByRole("heading", { name: "The medicine you have at home" })).toBeVisible();
  await checkAccessibility(page, "Review, emergency");
  await page.reload();
  await expect(alert.getByRole("link", { name: /911/ }).first()).toBeVisible();
  const read = page.waitForResponse((response) => response.request().postData()?.includes("stopread") === true);
  await followupDialog.press("I've read this");
  await read;
  // It ends the review: nothing more is asked, offered or rewarded.
  await expect(followupDialog.dialog.getByRole("heading", { name: "Your review stops here for now" })).toBeVisible();
  await expect(followupDialog.dialog.getByText(/% off/)).toHaveCount(0);
  await followupDialog.press("Back to home");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Please call 911 now" })).toBeVisible();
  await expect(followupDialog.dialog).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Continue", { exact: true })).toHaveCount(0);
});

test("@desktop the follow-up fits 320 px, and double-size text", async ({ page, openFollowup }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { followupDialog } = await openFollowup();
  await followupDialog.at(/^Hello /);
  await expectFits(followupDialog.dialog);
  await expectNoSidewaysScroll(page);
  await followupDialog.begin();
  await expectFits(followupDialog.dialog);
  await followupDialog.choose(followupDialog.radio("Yes, always"));
  await followupDialog.press("Continue");
  await followupDialog.at("In the last 4 weeks, how much did these bother you?");
  await expectFits(followupDialog.dialog);
  await page.setViewportSize({ width: 640, height: 900 });
  await doubleText(page);
  await expectFits(followupDialog.dialog);
  await followupDialog.answerSymptoms("3");
  await expect(followupDialog.dialog.getByText(/3 now/).first()).toBeVisible();
  await expectFits(followupDialog.dialog);
  await followupDialog.press("Continue");
  await followupDialog.at(sideEffects);
  await expectFits(followupDialog.dialog);
});
