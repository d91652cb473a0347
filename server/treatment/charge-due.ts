import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { updatePatient } from "#server/auth/public.ts";
import { chargeIfOpen } from "#server/store/public.ts";
import { afterFailedTry } from "./billing-rules.ts";
import { type Book, subscriptionIn } from "./book.ts";
import { claimAsTold } from "./claim-as-told.ts";
import { addDays } from "#server/platform/calendar-days.ts";
import { withBook } from "./her-book.ts";
import { putAside } from "./hold.ts";
import { tellOfAddress, tellOfNoCard } from "./letters.ts";
import { automaticKey, settleRenewal } from "./settle-renewal.ts";
import { changeSubscriptions, changeSupplies, putOff, type SupplyRow } from "./supply-queries.ts";

/** Days until a charge that cannot be made now is looked at again: there is no address we ship to, or a dispute stops it. */
const patienceDays = 7;

/** Charges what is due for a patient today, in one sum. */
export async function chargeDue(services: Services, patientId: string): Promise<void> {
  const orderId = await withBook(services, patientId, (parts, book) =>
    claimDue(
      parts,
      book,
      book.supplies.filter((supply) => isDue(book, supply)),
    ),
  );
  if (orderId === null) return;
  await chargeIfOpen(services, orderId);
  await settleRenewal(services, orderId);
}

async function claimDue(parts: TxServices, book: Book, due: readonly SupplyRow[]): Promise<string | null> {
  const [first] = due;
  if (!first) return null;
  if (book.chargesWaitFor !== null) {
    await lookAgainLater(parts, book, due);
    return null;
  }
  try {
    const { orderId, unfilled } = await claimAsTold(parts, book, due, (supplies) => ({
      patientId: first.patient_id,
      supplies,
      idempotencyKey: `${automaticKey}${supplies[0]?.id}:${(supplies[0]?.claims ?? 0) + 1}`,
      offSession: true,
    }));
    await putAside(parts, book, unfilled);
    return orderId;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await couldNotTry(parts, book, due, error);
    return null;
  }
}

/** Planned for today or before and told of, or owed and to be tried again. */
function isDue(book: Book, supply: SupplyRow): boolean {
  if (supply.status !== "scheduled" || supply.held_on !== null) return false;
  const { status } = subscriptionIn(book, supply.subscription_id);
  if (supply.failed_on !== null)
    return status === "past_due" && supply.retry_on !== null && supply.retry_on <= book.today;
  return status === "active" && supply.reminded_on !== null && supply.charge_on <= book.today;
}

/** It could not even be tried: without a card it counts as a try that failed; without an address we ship to, it waits. */
async function couldNotTry(parts: TxServices, book: Book, due: readonly SupplyRow[], refused: Refusal): Promise<void> {
  const { db } = parts;
  const [first] = due;
  if (!first) return;
  if (refused.code !== "no_payment_method") {
    await lookAgainLater(parts, book, due);
    return tellOfAddress(parts, first, book.today);
  }
  for (const supply of due) {
    await changeSupplies(db, [supply.id], afterFailedTry(supply, book.today));
    await changeSubscriptions(db, [supply.subscription_id], { status: "past_due" });
  }
  await updatePatient(parts, first.patient_id, { failedTransactionReason: "generic_decline" });
  await tellOfNoCard(parts, first);
}

/** What is planned is put off, and told of anew; what is owed is tried later. */
async function lookAgainLater({ db }: TxServices, book: Book, due: readonly SupplyRow[]): Promise<void> {
  const day = addDays(book.today, patienceDays);
  for (const supply of due)
    await (supply.failed_on === null ? putOff(db, supply, day) : changeSupplies(db, [supply.id], { retry_on: day }));
}
