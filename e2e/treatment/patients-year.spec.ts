import { auth } from "#contract/auth.ts";
import { store } from "#contract/cart/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { callApi } from "../actors/api.ts";
import { completeVisit } from "../actors/visit.ts";
import { addDays, dayInMail, dayOnScreen } from "../flows/year/days.ts";
import { expectAgreement, expectMail } from "../flows/year/expect-agreement.ts";
import { banner, expectBanner } from "../flows/year/failed-payment-banner.ts";
import { expect, test } from "../flows/year/fixtures.ts";
import { chargedOrders, formatDollars, netCents, readLedger } from "../flows/year/ledger.ts";
import { downloadReceipt } from "../flows/year/receipt.ts";
import { enterCard } from "../pages/account.ts";
import { Home } from "../pages/home.ts";

/** The patient gets a reminder this many days before a charge (decisions §9). */
const reminderDays = 5;
const cream = "estradiol_vaginal_cream";

test("@desktop §4 §8 decisions §9 a patient's year: screen, mail and ledger agree at every step", async ({
  clinic,
  year,
  page,
  patient,
  api,
}) => {
  // Moving the clinic's clock by a day takes a moment, and a year has many.
  test.setTimeout(1_200_000);
  const began = clinic.today();

  await test.step("the care desk approves the first order, and it is charged", async () => {
    await completeVisit(api, patient, cream);
    await year.arrive();
    await new Home(page).expectApproval();
    await expectAgreement(year);
  });

  await test.step("it is shipped, then delivered", async () => {
    await year.moveTo(addDays(began, 2));
    await expect(page.getByRole("heading", { name: "Your package is on its way" })).toBeVisible();
    const [order] = (await expectAgreement(year)).orders;
    await expectMail(year, `Order ${order?.number} is on its way`, `MP${order?.number}`);
    await year.moveTo(addDays(clinic.today(), 4));
    await expect(page.getByRole("heading", { name: "It's here. Start tonight" })).toBeVisible();
    // Doses of this cream aren't noted, so the first box leads for a week.
    await year.moveTo(addDays(clinic.today(), 8));
    await expect(page.getByRole("heading", { name: "Your plan is up and running" })).toBeVisible();
  });

  await test.step("five days before the next charge a reminder is mailed; then the card is charged automatically", async () => {
    const day = await year.nextCharge();
    await year.moveTo(addDays(day, -reminderDays));
    const { charges } = await readLedger(page);
    await expectMail(year, "Your next order is coming up", dayInMail(day), formatDollars(charges[0]?.amount ?? 0));
    await year.moveTo(day);
    const { orders } = await expectAgreement(year);
    expect(orders).toHaveLength(2);
    expect(orders[0]?.summary.totalamount).toBe(charges[0]?.amount);
  });

  await test.step("a store order besides, with tax", async () => {
    const { email, password } = patient;
    const { idToken: token } = await callApi(api, auth.signIn, { body: { email, password, role: "PATIENT" } });
    const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];
    await callApi(api, store.checkout, { body: { checkout } }, { token });
    await page.reload();
    const { orders } = await expectAgreement(year);
    expect(orders[0]?.summary.taxamount).toBeGreaterThan(0);
  });

  await test.step("the patient skips one: the next charge moves by one period", async () => {
    await year.moveTo(addDays(clinic.today(), 5));
    await year.openSubscription();
    let day: string | null = null;
    await year.change(year.button("Skip this one"), "Skip it", async () => {
      day = await year.fact("Next charge").textContent();
    });
    await expect(page.getByRole("listitem").filter({ hasText: "You skipped this one." })).toBeVisible();
    await expectAgreement(year);
    await expectMail(year, "Your next order is skipped", dayInMail(await year.nextCharge()));
    expect(Date.parse(day ?? "")).toBe(Date.parse(dayOnScreen(await year.nextCharge())));
  });

  await test.step("getting the next one early: too early at first, with the day shown; then it is charged and placed", async () => {
    const { prescriptionorders } = await year.subscription();
    const from = prescriptionorders.find(({ status }) => status === "scheduled")?.getnextfrom ?? "";
    await year.openSubscription();
    await expect(year.page.getByText(`You can get the next supply early starting ${dayOnScreen(from)}.`)).toBeVisible();
    await expect(year.button("Get next now")).toHaveCount(0);
    await year.moveTo(from);
    await year.openSubscription();
    let sum: string | null = null;
    await year.change(year.button("Get next now"), /^Pay \$/, async () => {
      sum = await year.fact("Charged today").textContent();
    });
    const { orders } = await expectAgreement(year);
    expect(orders).toHaveLength(4);
    expect(formatDollars(orders[0]?.summary.totalamount ?? 0)).toBe(sum);
  });

  await test.step("a card that declines charges is put on file, and the next charge fails", async () => {
    await page.goto("/account-settings/billing-details");
    await page.getByRole("button", { name: "Use another card" }).click();
    await enterCard(year, "4000000000000341");
    await expect(page.getByText("Your new card is saved")).toBeVisible();
    const day = await year.nextCharge();
    const { charges, orders } = await readLedger(page);
    await year.moveTo(day);
    const after = await expectAgreement(year);
    expect(chargedOrders(after)).toHaveLength(orders.length);
    const retry = addDays(day, 3);
    expect(after.charges).toMatchObject([{ chargeon: retry, retry: true }]);
    await expectMail(
      year,
      "Your payment didn't go through",
      dayInMail(retry),
      formatDollars(charges[0]?.amount ?? 0),
      "/account-settings/billing-details",
    );
    const text = "Your card has been declined. Update your payment info to continue treatment.";
    await expectBanner(year, "FAILED PAYMENT NOTICE", text);
    await year.moveTo(retry);
    await expect(banner(year)).toContainText(text);
    await expectMail(year, "Your payment didn't go through", dayInMail(addDays(day, 5)));
    await expectAgreement(year);
  });

  await test.step("Update Now: a good card is charged at once, and the banner is gone", async () => {
    const before = await readLedger(page);
    await banner(year).getByRole("link", { name: "Update Now" }).click();
    await expect(page).toHaveURL(/\/account-settings\/billing-details$/);
    await enterCard(year, "4242424242424242");
    await expect(page.getByText("Your new card is saved, and your payment went through")).toBeVisible();
    await expect(banner(year)).toHaveCount(0);
    const { orders } = await expectAgreement(year);
    expect(orders).toHaveLength(before.orders.length + 1);
    expect(orders[0]).toMatchObject({ summary: { totalamount: before.charges[0]?.amount }, card: { last4: "4242" } });
  });

  await test.step("the patient cancels a prescription order that is paid, and it is refunded", async () => {
    await year.openSubscription();
    let sum: string | null = null;
    const paid = page.getByRole("listitem").filter({ hasText: "Being prepared" });
    await year.change(paid.getByRole("button", { name: "Cancel this supply" }), "Cancel this supply", async () => {
      sum = await year.fact("Your refund").textContent();
    });
    await expect.poll(async () => formatDollars((await readLedger(page)).orders[0]?.refunded ?? 0)).toBe(sum);
    await page.reload();
    await expectAgreement(year);
  });

  await test.step("a two-month pause: nothing is charged before its day, then the subscription resumes by itself", async () => {
    const before = await readLedger(page);
    await year.openSubscription();
    await year.button("Pause").click();
    await year.dialog.getByRole("radio", { name: /^2 months/ }).check();
    const confirm = year.dialog.getByRole("button", { name: /^Pause until / });
    const confirmText = await confirm.textContent();
    await confirm.click();
    await expect(year.dialog).toBeHidden();
    const until = (await year.subscription()).pauseduntil ?? "";
    expect(confirmText).toBe(`Pause until ${dayOnScreen(until)}`);
    await expectAgreement(year);
    await expectMail(year, "Your subscription is paused", dayInMail(until));
    await year.moveTo(until);
    const after = await expectAgreement(year);
    expect(chargedOrders(after)).toHaveLength(chargedOrders(before).length + 1);
    expect(dayIn(clinic.timezone, new Date(after.orders[0]?.placedat ?? ""))).toBe(until);
    expect((await year.subscription()).status).toBe("active");
  });

  await test.step("a second pause, ended by the patient", async () => {
    const before = await year.nextCharge();
    await year.openSubscription();
    await year.change(year.button("Pause"), /^Pause until /);
    await year.moveTo(addDays(clinic.today(), 6));
    await year.openSubscription();
    let charged: string | null = null;
    await year.change(year.button("End the pause"), "End the pause", async () => {
      charged = await year.fact("Next charge").textContent();
    });
    const day = await year.nextCharge();
    // The parcel arrived meanwhile, and its days' supply counts from then on.
    expect(day >= before).toBe(true);
    expect(Date.parse(charged ?? "")).toBe(Date.parse(dayOnScreen(day)));
    await expectAgreement(year);
    await expectMail(year, "Your subscription continues", dayInMail(day));
  });

  await test.step("cancelling: one press from Treatment, three screens, the retention offer declined", async () => {
    await year.open("Treatment");
    await page.getByRole("link", { name: "Cancel subscription" }).click();
    await expect(page).toHaveURL(/\/cancel-subscription$/);
    await page.getByRole("button", { name: "Cancel anyway" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "is canceled" })).toBeVisible();
    const { charges } = await expectAgreement(year);
    expect(charges).toEqual([]);
  });

  const ledger = await readLedger(page);
  await test.step("months pass, and nothing is charged", async () => {
    await year.moveTo(addDays(began, 365));
    const after = await expectAgreement(year);
    expect(after.orders.map(({ id }) => id)).toEqual(ledger.orders.map(({ id }) => id));
  });

  await test.step("the HSA receipts add up to what was charged less refunds", async () => {
    const charged = chargedOrders(ledger);
    const years = new Set(charged.map(({ placedat }) => dayIn(clinic.timezone, new Date(placedat)).slice(0, 4)));
    const receipts = [];
    for (const each of years) receipts.push(await downloadReceipt(year, each));
    for (const { lines, taxAndShipping, refunds, net } of receipts) expect(lines + taxAndShipping + refunds).toBe(net);
    expect(new Set(receipts.flatMap(({ orders }) => orders))).toEqual(new Set(charged.map(({ number }) => number)));
    expect(receipts.reduce((sum, { net }) => sum + net, 0)).toBe(netCents(charged));
    expect(receipts.reduce((sum, { refunds }) => sum + refunds, 0)).toBeLessThan(0);
  });
});
