import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

test("§2.1 Help Center: the patient chooses a topic, reads an article, follows its link, and returns to the same place", async ({
  page,
  patient,
  api,
  checkAccessibility,
  inputMethod,
}) => {
  await completeVisit(api, patient);
  await new SignIn(page, inputMethod).openSignedIn("/support", patient);
  const topic = page.getByRole("button", { name: "Privacy and account", exact: true });
  const openTopic = page.getByRole("heading", { level: 2, name: "Privacy and account" });
  const article = page.getByRole("button", { name: /^How does Refer a Friend work\?/ });
  const elsewhere = page.getByRole("button", { name: /^When am I charged\?/ });
  await expect(page.getByRole("region", { name: "Top questions" }).getByRole("listitem")).toHaveCount(6);
  await expect(elsewhere).toBeVisible();
  await checkAccessibility(page, "Help Center");

  await inputMethod.press(topic);
  await expect(openTopic).toBeFocused();
  await expect(elsewhere).toHaveCount(0);
  await checkAccessibility(page, "Help Center, one topic");

  await inputMethod.press(article);
  await expect(page.getByRole("heading", { level: 1, name: "How does Refer a Friend work?" })).toBeVisible();
  await expect(page).toHaveURL("/support/refer_a_friend");

  await test.step("an article that didn't help leads to a person", async () => {
    await inputMethod.press(page.getByRole("button", { name: "No", exact: true }));
    const person = page.getByRole("region", { name: "Let's get you to a person" });
    await expect(person.getByRole("heading")).toBeFocused();
    await expect(person.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/contact-us");
    await expect(person.getByRole("link", { name: "Message your doctor" })).toHaveAttribute("href", "/messages/doctor");
    await checkAccessibility(page, "Help Center, article that didn't help");
  });
  await inputMethod.press(page.getByRole("button", { name: "All articles" }));
  await expect(openTopic).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Search the Help Center" });
  await inputMethod.write(search, "charged");
  await inputMethod.press(elsewhere);
  await expect(page.getByText("We'll email you 5 days before every charge")).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue("charged");
  await inputMethod.write(search, "zeppelin");
  await expect(page.getByRole("heading", { name: "We found no article" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Ask a person" })).toHaveAttribute(
    "href",
    "/contact-us",
  );
  await checkAccessibility(page, "Help Center, nothing found");
  await inputMethod.press(page.getByRole("button", { name: "See all topics" }));
  await inputMethod.press(topic);
  await inputMethod.press(article);
  await inputMethod.press(page.getByRole("main").getByRole("link", { name: "Invite a friend" }));
  await expect(page.getByRole("heading", { level: 1, name: "Refer a Friend" })).toBeVisible();
});
