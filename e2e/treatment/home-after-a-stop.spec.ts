import type { Page } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import type { PatientInCare } from "../actors/patient-in-care.ts";
import { waitForChunk } from "../checks/loaded.ts";
import { expect, test } from "../fixtures.ts";
import { holdRequests } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

/** Changes an answer in the medical information, without the app. */
async function reportAnswer({ call }: PatientInCare, questionid: string, answer: string[]): Promise<void> {
  const { version } = await call(account.healthAnswers, { query: {} });
  await call(account.updateHealthAnswers, { body: { version, answers: [{ questionid, answer }] } });
}

/** Texts of everything above the safety panel in the page's main part. */
const itemsAbovePanel = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const panel = main.querySelector('[aria-labelledby="safety"]');
    const top = panel?.getBoundingClientRect().top ?? 0;
    return [...main.querySelectorAll("*")]
      .filter((each) => !panel?.contains(each) && !each.contains(panel))
      .filter((each) => {
        const { top: own, width, height } = each.getBoundingClientRect();
        return width > 1 && height > 1 && own < top;
      })
      .map((each) => each.textContent);
  });

test("@both decisions §9 after a STOP the safety panel is above everything else on home and treatment, with nothing left to agree to", async ({
  page,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const patientInCare = await createDeliveredPatient();
  const { subscriptions } = await patientInCare.call(treatment.overview, {});
  const patch = subscriptions.find(({ item }) => item.productid.startsWith("estradiol_patch"));
  const body = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m", note: "A little more." };
  await careTeam(care.changeTreatment, { params: { id: patch?.id ?? "" }, body });
  await reportAnswer(patientInCare, "heart_and_clots", ["leg_clot"]);
  await new SignIn(page).openSignedIn("/home", patientInCare);
  const panel = page.getByRole("region", { name: "Estrogen is not safe for you" });
  for (const path of ["/home", "/treatment"]) {
    if (path !== "/home") await page.goto(path);
    await expect(panel.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(panel.getByRole("link", { name: "Call 911" })).toHaveAttribute("href", "tel:911");
    await expect(panel.getByText("Take the patch off now", { exact: false })).toBeVisible();
    await expect(panel.getByRole("link", { name: "Message your doctor" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Agree to/ })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: /changed your treatment$/ })).toHaveCount(0);
    await expect.poll(() => itemsAbovePanel(page), `above the panel on ${path}`).toEqual([]);
    await checkAccessibility(page, `Stopped, ${path}`);
  }
  await page.goto("/medical-information");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Estrogen is not safe for you" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Call 911", exact: true })).toHaveAttribute("href", "tel:911");
  await expect(main.getByText("Take the patch off now", { exact: false })).toBeVisible();
  await checkAccessibility(page, "Stopped, /medical-information");
});

test("decisions §9 an open follow-up does not open over the safety panel by itself, and no upsell shows", async ({
  page,
  createDeliveredPatient,
  careTeam,
}) => {
  const patientInCare = await createDeliveredPatient();
  await careTeam(care.sendFollowup, { params: { id: patientInCare.id }, body: {} });
  await reportAnswer(patientInCare, "heart_and_clots", ["stroke"]);
  await new SignIn(page).openSignedIn("/home", patientInCare);
  await expect(page.getByRole("link", { name: "Call 911" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Start the review" })).toBeVisible();
  await waitForChunk(page, "followup-modal");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^See details/ })).toHaveCount(0);
});

test("decisions §9 neither a failed payment, new terms, a long wait nor an upsell the patient followed a link to is above the safety panel", async ({
  page,
  createDeliveredPatient,
}) => {
  const patientInCare = await createDeliveredPatient();
  await reportAnswer(patientInCare, "heart_and_clots", ["leg_clot"]);
  await page.route(`**${fullPath(account.user)}`, async (route) => {
    const response = await route.fetch();
    const failedPaymentFields = { hasfailedtransaction: true, failedtransactionreason: "expired_card" };
    await route.fulfill({ response, json: { ...(await response.json()), ...failedPaymentFields } });
  });
  await page.route(`**${fullPath(onboarding.record)}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), signupdate: 0, acceptednewterms: false },
    });
  });
  const shownUpsells: string[] = [];
  page.on("request", (request) => {
    if (/upsell/.test(new URL(request.url()).pathname) && request.method() === "POST") shownUpsells.push(request.url());
  });
  // A part of home that takes long, which is said elsewhere.
  await page.clock.install();
  await holdRequests(page, `**${fullPath(wellbeing.read)}`);
  await new SignIn(page).openSignedIn("/home?upsell=cream", patientInCare);
  const panel = page.getByRole("region", { name: "Estrogen is not safe for you" });
  const banner = page.getByRole("region", { name: "Failed payment" });
  for (const path of ["/home", "/treatment"]) {
    if (path !== "/home") await page.goto(path);
    await expect(panel).toBeVisible();
    await expect(banner).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect.poll(() => itemsAbovePanel(page), `above the panel on ${path}`).toEqual([]);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Our terms have changed" })).toHaveCount(0);
  }
  await page.goto("/account-settings");
  await expect(banner).toBeVisible();
  expect(shownUpsells, "offers asked for").toEqual([]);
});
