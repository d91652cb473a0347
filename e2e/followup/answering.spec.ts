import type { Page } from "@playwright/test";
import { care } from "#contract/care/calls.ts";
import { followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { type PatientInCare, followupCode, sendFollowup } from "../actors/patient-in-care.ts";
import { expect, test as base } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";
import { expectReducedMotion } from "../motion.ts";
import { Home } from "../pages/home.ts";
import { FollowupDialog } from "../pages/followup-dialog.ts";
import { SignIn } from "../pages/sign-in.ts";
import { waitForAnswer } from "../checks/loaded.ts";
import { doubleText, expectFits, expectNoSidewaysScroll } from "../checks/readability.ts";
import { unavailable } from "../network/responses.ts";

/** A patient in care with an open follow-up. */
interface PatientWithFollowup extends PatientInCare {
  readonly followupid: string;
  readonly code: string;
}

const test = base.extend<{
  /** Creates a patient with an open follow-up that gives 20 %. */
  readonly asked: () => Promise<PatientWithFollowup>;
  /** As `asked`, and signs the patient in, where the follow-up opens by itself. */
  readonly opened: (
    inputMethod?: InputMethod,
  ) => Promise<{ readonly patientInCare: PatientWithFollowup; readonly followupDialog: FollowupDialog }>;
}>({
  asked: async ({ allArrived: createDeliveredPatient, careTeam }, provide) =>
    provide(async () => {
      const patientInCare = await createDeliveredPatient();
      return { ...patientInCare, ...(await sendFollowup(careTeam, patientInCare.id)) };
    }),
  opened: async ({ page, asked: sendFollowupToPatient }, provide) =>
    provide(async (inputMethod) => {
      const patientInCare = await sendFollowupToPatient();
      return { patientInCare, followupDialog: await openFollowupOn(page, patientInCare, inputMethod) };
    }),
});

/** Signs the patient in on `page`, where the follow-up opens by itself. */
async function openFollowupOn(
  page: Page,
  patientInCare: PatientInCare,
  inputMethod: InputMethod = mouse,
): Promise<FollowupDialog> {
  // With the form: its navigation to home leaves the focus where closing the follow-up returns it.
  await new SignIn(page).in(patientInCare);
  const followupDialog = new FollowupDialog(page, inputMethod);
  await expect(followupDialog.dialog).toBeVisible();
  return followupDialog;
}

const stepPath = ({ followupid }: PatientWithFollowup, step: number) => `/api/followup/${followupid}/${step}`;
const sideEffects = "Did you notice any of these since you began?";
const overall = "All in all, how do you feel on your treatment?";

test("@both §4 Follow-up modal: through every view to the exit modal, the discount, the survey", async ({
  page,
  opened: openFollowup,
  hands: inputMethod,
  careTeam,
  checked: checkAccessibility,
}) => {
  const { patientInCare, followupDialog } = await openFollowup(inputMethod);
  const { dialog } = followupDialog;

  await test.step("§4 nothing: the doctor introduces the follow-up, and it is claimed at once", async () => {
    await followupDialog.at(`Hello ${patientInCare.firstname}`);
    await expect(dialog.getByRole("img", { name: /^Dr\. / })).toBeVisible();
    await expect(dialog.getByText("20% off your next charge when you finish")).toBeVisible();
    await checkAccessibility(page, "Review, nothing");
    await followupDialog.begin();
  });

  await test.step("§4 single: an inline answer leads to a second question on the same screen", async () => {
    await checkAccessibility(page, "Review, single");
    await followupDialog.press("Continue");
    await expect(dialog.getByText("Please choose one.").first()).toBeVisible();
    await followupDialog.choose(followupDialog.radio("No, I stopped"));
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
    await followupDialog.choose(followupDialog.radio("I am not sure"));
    await checkAccessibility(page, "Review, treatmentform");
    await followupDialog.press("Continue");
    await expect(followupDialog.heading("Would another form of treatment suit you better?")).toHaveCount(0);
    await expect(followupDialog.heading("Would you like to change your treatment?")).toHaveCount(0);
    for (;;) {
      const optional = followupDialog.heading(/^Which of these may|^Would you like your doctor/);
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
    await expect(page.getByText("Begin the review")).toHaveCount(0);
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
  const { discounts } = await patientInCare.call(treatment.full, {});
  expect(discounts).toHaveLength(1);
  expect(await patientInCare.call(followup.check, {})).toMatchObject({ id: null });
  await page.reload();
  await waitForAnswer(page, followup.check);
  await new Home(page).expectGreeting(patientInCare.firstname);
  await expect(page.getByRole("main").getByRole("link", { name: "Begin the review" })).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
});

test("§4 Follow-up modal: an answer that ends it at -1 has no survey, but still gives the discount", async ({
  page,
  opened: openFollowup,
  checked: checkAccessibility,
}) => {
  const { followupDialog } = await openFollowup();
  await followupDialog.begin();
  await followupDialog.endAtOnce();
  await expect(followupDialog.dialog.getByText("20% off your next charge")).toBeVisible();
  await expect(followupDialog.dialog.getByRole("radio")).toHaveCount(0);
  await expect(page.getByText("Begin the review")).toHaveCount(0);
  await checkAccessibility(page, "Review, ended without a survey");
  await followupDialog.press("Done");
  await expect(followupDialog.dialog).toHaveCount(0);
});

test("@desktop §4 Follow-up modal: going back, closing and resuming, here and on another device", async ({
  page,
  opened: openFollowup,
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
    await followupDialog.choose(first.getByRole("radio", { name: /^1, / }));
    await page.keyboard.press("Escape");
    await expect(followupDialog.dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    const actionItem = page.getByRole("main").getByRole("link", { name: "Go on", exact: true });
    await expect(actionItem).toBeVisible();
    await expect(followupDialog.dialog).toHaveCount(0);
    await actionItem.click();
    await followupDialog.at(symptoms);
    await expect(first.getByRole("radio", { name: /^1, / })).toBeChecked();
  });

  await test.step("on another device it resumes at the same question; on its first screen, Back closes it", async () => {
    const other = await freshBrowser();
    const there = await openFollowupOn(other, patientInCare);
    await there.at(symptoms);
    await there.answerSymptoms("0");
    await there.press("Continue");
    await there.at(sideEffects);
    for (const title of [symptoms, "Do you still use your treatment the way your label says?", /reads your answers$/]) {
      await there.press("Back");
      await there.at(title);
    }
    await there.press("Back");
    await there.at(/^Hello /);
    await there.press("Back");
    await expect(there.dialog).toHaveCount(0);
  });
});

test("@desktop §4 it opens by itself at home only: a patient who leaves before its code has loaded finds it there later", async ({
  page,
  asked: sent,
}) => {
  const patientInCare = await sent();
  const releaseAnswers: (() => void)[] = [];
  const asked = Promise.withResolvers<void>();
  await page.route(/\/followup-modal-[^/]*\.js$/, async (route) => {
    asked.resolve();
    await new Promise<void>((release) => releaseAnswers.push(release));
    await route.continue();
  });
  await new SignIn(page).on("/home", patientInCare);
  await asked.promise;
  const mainNavigation = page.getByRole("navigation", { name: "Main" });
  await mainNavigation.getByRole("link", { name: "Treatment", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
  const came = page.waitForResponse(/\/followup-modal-[^/]*\.js$/);
  for (const release of releaseAnswers) release();
  await (await came).finished();
  await mainNavigation.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/home");
  await expect(new FollowupDialog(page).dialog).toBeVisible();
});

test("§4 the message's “Answer now” opens it over the conversation, and finishing it marks the message as done", async ({
  page,
  asked: sendFollowupToPatient,
}) => {
  const patientInCare = await sendFollowupToPatient();
  await new SignIn(page).on("/messages/doctor", patientInCare);
  const followupDialog = new FollowupDialog(page);
  const answer = page.getByRole("main").getByRole("link", { name: "Answer now" });
  await expect(answer).toBeVisible();
  await waitForAnswer(page, followup.check);
  await expect(followupDialog.dialog).toHaveCount(0);
  await answer.click();
  await followupDialog.begin();
  await expect(page).toHaveURL("/messages/doctor");
  await followupDialog.endAtOnce();
  await followupDialog.press("Done");
  await expect(page.getByRole("main").getByText("Done", { exact: true })).toBeVisible();
});

test("§8 an answer lost on the way: what the patient chose stays, an error says so, and it is sent again", async ({
  page,
  opened: openFollowup,
  checked: checkAccessibility,
  expectTrouble: expectProblem,
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
    followupDialog.dialog.getByText("Your answer stays here. Press the button to send it again."),
  ).toBeVisible();
  await expect(followupDialog.radio("Yes, but I miss some days")).toBeChecked();
  await checkAccessibility(page, "Review, an answer that is not sent");
  await page.unroute(path);
  await followupDialog.press("Continue");
  await followupDialog.at("In the last 4 weeks, how much did these bother you?");
});

test("@desktop a slow answer is sent once however often the patient presses, and the wait shows", async ({
  page,
  opened: openFollowup,
}) => {
  const { patientInCare, followupDialog } = await openFollowup();
  await followupDialog.begin();
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**${stepPath(patientInCare, 2)}`, async (route) => {
    if (route.request().method() === "PUT") sent += 1;
    await promise;
    await route.continue();
  });
  await followupDialog.choose(followupDialog.radio("Yes, always"));
  await followupDialog.press("Continue");
  await expect(followupDialog.button("Saving")).toBeVisible();
  await followupDialog.button("Saving").click({ force: true });
  await page.keyboard.press("Enter");
  resolve();
  await followupDialog.at("In the last 4 weeks, how much did these bother you?");
  expect(sent).toBe(1);
});

test("@desktop §4 finished in another tab, it is over in this one too", async ({ page, opened: openFollowup }) => {
  const { followupDialog } = await openFollowup();
  await followupDialog.begin();
  const other = await page.context().newPage();
  await other.goto("/home");
  const there = new FollowupDialog(other);
  await there.at("Do you still use your treatment the way your label says?");
  await there.endAtOnce();
  await followupDialog.at("Your review is done");
  await expect(followupDialog.dialog.getByText("20% off your next charge")).toBeVisible();
});

test("§5 an emergency is shown before anything else, and the answer is kept", async ({
  page,
  opened: openFollowup,
  checked: checkAccessibility,
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
  await followupDialog.press("I have read this, go on");
  await followupDialog.at(overall);
  await page.reload();
  // Safety comes first: the follow-up waits below it until the patient goes on.
  await expect(page.getByRole("heading", { level: 1, name: "Please call 911 now" })).toBeVisible();
  await expect(followupDialog.dialog).toHaveCount(0);
  await page.getByRole("main").getByText("Go on", { exact: true }).click();
  await followupDialog.at(overall);
  await expect(alert).toHaveCount(0);
  await followupDialog.press("Back");
  await expect(followupDialog.box("Chest pain or pressure")).toBeChecked();
});

test("@desktop §8 Discount badge: an error shows, a retry gives one discount; a lost rating blocks nothing", async ({
  page,
  asked: sendFollowupToPatient,
  checked: checkAccessibility,
  expectRefusal: expectApiError,
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
  await expect(page.getByText("Begin the review")).toHaveCount(0);
  await checkAccessibility(page, "Review, discount not given yet");
  await page.unroute(`**${couponPath}`);
  const answer = Promise.withResolvers<void>();
  await page.route(`**${couponPath}`, (route) => answer.promise.then(() => route.continue()));
  const applied = page.waitForResponse(`**${couponPath}`);
  await expect(followupDialog.dialog.getByText("Your discount is not added yet.")).toBeVisible();
  await followupDialog.press("Try again");
  await expect(followupDialog.dialog.locator(":focus")).toContainText("Adding your discount");
  await checkAccessibility(page, "Review, discount pending");
  answer.resolve();
  expect((await applied).status()).toBe(200);
  await expect(followupDialog.dialog.getByText("20% off your next charge")).toBeVisible();
  await followupDialog.choose(followupDialog.radio("10, Very likely"));
  await followupDialog.press("Done");
  await expect(followupDialog.dialog.getByText("We could not send your rating")).toBeVisible();
  await checkAccessibility(page, "Review, rating not sent");
  await followupDialog.press("Done");
  await expect(followupDialog.dialog).toHaveCount(0);
  const { discounts } = await patientInCare.call(treatment.full, {});
  expect(discounts).toHaveLength(1);
});

/** From the first question to the third. */
async function answerToSideEffects(followupDialog: FollowupDialog): Promise<void> {
  await followupDialog.choose(followupDialog.radio("Yes, always"));
  await followupDialog.press("Continue");
  await followupDialog.at("In the last 4 weeks, how much did these bother you?");
  await followupDialog.answerSymptoms("1");
  await followupDialog.press("Continue");
  await followupDialog.at(sideEffects);
}

/** From the first question to the exit modal by the shortest way. */
async function answerUntilEnd(followupDialog: FollowupDialog): Promise<void> {
  await answerToSideEffects(followupDialog);
  await followupDialog.choose(followupDialog.box("None of these"));
  await followupDialog.press("Continue");
  await followupDialog.at(overall);
  await followupDialog.choose(followupDialog.radio("Better"));
  const asked = [
    /^Would you like your doctor/,
    "What should your doctor look at first?",
    "What else should your doctor know?",
  ];
  await followupDialog.press("Continue");
  for (const title of asked) {
    const next = followupDialog.heading(title);
    await expect(next.or(followupDialog.heading("What should your doctor look at first?"))).toBeFocused();
    if ((await next.count()) === 0) continue;
    if (title === asked[1]) await followupDialog.choose(followupDialog.box("Nothing, all is fine"));
    await followupDialog.press(/^Continue|^Finish/);
    await expect(next).toHaveCount(0);
  }
  await followupDialog.at("Thank you");
}

test("@desktop §4 After login: fud goes home, opens the follow-up, and disappears from the address; another code loses nothing", async ({
  page,
  asked: sendFollowupToPatient,
  careTeam,
  expectRefusal: expectApiError,
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
    await expect(followupDialog.dialog.getByText("The link you used belongs to another review.")).toBeVisible();
  });
});

test("§4 After login: fud without an open follow-up shows a plain sentence", async ({
  page,
  allArrived: createDeliveredPatient,
  checked: checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  await page.goto("/login?fud=whatever");
  await new SignIn(page).submit(patientInCare);
  const noFollowupText = page.getByText("No review is waiting for you now.");
  await expect(noFollowupText).toBeVisible();
  await expect(page).toHaveURL("/home");
  await new Home(page).expectGreeting(patientInCare.firstname);
  await checkAccessibility(page, "Home, no review waiting");
  await page.getByRole("main").getByRole("button", { name: "Close" }).click();
  await expect(noFollowupText).toHaveCount(0);
});

test("@desktop the follow-up fits 320 px, and double-size text", async ({ page, opened: openFollowup }) => {
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
