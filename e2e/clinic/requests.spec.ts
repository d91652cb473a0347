import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { type CareTeam, type PatientInCare, reportDryness } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { signInPhysician } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { expectClinicAccessible, findRow } from "../pages/clinic.ts";

/** The patient adds a cream to their treatment; its amount is held. */
async function acceptCream(patient: PatientInCare): Promise<void> {
  await reportDryness(patient);
  const { items } = await patient.call(growth.dashboardUpsells, {});
  const upsell = items[0];
  if (!upsell) throw new Error("The patient is offered nothing");
  await patient.call(growth.acceptUpsell, { params: { id: upsell.upsellId }, body: { totalamount: upsell.total } });
}

/** The progestogen is stopped, so the estrogen that needs it is on hold, and a doctor has to decide what becomes of it. */
async function stopProgesterone(careTeam: CareTeam, { id }: PatientInCare): Promise<void> {
  const { prescriptions = [] } = await careTeam(care.patient, { params: { id } });
  const progesterone = prescriptions.find(({ name }) => name.startsWith("Progesterone"));
  const body = { reason: "Drowsy in the morning", message: "Please stop the capsules." };
  await careTeam(care.stopPrescription, { params: { id: progesterone?.id ?? "" }, body });
}

/** The patient says in the app that the last period was long ago. */
async function updateLastPeriod({ call }: PatientInCare): Promise<void> {
  const { version } = await call(account.healthAnswers, { query: {} });
  const answers = [{ questionid: "last_period", answer: "over_10_years" }];
  await call(account.updateHealthAnswers, { body: { answers, version } });
}

const renewal = (page: Page) => page.getByRole("region", { name: "Renewal to decide" });
const upsell = (page: Page) => page.getByRole("region", { name: "Upsell to decide" });

test("decisions §11 a renewal and an upsell are decided in the record: once, by whoever has it, on what is known now; going against a hold takes a reason, a decline one the patient reads @desktop", async ({
  page,
  freshBrowser,
  careTeam,
  createDeliveredPatient,
  expectProblem,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Autumn ${randomUUID().slice(0, 6)}`));
  await acceptCream(rosa);
  await stopProgesterone(careTeam, rosa);
  const second = await freshBrowser();
  await signInPhysician(page, careTeam, "CA", "Olga Brandt");
  await signInPhysician(second, careTeam, "CA", "Theo Lindqvist");
  // Who asks for what somebody else has, and a decision on what has changed since, are refused.
  expectProblem(/409 \(Conflict\)/);
  const renew = page.getByRole("dialog", { name: /^Renew Estradiol patch/ });
  const secondDialog = second.getByRole("dialog", { name: /^Renew Estradiol patch/ });
  const reason = renew.getByLabel("Why you prescribe it all the same");

  await test.step("a key on its row opens the record with the decision begun", async () => {
    await page.goto("/clinic/inbox?queue=renewal");
    const row = await findRow(page, new RegExp(rosa.lastname));
    await row.focus();
    await page.keyboard.press("a");
    await expect(renew).toBeVisible();
    await expect(page).toHaveURL(`/clinic/patients/${rosa.id}`);
    await expect(renew).toContainText("Olga Brandt");
  });

  await test.step("what is missing is said at its field; what is written is kept", async () => {
    await renew.getByRole("button", { name: "Renew" }).click();
    await expect(renew.getByText("Please say why you prescribe it all the same.")).toBeVisible();
    await expect(reason).toBeFocused();
    const kept = page.waitForResponse(
      (response) => response.request().postData()?.includes("hormone IUD") === true && response.ok(),
    );
    await reason.fill("She has a hormone IUD since Monday.");
    await kept;
    await expectClinicAccessible(page, "Renewing a prescription");
  });

  await test.step("somebody else sees whose it is, and takes it over; the first is told, and takes it back", async () => {
    await second.goto(`/clinic/patients/${rosa.id}`);
    await expect(renewal(second)).toContainText("Olga Brandt is working on this");
    await expect(renewal(second)).toContainText("On hold");
    await renewal(second)
      .getByRole("button", { name: /^Approve/ })
      .click();
    await expect(secondDialog.getByText("Olga Brandt is working on this")).toBeVisible();
    await expect(secondDialog.getByRole("button", { name: "Renew" })).toHaveCount(0);
    await expectClinicAccessible(second, "A renewal that somebody else decides");
    await secondDialog.getByRole("button", { name: "Take over" }).click();
    await expect(secondDialog.getByRole("button", { name: "Renew" })).toBeVisible();
    await expect(renew.getByText("Theo Lindqvist took this over")).toBeVisible();
    await renew.getByRole("button", { name: "Take over" }).click();
    await expect(secondDialog.getByText("Olga Brandt took this over")).toBeVisible();
    await secondDialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("an answer given meanwhile stops it until it's looked at, with the rules it raises", async () => {
    const rulesRead = Promise.withResolvers<void>();
    await page.route(`**${fullPath(care.prescriptionRenewals)}?*`, async (route) => {
      await rulesRead.promise;
      await route.fallback();
    });
    await updateLastPeriod(rosa);
    await renew.getByRole("button", { name: "Renew" }).click();
    await expect(renew.getByText("Look again before you decide")).toBeVisible();
    await expect(reason).toHaveValue("She has a hormone IUD since Monday.");
    await expect(page.getByText("Last period More than 10 years ago").first()).toBeVisible();
    await expect(renew.getByRole("button", { name: "I’ve looked again" })).toHaveCount(0);
    rulesRead.resolve();
    await renew.getByRole("button", { name: "I’ve looked again" }).click();
    await expect(renew.getByRole("list", { name: "Rules raised" })).toContainText("More than 10 years");
  });

  await test.step("renewed, it waits nowhere any more, and why is in the record", async () => {
    await renew.getByRole("button", { name: "Renew" }).click();
    await expect(renew).toHaveCount(0);
    await expect(page.locator("output:focus")).toContainText("Renewed: Estradiol patch");
    await expect(renewal(page)).toHaveCount(0);
    await expect(renewal(second)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Prescribed although a rule warned" })).toContainText("hormone IUD");
    const { items } = await careTeam(care.prescriptionRenewals, { query: { patientid: rosa.id } });
    expect(items).toEqual([]);
    const { subscriptions } = await rosa.call(treatment.overview, {});
    expect(subscriptions.find(({ item }) => item.name === "Estradiol patch")?.onhold).toBe(false);
  });

  await test.step("an upsell is declined with a reason the patient reads, and the hold is released", async () => {
    await second.reload();
    await expect(upsell(second)).toContainText("Estriol vaginal cream");
    await expect(upsell(second)).toContainText(/\$59\.00 held on Visa ending in 4242/);
    await expectClinicAccessible(second, "A record with an upsell to decide");
    await second.locator("main").press("x");
    const decline = second.getByRole("dialog", { name: /^Decline Estriol vaginal cream/ });
    await decline.getByRole("button", { name: "Decline" }).click();
    await expect(decline.getByText("Please say why, in words for the patient.")).toBeVisible();
    await decline.getByLabel("Reason").fill("Let’s see first how the patch works for you.");
    await decline.getByRole("button", { name: "Decline" }).click();
    await expect(second.locator("output:focus")).toContainText("Declined: Estriol vaginal cream");
    await expect(upsell(page)).toHaveCount(0);
    await expect
      .poll(async () => (await rosa.call(treatment.overview, {})).orders.find(({ id }) => id !== rosa.order)?.status)
      .toBe("voided");
  });
});
