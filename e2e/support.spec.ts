import { visitDone } from "./actors/visit.ts";
import { expect, test } from "./fixtures.ts";
import { SignIn } from "./pages/sign-in.ts";

test("§2.1 Help Center: she chooses a topic, reads an article, goes where it leads, and finds her place again", async ({
  page,
  patient,
  api,
  checked,
  hands,
}) => {
  await visitDone(api, patient);
  await new SignIn(page, hands).on("/support", patient);
  const topic = page.getByRole("button", { name: "Privacy and account", exact: true });
  const article = page.getByRole("button", { name: /^How does Refer a Friend work\?/ });
  const elsewhere = page.getByRole("button", { name: /^When am I charged\?/ });
  await expect(elsewhere).toBeVisible();

  await hands.press(topic);
  await expect(topic).toHaveAttribute("aria-pressed", "true");
  await expect(elsewhere).toHaveCount(0);
  await checked(page, "Help Center, one topic");

  await hands.press(article);
  await expect(page.getByRole("heading", { level: 1, name: "How does Refer a Friend work?" })).toBeVisible();
  await expect(page).toHaveURL("/support/refer_a_friend");
  await checked(page, "Help Center, article");
  await hands.press(page.getByRole("button", { name: "All articles" }));
  await expect(topic).toHaveAttribute("aria-pressed", "true");

  const search = page.getByRole("searchbox", { name: "Search the Help Center" });
  await hands.write(search, "charged");
  await hands.press(elsewhere);
  await expect(page.getByText("5 days before every charge you get a mail")).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue("charged");
  await hands.write(search, "zeppelin");
  await expect(page.getByRole("heading", { name: "We found no article" })).toBeVisible();
  await checked(page, "Help Center, nothing found");
  await hands.press(page.getByRole("button", { name: "See all articles" }));
  await hands.press(article);
  await hands.press(page.getByRole("main").getByRole("link", { name: "Invite a friend" }));
  await expect(page.getByRole("heading", { level: 1, name: "Refer a Friend" })).toBeVisible();
});
