import { dayIn } from "#contract/fields/formats.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { expect } from "../../fixtures.ts";
import { dayInMail, dayOnScreen, shortDay } from "./days.ts";
import { chargedOrders, type Ledger, formatDollars, onlySubscription, readLedger } from "./ledger.ts";
import type { PatientYear } from "./patient-year.ts";

/** Expects screens, mails and ledger to agree on every order, the next charge and the subscription. Leaves the page at the subscription. */
export async function expectAgreement(year: PatientYear): Promise<Ledger> {
  await expectSettled(year);
  const ledger = await readLedger(year.page);
  await expectMailsAgree(year, ledger);
  await expectHomeAgrees(year, ledger);
  await expectPlanAgrees(year, ledger);
  await expectOrderAgrees(year, ledger);
  await expectSubscriptionAgrees(year, ledger);
  return ledger;
}

/** No order or subscription is waiting for the bank or the doctor. */
async function expectSettled({ page }: PatientYear): Promise<void> {
  const open = async () => {
    const { orders, subscriptions } = await readLedger(page);
    return [...orders, ...subscriptions]
      .filter(({ status }) => unsettledStatuses.includes(status))
      .map(({ status }) => status);
  };
  await expect.poll(open, "what is under way at the bank or the doctor").toEqual([]);
}
const unsettledStatuses = ["pending", "authorizing", "unknown", "authorized"];

/** Exactly one mail for each charge, with its sum, and one for each refund. */
async function expectMailsAgree({ mails }: PatientYear, ledger: Ledger): Promise<void> {
  const charged = chargedOrders(ledger);
  const chargedByMail = charged
    .map(({ number, summary }) => `${number} ${formatDollars(summary.totalamount)}`)
    .toSorted();
  await expect
    .poll(async () => (await mails.all()).flatMap(({ text }) => chargeIn(text)).toSorted(), "charges told by mail")
    .toEqual(chargedByMail);
  const refunds = charged.filter(({ refunded }) => refunded > 0).map(({ refunded }) => formatDollars(refunded));
  await expect
    .poll(async () => (await mails.all()).flatMap(({ text }) => refundIn(text)).toSorted(), "refunds told by mail")
    .toEqual(refunds.toSorted());
}

function chargeIn(text: string): string[] {
  const [, sum] = /we charged (\$[\d,.]+) to your card/i.exec(text) ?? [];
  const [, number] = /order ([\w-]+)/.exec(text) ?? [];
  return sum === undefined ? [] : [`${number} ${sum}`];
}
const refundIn = (text: string): string[] => {
  const [, sum] = /We're refunding (\$[\d,.]+) to your card/.exec(text) ?? [];
  return sum === undefined ? [] : [sum];
};

/** The treatment page lists every order with its day and sum, and the next charge. */
async function expectPlanAgrees(year: PatientYear, { orders, charges }: Ledger): Promise<void> {
  await year.open("Treatment");
  const rows = year.page.getByRole("region", { name: "Your orders" }).getByRole("listitem");
  await expect(rows).toHaveCount(orders.length);
  for (const [index, { number, summary, placedat }] of orders.entries())
    for (const text of [`Order ${number}`, formatDollars(summary.totalamount), dayOnScreen(dayAt(placedat))])
      await expect(rows.nth(index)).toContainText(text);
  const [next, ...later] = charges;
  if (next)
    await expect(year.plan).toContainText(
      `${shortDollars(next.amount)}${next.retry ? " again" : ""} on ${dayOnScreen(next.chargeon)}`,
    );
  else await expect(year.plan).not.toContainText(/\$[\d.,]+(?: again)? on /);
  const coming = year.page.getByRole("region", { name: /^The charges? after that$/ });
  if (later.length === 0) await expect(coming).toBeHidden();
  for (const { chargeon, amount } of later) {
    await expect(coming).toContainText(dayOnScreen(chargeon));
    await expect(coming).toContainText(formatDollars(amount));
  }
}

/** The newest order's page, opened from Treatment unless it was seen as it is, shows what was paid and what was refunded. */
async function expectOrderAgrees(year: PatientYear, { orders: [newest] }: Ledger): Promise<void> {
  if (!newest || year.orderSeen === JSON.stringify(newest)) return;
  year.orderSeen = JSON.stringify(newest);
  const { page } = year;
  const { number, summary, refunded } = newest;
  await page.getByRole("region", { name: "Your orders" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
  const value = (label: string) =>
    page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd");
  await expect(value("Grand Total")).toHaveText(formatDollars(summary.totalamount));
  if (refunded > 0) await expect(value("Refunded to you")).toHaveText(formatDollars(refunded));
  else await expect(value("Refunded to you")).toHaveCount(0);
  await year.open("Treatment");
}

/** The subscription's page, opened from Treatment, shows its status; Treatment shows the day. */
async function expectSubscriptionAgrees(year: PatientYear, ledger: Ledger): Promise<void> {
  const { nextchargeon, pauseduntil, cancelledat } = onlySubscription(ledger);
  const day = cancelledat === null ? (pauseduntil ?? nextchargeon) : dayAt(cancelledat);
  if (day) await expect(year.plan).toContainText(dayOnScreen(day));
  await year.followSubscription();
  await expect(year.statusLine).toHaveText(statusText(year, onlySubscription(ledger)));
}

function statusText(year: PatientYear, subscription: Subscription): string {
  const { status, nextchargeon, pauseduntil, cancelledat } = subscription;
  switch (status) {
    case "pending":
      return "It starts with your doctor’s approval";
    case "active":
      return `Next charge: ${dayOnScreen(nextchargeon ?? "")}`;
    case "paused":
      return `Paused until ${dayOnScreen(pauseduntil ?? "")}`;
    case "past_due":
      return "Your last payment didn't go through";
    case "cancelled":
      return `Canceled on ${dayOnScreen(dayAt(cancelledat ?? ""))}`;
  }
}

/** Home shows the next charge and its day in one line, and how long the medicine lasts; a cancellation's mail names its day. */
async function expectHomeAgrees(year: PatientYear, ledger: Ledger): Promise<void> {
  const { status, cancelledat, onhanduntil } = onlySubscription(ledger);
  await year.open("Home");
  const main = year.page.getByRole("main");
  const [next] = ledger.charges;
  const line = main.getByText(/^(?:Next|We’ll try your card again): \$/);
  if (next) await expect(line).toContainText(`${shortDollars(next.amount)} on ${shortDay(next.chargeon)}`);
  else await expect(line).toHaveCount(0);
  if (onhanduntil !== null) await expect(main).toContainText(`Your box lasts until ${dayInMail(onhanduntil)}.`);
  if (status === "cancelled" && cancelledat)
    await expectMail(year, "Your subscription is canceled", dayInMail(dayAt(cancelledat)));
}

const shortDollars = (amount: number): string => formatDollars(amount).replace(/\.00$/, "");

/** The day where the patient lives, which the visit of these tests says is California. */
const dayAt = (moment: string): string => dayIn("America/Los_Angeles", new Date(moment));

/** A mail with this subject has arrived, and the newest such mail contains each of these texts. */
export async function expectMail({ mails }: PatientYear, subject: string, ...says: readonly string[]): Promise<void> {
  const missing = async () => {
    const mail = (await mails.all()).find((each) => each.subject === subject);
    return mail ? says.filter((each) => !mail.text.includes(each)) : ["the mail"];
  };
  await expect.poll(missing, `missing in the mail “${subject}”`).toEqual([]);
}
