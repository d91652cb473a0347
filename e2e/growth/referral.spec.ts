import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { growth } from "#contract/growth/calls.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { networkErrorText } from "#contract/http/status-texts.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { callApi } from "../actors/api.ts";
import { signInForToken } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signUp, completeVisit, completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { touch } from "../input/touch.ts";
import { unfold } from "../input/unfold.ts";
import { unavailable } from "../network/responses.ts";
import { openMail } from "../pages/mailbox.ts";
import { ReferAFriend } from "../pages/referral.ts";
import { SignIn } from "../pages/sign-in.ts";
import { signUpOnPage } from "../pages/sign-up.ts";
import { origin } from "../settings.ts";

/** The referral code that the friend's browser keeps until it is used. */
const savedCode = async (page: Page) =>
  (await page.context().cookies(origin)).find(({ name }) => name === "referralToken")?.value;

const friendsEmail = () => `mia.${randomUUID()}@example.com`;

test("§2.1 Refer a Friend: the patient copies the link, invites a friend, and the friend comes in through it", async ({
  page,
  freshBrowser,
  patient,
  api,
  inputMethod,
  checkAccessibility,
  expectApiError,
}) => {
  await completeVisit(api, patient);
  await new SignIn(page, inputMethod).openSignedIn("/referral/", patient);
  const referral = new ReferAFriend(page, inputMethod);
  const link = new URL(await referral.link.inputValue());
  expect([link.origin, link.pathname]).toEqual([origin, "/referral/"]);
  await expect(referral.rewards).toContainText("None yet");

  await test.step("without clipboard permission the link is selected for copying; with it, it is copied", async () => {
    await referral.copy();
    await expect(page.getByText("We've selected the link")).toBeVisible();
    const marked = await referral.link.evaluate((field: HTMLInputElement) =>
      field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0),
    );
    expect(marked).toBe(link.href);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    await referral.copy();
    await expect(page.getByText("Your link is copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link.href);
  });

  await test.step("where the phone can share, the link goes out with the sentence that the preview shows", async () => {
    await page.addInitScript(() => {
      navigator.share = (shared) => {
        document.title = `${shared?.text} ${shared?.url}`;
        return Promise.resolve();
      };
    });
    await page.reload();
    const whatFriendsSee = page.getByRole("region", { name: "What your friend sees" });
    await unfold(whatFriendsSee);
    const preview = whatFriendsSee.getByRole("paragraph").first();
    const message = await preview.innerText();
    expect(message).toContain(link.href);
    await inputMethod.press(page.getByRole("button", { name: "Share link" }));
    await expect(page).toHaveTitle(message);
    await checkAccessibility(page, "Refer a Friend, with sharing");
  });

  const friend = friendsEmail();
  await test.step("the patient's own email, and an invalid one, are refused at the field", async () => {
    await referral.invite("mia");
    await expect(referral.invitation.getByRole("textbox", { name: "Your friend’s email" })).toBeFocused();
    expectApiError({ path: "/api/referral/patient", status: 400 });
    await referral.invite(patient.email);
    await expect(referral.invitation.getByText("That's your own email.").last()).toBeVisible();
    await checkAccessibility(page, "Refer a Friend, own email");
  });

  await test.step("a sent invitation is listed, and the same friend is not invited twice", async () => {
    await referral.invite(friend);
    const sent = referral.invitation.getByRole("paragraph").filter({ hasText: `Your invitation to ${friend}` });
    await expect(sent).toBeFocused();
    await expect(referral.friends.getByRole("listitem")).toContainText([friend]);
    await expect(referral.friends).toContainText("You can send it again from");
    expectApiError({ path: "/api/referral/patient", status: 409 });
    await referral.invite(friend);
    await expect(referral.invitation.getByRole("alert")).toContainText("You invited this friend on");
  });

  const friends = await freshBrowser();
  await test.step("§2.2 the friend follows the mail: the code is kept, and the link leads to sign-up", async () => {
    await openMail(friends, friend, /^Rosa thought of you/);
    await expect(friends.getByRole("link", { name: link.href })).toBeVisible();
    await expect(friends.getByText(patient.lastname)).toHaveCount(0);
    await friends.getByRole("link", { name: link.href }).click();
    await expect(friends).toHaveURL("/eligibility");
    await expect(friends.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await savedCode(friends)).toBe(link.searchParams.get("refcode"));
  });

  await test.step("a link with an unknown code: an error shows, and the code is not kept", async () => {
    expectApiError({ path: "/api/referral/check", status: 404 });
    await friends.goto("/referral/?refcode=NOSUCHCODE");
    await expect(friends).toHaveURL("/eligibility");
    const sentence = friends
      .getByRole("alert")
      .filter({ hasText: "We don't recognize the code in your friend's link." });
    await expect(sentence).toBeVisible();
    expect(await savedCode(friends)).toBeUndefined();
    await sentence.getByRole("button", { name: "Close" }).click();
    await expect(sentence).toHaveCount(0);
  });

  await test.step("a press stops all invitations, without an account", async () => {
    await openMail(friends, friend, /^Rosa thought of you/);
    await friends.getByRole("link", { name: /no-more-invitations/ }).click();
    await expect(friends.getByRole("heading", { level: 1, name: "No more invitations?" })).toBeVisible();
    await friends.getByRole("button", { name: "Stop all invitations" }).click();
    await expect(friends.getByRole("heading", { level: 1, name: "No more invitations", exact: true })).toBeVisible();
    await checkAccessibility(friends, "No more invitations");
    expectApiError({ path: "/api/referral/stop", status: 400 });
    await friends.goto("/login");
    await friends.goto("/no-more-invitations#half-a-link");
    await friends.getByRole("button", { name: "Stop all invitations" }).click();
    await expect(friends.getByRole("heading", { level: 1, name: "Part of this link is missing" })).toBeVisible();
  });
});

test("§2.1 §8 Refer a Friend: without a connection an error shows and what was typed is kept; after some days a friend is invited once more, and the patient sees what the link earned", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectApiError,
  expectProblem,
}) => {
  await completeVisit(api, patient);
  expectApiError({ path: "/api/user/referral", status: 503 });
  expectProblem(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await page.route("**/api/user/referral", (route) => route.fulfill(unavailable));
  await new SignIn(page).openSignedIn("/referral", patient);
  const referral = new ReferAFriend(page, touch);

  await test.step("§8 not loaded; then it is", async () => {
    await expect(page.getByRole("alert").filter({ hasText: errorMessage("unavailable") })).toBeVisible();
    await checkAccessibility(page, "Refer a Friend, not loaded");
    await page.unroute("**/api/user/referral");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(referral.link).toBeVisible();
  });

  await test.step("§8 the connection is cut at the press: the text stays, and is sent on the next try", async () => {
    const friend = friendsEmail();
    await page.route("**/api/referral/patient", (route) => route.abort());
    await unfold(referral.invitation);
    const field = referral.invitation.getByRole("textbox", { name: "Your friend’s email" });
    await field.fill(friend);
    await referral.invitation.getByRole("button", { name: "Send invitation" }).click();
    await expect(referral.invitation.getByRole("alert")).toContainText(networkErrorText);
    await expect(field).toHaveValue(friend);
    await page.unroute("**/api/referral/patient");
    await referral.invitation.getByRole("button", { name: "Send invitation" }).click();
    await expect(referral.friends.getByRole("listitem")).toContainText([friend]);
  });

  const sentat = "2026-03-01T12:00:00Z";
  const later = {
    referralcode: "ROSA2345",
    referralLink: `${origin}/referral/?refcode=ROSA2345`,
    friendreward: "$20 off your first order",
    ownreward: "$20 off your next order",
    invitations: [{ email: "mia@example.com", sentat, againfrom: sentat, again: true }],
    rewardsearned: 2,
    rewards: [{ month: "2026-03" }, { month: "2026-01" }],
  };
  const again = referral.friends.getByRole("button", { name: "Send again to mia@example.com" });
  await test.step("§2.1 what the link earned", async () => {
    await page.route("**/api/user/referral", (route) => route.fulfill({ json: later }));
    await page.reload();
    await expect(referral.rewards.getByRole("listitem")).toHaveText(["March 2026", "January 2026"]);
    await expect(again).toBeVisible();
    await checkAccessibility(page, "Refer a Friend, later");
  });
  await test.step("a link that is no longer the patient's is refused next to the friend", async () => {
    expectApiError({ path: "/api/referral/patient", status: 404 });
    await again.click();
    await expect(referral.friends.getByRole("alert")).toContainText(errorMessage("referral_not_found"));
  });
  await test.step("§2.1 the friend is invited once more", async () => {
    await page.route("**/api/referral/patient", (route) =>
      route.fulfill({
        status: 201,
        json: { ...later, invitations: [{ email: "mia@example.com", sentat, againfrom: null, again: false }] },
      }),
    );
    await again.click();
    await expect(referral.friends.getByText("We sent it again.")).toBeFocused();
    await expect(again).toHaveCount(0);
  });
});

