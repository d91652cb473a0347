import { expect, test } from "../fixtures.ts";
import { touch } from "../input/touch.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a press on a tab marks it and the page before stays; the page follows once it is ready, and so does the way back", async ({
  page,
  createDeliveredPatient,
}) => {
  const patientInCare = await createDeliveredPatient();
  await new SignIn(page, touch).signIn(patientInCare);
  const heading = page.getByRole("heading", { level: 1 });
  const home = `Hello, ${patientInCare.firstname}`;
  await expect(heading).toHaveText(home);
  const tab = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Treatment" });
  // Its code and its data are here from now on: drawing it at once would be possible.
  await tab.tap();
  await expect(heading).not.toHaveText(home);
  await expect(page).toHaveTitle(/Your plan/);
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText(home);
  await expect(tab).not.toHaveAttribute("aria-current");

  const shownFirst = await tab.evaluate(async (link: HTMLElement) => {
    link.click();
    // What React draws for a press itself it draws in the same task.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return {
      address: location.pathname,
      marked: link.getAttribute("aria-current"),
      heading: document.querySelector("h1")?.innerText.trim(),
    };
  });
  expect(shownFirst).toEqual({ address: "/treatment", marked: "page", heading: home });
  await expect(heading).not.toHaveText(home);
  await expect(page).toHaveTitle(/Your plan/);
});
