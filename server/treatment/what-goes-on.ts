import type { TxServices } from "#server/platform/services.ts";
import { dollarsText, toCents } from "#contract/shapes.ts";
import { type Book, openBook } from "./book.ts";
import { comingCharges } from "./coming-charges.ts";
import { dayInWords } from "./days.ts";
import { goesOnText } from "./texts.ts";

/**
 * A sentence on what else of hers goes on once the subscriptions `changed` were paused or cancelled: its next charge, with its sum; null
 * when nothing does. Read after the change.
 */
export async function whatGoesOn(
  parts: TxServices,
  before: Book,
  patientId: string,
  changed: readonly string[],
): Promise<string | null> {
  const book = await openBook(parts, patientId, before.prescribed);
  const rest = book.subscriptions.filter(({ id, status }) => runs(status) && !changed.includes(id)).map(({ id }) => id);
  if (rest.length === 0) return null;
  const { charges } = await comingCharges(parts, book, patientId);
  const next = charges.find(({ items }) => items.some(({ subscriptionid }) => rest.includes(subscriptionid)));
  return goesOnText(next ? { day: dayInWords(next.chargeon), total: dollarsText(toCents(next.amount)) } : null);
}

const runs = (status: string): boolean => ["active", "past_due", "paused"].includes(status);