test("decision 27: a friend reads what the link gives, and what the referring patient learns, before using it", async ({
  page,
  freshBrowser,
  patient,
  secondPatient,
  api,
  inputMethod,
  checkAccessibility,
}) => {
  const token = await signUp(api, patient);
  const { referralLink, referralcode } = await callApi(api, growth.referral, { body: {} }, { token });
  const used = async (friend: string) =>
    (await callApi(api, onboarding.record, {}, { token: friend })).usedreferralcode;

  await test.step("the friend declines: the code is forgotten", async () => {
    await page.goto(referralLink);
    await inputMethod.press(page.getByRole("button", { name: "Continue without it" }));
    await expect(page.getByText("A friend sent you")).toHaveCount(0);
    expect(await savedCode(page)).toBeUndefined();
  });

  await test.step("at sign-up: the code is used automatically", async () => {
    await page.goto(referralLink);
    const welcome = page.getByRole("region", { name: "A friend sent you: $20 off your first order" });
    await expect(welcome).toContainText("That tells her someone used her link and ordered");
    await checkAccessibility(page, "Sign-up by a friend's link");
    await signUpOnPage(page, inputMethod, secondPatient);
    await expect(page).not.toHaveURL(/eligibility/);
    const secondPatientToken = await signInForToken(api, secondPatient);
    await expect.poll(() => used(secondPatientToken)).toBe(referralcode);
    // The next page of the friend's visit would show the offer again if the code were still kept.
    await expect(page.getByRole("heading", { level: 1, name: "About you" })).toBeVisible();
    await expect.poll(() => savedCode(page)).toBeUndefined();
    await expect(page.getByText("A friend sent you")).toHaveCount(0);
  });

  await test.step("with an account already: the friend accepts first", async () => {
    const friend = newPerson("Mia", "Reed");
    const friendToken = await completeVisitUpTo(api, friend, 3);
    const friends = await freshBrowser();
    await new SignIn(friends).openSignedIn(referralLink, friend);
    const welcome = friends.getByRole("region", { name: "A friend sent you: $20 off your first order" });
    await expect(friends.getByRole("heading", { level: 1, name: /here is what fits you/ })).toBeVisible();
    await checkAccessibility(friends, "Visit by a friend's link");
    expect(await used(friendToken)).toBeNull();
    await inputMethod.press(welcome.getByRole("button", { name: "Use it" }));
    await expect(friends.getByText("Thank you. You'll get $20 off your first order.")).toBeVisible();
    expect(await used(friendToken)).toBe(referralcode);
  });
});
