import type { Page } from "@playwright/test";
import { care } from "#contract/care.ts";
import { followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment.ts";
import { type InCare, reviewCode, sendReview } from "./actors/in-care.ts";
import { expect, test as base } from "./fixtures.ts";
import type { Hands } from "./hands/hands.ts";
import { mouse } from "./hands/mouse.ts";
import { expectStill } from "./motion.ts";
import { Home } from "./pages/home.ts";
import { ReviewPage } from "./pages/review.ts";
import { SignIn } from "./pages/sign-in.ts";
import { answered } from "./part.ts";
import { doubleText, expectFits, expectNoSidewaysScroll } from "./sideways.ts";
import { unavailable } from "./unavailable.ts";

/** A patient in care, and the review that waits for her. */
interface Asked extends InCare {
  readonly followupid: string;
  readonly code: string;
}

const test = base.extend<{
  /** Sends her a review with 20%. */
  readonly asked: () => Promise<Asked>;
  /** As `asked`, and signs her in, where the review opens by itself. */
  readonly opened: (hands?: Hands) => Promise<{ readonly her: Asked; readonly review: ReviewPage }>;
}>({
  asked: async ({ allArrived, careTeam }, hand) =>
    hand(async () => {
      const her = await allArrived();
      return { ...her, ...(await sendReview(careTeam, her.id)) };
    }),
  opened: async ({ page, asked }, hand) =>
    hand(async (hands) => {
      const her = await asked();
      return { her, review: await openedOn(page, her, hands) };
    }),
});

/** Signs her in on `page`, where the review opens by itself. */
async function openedOn(page: Page, her: InCare, hands: Hands = mouse): Promise<ReviewPage> {
  // By the form: the way home from it leaves the focus where closing the review puts it again.
  await new SignIn(page).in(her);
  const review = new ReviewPage(page, hands);
  await expect(review.dialog).toBeVisible();
  return review;
}

const stepPath = ({ followupid }: Asked, step: number) => `/api/followup/${followupid}/${step}`;
const sideEffects = "Did you notice any of these since you began?";
const overall = "All in all, how do you feel on your treatment?";

test("@both §4 Follow-up modal: through every view to the exit modal, the discount, the survey", async ({
  page,
  opened,
  hands,
  careTeam,
  checked,
}) => {
  const { her, review } = await opened(hands);
  const { dialog } = review;

  await test.step("§4 nothing: her doctor speaks to her, and the review is claimed at once", async () => {
    await review.at(`Hello ${her.firstname}`);
    await expect(dialog.getByRole("img", { name: /^Dr\. / })).toBeVisible();
    await expect(dialog.getByText("20% off your next charge when you finish")).toBeVisible();
    await checked(page, "Review, nothing");
    await review.begin();
  });

  await test.step("§4 single: an inline answer leads to a second question on the same screen", async () => {
    await checked(page, "Review, single");
    await review.press("Continue");
    await expect(dialog.getByText("Please choose one.").first()).toBeVisible();
    await review.choose(review.radio("No, I stopped"));
    await expect(dialog.getByRole("textbox", { name: "What made you stop?" })).toBeVisible();
    await review.press("Continue");
    await expect(dialog.getByText("The text field cannot be empty").last()).toBeVisible();
    await checked(page, "Review, inline question with its error");
    await review.choose(review.radio("Yes, always"));
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await review.press("Continue");
  });

  await test.step("§4 symptoms: a scale each, then and now in words", async () => {
    await review.at("In the last 4 weeks, how much did these bother you?");
    await expect(dialog.getByText(/\d last time$/).first()).toBeVisible();
    await review.press("Continue");
    await expect(dialog.getByRole("radiogroup").first().getByRole("radio").first()).toBeFocused();
    await review.answerSymptoms("2");
    await expect(dialog.getByText("Please choose one.")).toHaveCount(0);
    await expect(dialog.getByText(/2 now/).first()).toBeVisible();
    await expectStill(page);
    await checked(page, "Review, symptoms");
    await review.press("Continue");
  });

  await test.step("§4 array: “none” stands alone", async () => {
    await review.at(sideEffects);
    await review.choose(review.box("Bloating"));
    await review.choose(review.box("None of these"));
    await expect(review.box("Bloating")).not.toBeChecked();
    await checked(page, "Review, array");
    await review.press("Continue");
    await review.at(overall);
    await review.choose(review.radio("About the same"));
    await review.press("Continue");
  });

  await test.step("§4 treatmentform: question 11 is answered for her, and back passes over it", async () => {
    await review.at("Would another form of treatment suit you better?");
    await review.choose(review.radio("I am not sure"));
    await checked(page, "Review, treatmentform");
    await review.press("Continue");
    await expect(review.heading("Would another form of treatment suit you better?")).toHaveCount(0);
    await expect(review.heading("Would you like to change your treatment?")).toHaveCount(0);
    for (;;) {
      const optional = review.heading(/^Which of these may|^Would you like your doctor/);
      await expect(optional.or(review.heading("What should your doctor look at first?"))).toBeFocused();
      if ((await optional.count()) === 0) break;
      const title = (await optional.textContent()) ?? "";
      await review.press("Continue");
      await expect(review.heading(title)).toHaveCount(0);
    }
  });

  await test.step("§4 others and text", async () => {
    await review.choose(review.box("What it costs"));
    await checked(page, "Review, others");
    await review.press("Continue");
    await review.at("What else should your doctor know?");
    await expect(dialog.getByText("Last step")).toBeVisible();
    await review.write("I sleep again.");
    await checked(page, "Review, text");
    const applied = page.waitForResponse("**/applyCoupon");
    await review.press("Finish");
    expect((await applied).status()).toBe(200);
  });

  await test.step("§4 exit modal: the discount is applied, the rating is sent with Done", async () => {
    await review.at("Thank you");
    await expect(dialog.getByText("20% off your next charge")).toBeVisible();
    await review.choose(review.radio("9"));
    await expect(page.getByText("Begin the review")).toHaveCount(0);
    await checked(page, "Review, exit modal");
    await review.press("Done");
    await expect(dialog).toHaveCount(0);
  });

  const result = await careTeam(care.followupResult, { params: { id: her.followupid } });
  expect(result).toMatchObject({ rating: 9 });
  expect(Object.fromEntries(result.answers.map(({ questionid, value }) => [questionid, value]))).toMatchObject({
    still_using: "always",
    "11": "unsure",
    note: "I sleep again.",
  });
  const { discounts } = await her.call(treatment.full, {});
  expect(discounts).toHaveLength(1);
  expect(await her.call(followup.check, {})).toMatchObject({ id: null });
  await page.reload();
  await answered(page, followup.check);
  await new Home(page).expectGreeting(her.firstname);
  await expect(page.getByRole("main").getByRole("link", { name: "Begin the review" })).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
});

test("§4 Follow-up modal: an answer that ends it at -1 has no survey, and the discount all the same", async ({
  page,
  opened,
  checked,
}) => {
  const { review } = await opened();
  await review.begin();
  await review.endAtOnce();
  await expect(review.dialog.getByText("20% off your next charge")).toBeVisible();
  await expect(review.dialog.getByRole("radio")).toHaveCount(0);
  await expect(page.getByText("Begin the review")).toHaveCount(0);
  await checked(page, "Review, ended without a survey");
  await review.press("Done");
  await expect(review.dialog).toHaveCount(0);
});

test("@desktop §4 Follow-up modal: back, closing and going on, here and on another device", async ({
  page,
  opened,
  freshBrowser,
}) => {
  const { her, review } = await opened();
  await review.begin();
  await review.choose(review.radio("Yes, always"));
  await review.press("Continue");
  const symptoms = "In the last 4 weeks, how much did these bother you?";
  await review.at(symptoms);
  await review.press("Back");
  await review.at("Do you still use your treatment the way your label says?");
  await expect(review.radio("Yes, always")).toBeChecked();
  await review.press("Continue");
  await review.at(symptoms);

  await test.step("Later keeps what she chose, and it stays closed until she asks for it", async () => {
    const first = review.dialog.getByRole("radiogroup").first();
    await review.choose(first.getByRole("radio", { name: /^1, / }));
    await page.keyboard.press("Escape");
    await expect(review.dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    const need = page.getByRole("main").getByRole("link", { name: "Go on", exact: true });
    await expect(need).toBeVisible();
    await expect(review.dialog).toHaveCount(0);
    await need.click();
    await review.at(symptoms);
    await expect(first.getByRole("radio", { name: /^1, / })).toBeChecked();
  });

  await test.step("on another device it goes on at the same question; on the first one, back closes it", async () => {
    const other = await freshBrowser();
    const there = await openedOn(other, her);
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

test("@desktop §4 it opens by itself at home only: who goes on before its code has come finds it there later", async ({
  page,
  asked: sent,
}) => {
  const her = await sent();
  const held: (() => void)[] = [];
  const asked = Promise.withResolvers<void>();
  await page.route(/\/review-modal-[^/]*\.js$/, async (route) => {
    asked.resolve();
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  await new SignIn(page).on("/home", her);
  await asked.promise;
  const places = page.getByRole("navigation", { name: "Main" });
  await places.getByRole("link", { name: "Treatment", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
  const came = page.waitForResponse(/\/review-modal-[^/]*\.js$/);
  for (const release of held) release();
  await (await came).finished();
  await places.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/home");
  await expect(new ReviewPage(page).dialog).toBeVisible();
});

test("§4 the message's “Answer now” opens it over the conversation, and finishing it marks the message as done", async ({
  page,
  asked,
}) => {
  const her = await asked();
  await new SignIn(page).on("/messages/doctor", her);
  const review = new ReviewPage(page);
  const answer = page.getByRole("main").getByRole("link", { name: "Answer now" });
  await expect(answer).toBeVisible();
  await answered(page, followup.check);
  await expect(review.dialog).toHaveCount(0);
  await answer.click();
  await review.begin();
  await expect(page).toHaveURL("/messages/doctor");
  await review.endAtOnce();
  await review.press("Done");
  await expect(page.getByRole("main").getByText("Done", { exact: true })).toBeVisible();
});

test("§8 an answer lost on the wire: what she chose stays, one sentence says so, and it is sent again", async ({
  page,
  opened,
  checked,
  expectTrouble,
}) => {
  expectTrouble(/net::ERR_FAILED \(.*\/api\/followup\/.*\)$/);
  const { her, review } = await opened();
  await review.begin();
  const path = `**${stepPath(her, 2)}`;
  await page.route(path, (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await review.choose(review.radio("Yes, but I miss some days"));
  await review.press("Continue");
  await expect(review.dialog.getByText("Oops! Network Error. Try again later")).toBeVisible();
  await expect(review.dialog.getByText("Your answer stays here. Press the button to send it again.")).toBeVisible();
  await expect(review.radio("Yes, but I miss some days")).toBeChecked();
  await checked(page, "Review, an answer that is not sent");
  await page.unroute(path);
  await review.press("Continue");
  await review.at("In the last 4 weeks, how much did these bother you?");
});

test("@desktop a slow answer is sent once however often she presses, and the wait shows", async ({ page, opened }) => {
  const { her, review } = await opened();
  await review.begin();
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**${stepPath(her, 2)}`, async (route) => {
    if (route.request().method() === "PUT") sent += 1;
    await promise;
    await route.continue();
  });
  await review.choose(review.radio("Yes, always"));
  await review.press("Continue");
  await expect(review.button("Saving")).toBeVisible();
  await review.button("Saving").click({ force: true });
  await page.keyboard.press("Enter");
  resolve();
  await review.at("In the last 4 weeks, how much did these bother you?");
  expect(sent).toBe(1);
});

test("@desktop §4 finished in another tab, it is over in this one too", async ({ page, opened }) => {
  const { review } = await opened();
  await review.begin();
  const other = await page.context().newPage();
  await other.goto("/home");
  const there = new ReviewPage(other);
  await there.at("Do you still use your treatment the way your label says?");
  await there.endAtOnce();
  await review.at("Your review is done");
  await expect(review.dialog.getByText("20% off your next charge")).toBeVisible();
});

test("§5 what cannot wait is shown before anything else, and the answer is kept", async ({ page, opened, checked }) => {
  const { review } = await opened();
  await review.begin();
  await answerToSideEffects(review);
  await review.choose(review.box("Chest pain or pressure"));
  await review.press("Continue");
  const alert = review.dialog.getByRole("alert");
  await expect(alert.getByRole("link", { name: /911/ }).first()).toBeVisible();
  await expect(alert.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(alert.getByRole("heading", { name: "The medicine you have at home" })).toBeVisible();
  await checked(page, "Review, emergency");
  await page.reload();
  await expect(alert.getByRole("link", { name: /911/ }).first()).toBeVisible();
  await review.press("I have read this, go on");
  await review.at(overall);
  await page.reload();
  // Safety leads: the review waits below it until the patient goes on.
  await expect(page.getByRole("heading", { level: 1, name: "Please call 911 now" })).toBeVisible();
  await expect(review.dialog).toHaveCount(0);
  await page.getByRole("main").getByText("Go on", { exact: true }).click();
  await review.at(overall);
  await expect(alert).toHaveCount(0);
  await review.press("Back");
  await expect(review.box("Chest pain or pressure")).toBeChecked();
});

test("@desktop §8 Discount badge: an error is said, trying again gives one discount; a lost rating blocks nothing", async ({
  page,
  asked,
  checked,
  expectRefusal,
}) => {
  const her = await asked();
  const couponPath = `/api/patient/followup/${her.followupid}/applyCoupon`;
  const ratingPath = "/api/v2/patient/followup/nps-survey";
  for (const path of [couponPath, ratingPath]) {
    expectRefusal({ path, status: 503 });
    await page.route(`**${path}`, (route) => route.fulfill(unavailable));
  }
  const review = await openedOn(page, her);
  await review.begin();
  await answerToTheEnd(review);
  await expect(review.dialog.getByText(unavailable.json.message)).toBeVisible();
  await expect(page.getByText("Begin the review")).toHaveCount(0);
  await checked(page, "Review, discount not given yet");
  await page.unroute(`**${couponPath}`);
  const answer = Promise.withResolvers<void>();
  await page.route(`**${couponPath}`, (route) => answer.promise.then(() => route.continue()));
  const applied = page.waitForResponse(`**${couponPath}`);
  await expect(review.dialog.getByText("Your discount is not added yet.")).toBeVisible();
  await review.press("Try again");
  await expect(review.dialog.locator(":focus")).toContainText("Adding your discount");
  await checked(page, "Review, discount pending");
  answer.resolve();
  expect((await applied).status()).toBe(200);
  await expect(review.dialog.getByText("20% off your next charge")).toBeVisible();
  await review.choose(review.radio("10, Very likely"));
  await review.press("Done");
  await expect(review.dialog.getByText("We could not send your rating")).toBeVisible();
  await checked(page, "Review, rating not sent");
  await review.press("Done");
  await expect(review.dialog).toHaveCount(0);
  const { discounts } = await her.call(treatment.full, {});
  expect(discounts).toHaveLength(1);
});

/** From the first question to the third. */
async function answerToSideEffects(review: ReviewPage): Promise<void> {
  await review.choose(review.radio("Yes, always"));
  await review.press("Continue");
  await review.at("In the last 4 weeks, how much did these bother you?");
  await review.answerSymptoms("1");
  await review.press("Continue");
  await review.at(sideEffects);
}

/** From the first question to the exit modal by the shortest way. */
async function answerToTheEnd(review: ReviewPage): Promise<void> {
  await answerToSideEffects(review);
  await review.choose(review.box("None of these"));
  await review.press("Continue");
  await review.at(overall);
  await review.choose(review.radio("Better"));
  const asked = [
    /^Would you like your doctor/,
    "What should your doctor look at first?",
    "What else should your doctor know?",
  ];
  await review.press("Continue");
  for (const title of asked) {
    const next = review.heading(title);
    await expect(next.or(review.heading("What should your doctor look at first?"))).toBeFocused();
    if ((await next.count()) === 0) continue;
    if (title === asked[1]) await review.choose(review.box("Nothing, all is fine"));
    await review.press(/^Continue|^Finish/);
    await expect(next).toHaveCount(0);
  }
  await review.at("Thank you");
}

test("@desktop §4 After login: fud goes home, opens the review, and leaves the address; another code loses nothing", async ({
  page,
  asked,
  careTeam,
  expectRefusal,
}) => {
  const her = await asked();
  await page.goto(`/login?fud=${her.code}`);
  await new SignIn(page).submit(her);
  const review = new ReviewPage(page);
  await review.at(/^Hello /);
  await expect(page).toHaveURL("/home");
  await review.press("Later");
  await expect(review.dialog).toHaveCount(0);

  await test.step("§4 closed before, and signed in already: the link opens it again", async () => {
    await page.goto(`/login?fud=${her.code}`);
    await review.at(/^Hello /);
    await expect(page).toHaveURL("/home");
  });

  await test.step("§2.1 /follow-up goes home and takes it along; a code of another review is told", async () => {
    expectRefusal({ path: `/api/patient/followup/${her.followupid}/claim`, status: 409 });
    await page.goto(`/follow-up?fud=${await reviewCode(careTeam, 50)}`);
    await review.at(/^Hello /);
    await expect(page).toHaveURL("/home");
    await expect(review.dialog.getByText("The link you used belongs to another review.")).toBeVisible();
  });
});

test("§4 After login: fud with no review waiting is said in a plain sentence", async ({
  page,
  allArrived,
  checked,
}) => {
  const her = await allArrived();
  await page.goto("/login?fud=whatever");
  await new SignIn(page).submit(her);
  const told = page.getByText("No review is waiting for you now.");
  await expect(told).toBeVisible();
  await expect(page).toHaveURL("/home");
  await new Home(page).expectGreeting(her.firstname);
  await checked(page, "Home, no review waiting");
  await page.getByRole("main").getByRole("button", { name: "Close" }).click();
  await expect(told).toHaveCount(0);
});

test("@desktop the review fits 320 px, and text of twice the size", async ({ page, opened }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { review } = await opened();
  await review.at(/^Hello /);
  await expectFits(review.dialog);
  await expectNoSidewaysScroll(page);
  await review.begin();
  await expectFits(review.dialog);
  await review.choose(review.radio("Yes, always"));
  await review.press("Continue");
  await review.at("In the last 4 weeks, how much did these bother you?");
  await expectFits(review.dialog);
  await page.setViewportSize({ width: 640, height: 900 });
  await doubleText(page);
  await expectFits(review.dialog);
  await review.answerSymptoms("3");
  await expect(review.dialog.getByText(/3 now/).first()).toBeVisible();
  await expectFits(review.dialog);
  await review.press("Continue");
  await review.at(sideEffects);
  await expectFits(review.dialog);
});
