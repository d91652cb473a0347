import type { Services, TxServices } from "#server/platform/services.ts";
import { askForRenewal } from "#server/care/public.ts";
import { companionsOf } from "#server/onboarding/public.ts";
import { daysBetween } from "#server/platform/calendar-days.ts";
import { productById } from "#server/store/public.ts";
import { reminderDays, renewalDue } from "./billing-rules.ts";
import { type Book, refillsIn, subscriptionIn } from "./book.ts";
import type { Unfilled } from "./claim.ts";
import { withBook } from "./her-book.ts";
import { changeSupplies, plannedFor, type SubscriptionRow, type SupplyRow } from "./supply-queries.ts";
import { categoriesOf } from "./together.ts";

/**
 * The doctor is asked for more of what the last fill of was taken, and of what would end before the next box of what needs it beside, while there
 * is time: an answer within a week holds up no charge, and no box comes late.
 */
export const askAhead = (services: Services, patientId: string): Promise<void> =>
  withBook(services, patientId, async (parts, book) => {
    const companions = await companionsOf(parts, patientId);
    for (const { status, charge_on, failed_on, held_on, subscription_id } of book.supplies) {
      const subscription = subscriptionIn(book, subscription_id);
      const isComing = status === "scheduled" && failed_on === null && held_on === null;
      if (!isComing || charge_on > renewalDue(book.today) || subscription.status !== "active") continue;
      const prescribed = book.prescribed.get(subscription.product_id);
      if (prescribed && !prescribed.withheld && refillsIn(book, subscription) === 0)
        await askForRenewal(parts, patientId, prescribed.prescriptionId);
      const categories = categoriesOf(parts.content, subscription);
      for (const { require } of companions.filter(({ ifcategory }) => categories.includes(ifcategory))) {
        const ending = endingBefore(parts, book, subscription, require);
        if (ending !== undefined) await askForRenewal(parts, patientId, ending.prescriptionId);
      }
    }
  });

/** No fill is left: the prescription order waits for the doctor, who is asked to prescribe it again. Nothing is charged before. */
export async function hold(parts: TxServices, book: Book, supply: SupplyRow): Promise<void> {
  const { product_id } = subscriptionIn(book, supply.subscription_id);
  await waitFor(parts, book, supply, product_id);
}

/**
 * What was due and cannot be filled is not charged: one that would come too early is put to the day it becomes possible, any other waits for
 * the doctor. What lacks its companion waits for the companion's prescription, where that is what is missing.
 */
export async function putAside(parts: TxServices, book: Book, unfilled: readonly Unfilled[]): Promise<void> {
  for (const { supply, obstacle } of unfilled) {
    if (obstacle.from !== undefined) await putOffUntil(parts, book, supply, obstacle.from);
    else if (obstacle.needs === undefined) await hold(parts, book, supply);
    else {
      const missing =
        spentCompanion(parts, book, obstacle.needs) ??
        endingBefore(parts, book, subscriptionIn(book, supply.subscription_id), obstacle.needs)?.productId;
      await waitFor(parts, book, supply, missing ?? obstacle.productId);
    }
  }
}

async function waitFor(parts: TxServices, book: Book, supply: SupplyRow, productId: string): Promise<void> {
  if (supply.status === "scheduled") await changeSupplies(parts.db, [supply.id], { held_on: book.today });
  const prescribed = book.prescribed.get(productId);
  if (prescribed) await askForRenewal(parts, supply.patient_id, prescribed.prescriptionId);
}

/** What is prescribed of a category and has no fill left, or is on hold. */
const spentCompanion = ({ content }: TxServices, { prescribed }: Book, category: string): string | undefined =>
  [...prescribed].find(
    ([productId, { refillsLeft }]) =>
      refillsLeft === 0 && productById(content, productId)?.categories.some((each) => each === category),
  )?.[0];

/** A running companion of a category with fewer days of fills left than one box of what needs it: a longer box is never sent on a promise. */
function endingBefore({ content }: TxServices, book: Book, needing: SubscriptionRow, category: string) {
  for (const row of book.subscriptions) {
    const prescribed = book.prescribed.get(row.product_id);
    if (row.status !== "active" || !prescribed || prescribed.withheld) continue;
    const isEnding = prescribed.refillsLeft * row.days_supply < needing.days_supply;
    if (isEnding && categoriesOf(content, row).includes(category))
      return { productId: row.product_id, prescriptionId: prescribed.prescriptionId };
  }
  return undefined;
}

/** The patient was told of the charge in time; of one that comes days later than that, anew. */
async function putOffUntil({ db }: TxServices, { today }: Book, supply: SupplyRow, day: string): Promise<void> {
  if (supply.failed_on !== null) return changeSupplies(db, [supply.id], { retry_on: day });
  const soon = daysBetween(today, day) <= reminderDays;
  await changeSupplies(db, [supply.id], soon ? { charge_on: day } : plannedFor(day));
}
