import type { TxServices } from "#server/platform/services.ts";
import { dollarsText, toCents } from "#contract/shapes.ts";
import { addedBy } from "#server/care/public.ts";
import { type Book, openBook } from "./book.ts";
import { comingCharges } from "./coming-charges.ts";
import { dayInWords } from "#server/platform/calendar-days.ts";
import { goesOnText, stillWaitsText } from "./texts.ts";

/**
 * Sentences on what else of hers goes on once the subscriptions `changed` were paused or cancelled: its next charge, with its sum, and what her
 * doctor is still looking at; null when nothing does. Read after the change.
 */
export async function whatGoesOn(
  parts: TxServices,
  before: Book,
  patientId: string,
  changed: readonly string[],
): Promise<string | null> {
  const book = await openBook(parts, patientId, before.prescribed);
  const rest = book.subscriptions.filter(({ id, status }) => runs(status) && !changed.includes(id)).map(({ id }) => id);
  const waiting = await whatWaits(parts, patientId);
  if (rest.length === 0) return waiting;
  const { charges } = comingCharges(parts.content, book);
  const next = charges.find(({ items }) => items.some(({ subscriptionid }) => rest.includes(subscriptionid)));
  const goesOn = goesOnText(next ? { day: dayInWords(next.chargeon), total: dollarsText(toCents(next.amount)) } : null);
  return waiting === null ? goesOn : `${goesOn} ${waiting}`;
}

/** What she added and her doctor has not decided on. */
async function whatWaits(parts: TxServices, patientId: string): Promise<string | null> {
  const { waiting } = await addedBy(parts, patientId);
  return waiting.length === 0 ? null : stillWaitsText;
}

const runs = (status: string): boolean => ["active", "past_due", "paused"].includes(status);
