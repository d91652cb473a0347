import type { APIRequestContext } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { callApi } from "../actors/api.ts";
import { type CareTeam, signInForToken } from "../actors/patient-in-care.ts";
import type { Person } from "../actors/person.ts";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

/** A patient whose visit is done and whom a doctor has accepted: the plan waits for its approval. */
async function acceptedPatient(api: APIRequestContext, careTeam: CareTeam, patient: Person) {
  const order = await completeVisit(api, patient);
  const token = await signInForToken(api, patient);
  const { id } = await callApi(api, account.user, {}, { token });
  await careTeam(care.accept, { params: { id }, body: {} });
  return { id, order, token };
}

/** Some of what was paid for the order goes back to the card. */
const expectRefund = (api: APIRequestContext, order: string, token: string): Promise<void> =>
  expect
    .poll(async () => (await callApi(api, treatment.order, { params: { id: order } }, { token })).refunded)
    .toBeGreaterThan(0);

test("decisions §11 a plan approved without one product: the patient sees what comes, why the rest doesn't, and the money back", async ({
  page,
  api,
  patient,
  careTeam,
  checkAccessibility,
}) => {
  const { id, order, token } = await acceptedPatient(api, careTeam, patient);
  const before = await callApi(api, treatment.overview, {}, { token });
  const patch = before.plan.items.find(({ productid }) => productid.startsWith("estradiol_patch"));
  const kept = before.plan.items.find(({ productid }) => productid !== patch?.productid);
  const { revision } = await careTeam(care.patient, { params: { id } });
  const reason = "Please have your blood pressure checked first.";
  const declined = { [patch?.productid ?? ""]: reason };
  await careTeam(care.approvePlan, { params: { id }, body: { declined, revision, note: "We start with this." } });
  await expectRefund(api, order, token);

  await new SignIn(page).openSignedIn("/home", patient);
  await expect(page.getByText(kept?.name ?? "", { exact: false }).first()).toBeVisible();
  await checkAccessibility(page, "Part of a plan, /home");
  await page.goto("/messages/doctor");
  await expect(page.getByText(reason, { exact: false })).toBeVisible();
  await page.goto(`/order/${order}`);
  await expect(page.getByText("refunded to your card", { exact: false }).first()).toBeVisible();
  await checkAccessibility(page, "Part of a plan, the order");
  await page.goto("/treatment");
  await expect(page.getByText(kept?.name ?? "", { exact: false }).first()).toBeVisible();
});

test("decisions §11 a plan with one medicine replaced: the patient reads what comes instead, when and for how much", async ({
  page,
  api,
  patient,
  careTeam,
  checkAccessibility,
}) => {
  const { id, order, token } = await acceptedPatient(api, careTeam, patient);
  const reason = "Tablets are kinder to your skin.";
  const tablet = { productid: "estradiol_tablet_1", pricingid: "estradiol_tablet_1_1m", reason };
  await careTeam(care.approvePlan, {
    params: { id },
    body: { replaced: { estradiol_patch_0_05: tablet }, note: "We start with this." },
  });
  await expectRefund(api, order, token);

  await new SignIn(page).openSignedIn("/home", patient);
  await expect(page.getByText("Estradiol tablet").first()).toBeVisible();
  const change = page.getByRole("region", { name: "prescribed something else" });
  await expect(change).toContainText("You asked for");
  await expect(change).toContainText("Estradiol patch won't be sent, and you won't pay for it.");
  await expect(change).toContainText("$29.00 every 28 days");
  await checkAccessibility(page, "A replaced medicine, /home");
  await page.goto("/treatment");
  await expect(page.getByText("Estradiol tablet").first()).toBeVisible();
  await page.goto(`/order/${order}`);
  await expect(page.getByText("refunded to your card", { exact: false }).first()).toBeVisible();
  await page.goto("/messages/doctor");
  await expect(page.getByText(reason, { exact: false })).toBeVisible();
});

test("decisions §11 a plan that begins on a later day: the patient sees the day, the first charge and the money back", async ({
  page,
  api,
  patient,
  careTeam,
  checkAccessibility,
}) => {
  const { id, order, token } = await acceptedPatient(api, careTeam, patient);
  const reason = "Tablets are kinder to your skin.";
  const tablet = { productid: "estradiol_tablet_1", pricingid: "estradiol_tablet_1_1m", reason };
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = { replaced: { estradiol_patch_0_05: tablet }, start: { estradiol_patch_0_05: day } };
  await careTeam(care.approvePlan, { params: { id }, body });
  await expectRefund(api, order, token);
  const { subscriptions } = await callApi(api, treatment.overview, {}, { token });
  const own = subscriptions.find(({ startson }) => startson === day);

  await new SignIn(page).openSignedIn("/home", patient);
  await expect(page.getByText(/^Don’t begin Estradiol tablet before /)).toBeVisible();
  await checkAccessibility(page, "A medicine that begins later, /home");
  await page.goto("/treatment");
  await expect(page.getByText("Begin on", { exact: false }).first()).toBeVisible();
  await expect(page.getByText("First charge on", { exact: false })).toBeVisible();
  await checkAccessibility(page, "A medicine that begins later, /treatment");
  await page.goto(`/subscription/${own?.id ?? ""}`);
  await expect(page.getByText("Your doctor wants you to begin on", { exact: false })).toBeVisible();
  await page.goto(`/order/${order}`);
  await expect(page.getByText("refunded to your card", { exact: false }).first()).toBeVisible();
});
