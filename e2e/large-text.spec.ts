import { sendReview, tellsOfDryness } from "./actors/in-care.ts";
import { expect, test } from "./fixtures.ts";
import { touch } from "./hands/touch.ts";
import { ReferAFriend } from "./pages/referral.ts";
import { ReviewPage } from "./pages/review.ts";
import { SignIn } from "./pages/sign-in.ts";
import { signedUpLongAgo } from "./rewrite.ts";
import { doubleText, expectFits, expectNoSidewaysScroll } from "./sideways.ts";

test("@phone text of twice the size: home with all it may show, a review, Share and other pages keep to a screen of 390 px", async ({
  page,
  allArrived,
  careTeam,
}) => {
  const her = await allArrived();
  await tellsOfDryness(her);
  await signedUpLongAgo(page);
  await new SignIn(page).in(her, "?promocode=FSASTORE30");
  const region = (name: string) => page.getByRole("region", { name });

  await test.step("home: a promotion, new terms, an offer", async () => {
    await expect(region("offer")).toContainText("Your code is FSASTORE30.");
    await expect(region("Our terms have changed")).toBeVisible();
    await expect(region("A cream for comfort")).toBeVisible();
    await doubleText(page);
    await expectNoSidewaysScroll(page);
    await region("Our terms have changed").getByRole("button", { name: "Accept" }).tap();
  });

  await test.step("the offer, looked at and added", async () => {
    await region("A cream for comfort").getByRole("button", { name: "Have a look" }).tap();
    const dialog = page.getByRole("dialog", { name: "A cream for comfort" });
    const add = dialog.getByRole("button", { name: "Add to my treatment" });
    await expect(add).toBeVisible();
    await expectFits(dialog);
    await add.tap();
    const done = page.getByRole("dialog").getByRole("button", { name: "Done" });
    await expect(done).toBeVisible();
    await expectFits(page.getByRole("dialog"));
    await done.click();
    await expect(region("With your doctor")).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("a review, and home where she may go on with it", async () => {
    await sendReview(careTeam, her.id);
    const review = new ReviewPage(page, touch);
    await review.at(/^Hello /);
    await expectFits(review.dialog);
    await review.begin();
    await expectFits(review.dialog);
    await review.choose(review.radio("Yes, always"));
    await review.press("Continue");
    await review.at("In the last 4 weeks, how much did these bother you?");
    await expectFits(review.dialog);
    await expectNoSidewaysScroll(page);
    await review.press("Later");
    await expect(page.getByRole("main").getByRole("link", { name: "Go on", exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("home: what is said of a code", async () => {
    await page.goto("/home?promocodeExistingID=WINBACK10");
    await expect(page.getByRole("status").filter({ hasText: "Your next charge comes with 10% off" })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("Share, with a friend who is invited", async () => {
    await page.goto("/referral");
    const referral = new ReferAFriend(page, touch);
    const friend = `${her.id}@example.com`;
    await referral.invite(friend);
    await expect(referral.friends.getByRole("listitem")).toContainText([friend]);
    await expectNoSidewaysScroll(page);
  });

  for (const path of ["/treatment", "/support", "/your-account"])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    });
});
