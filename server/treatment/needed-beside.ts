import type { Content } from "#content/load.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type Book, soldName } from "./book.ts";
import { tellPracticeOfNeed } from "./letters.ts";
import type { SubscriptionRow } from "./supply-queries.ts";
import { categoriesOf } from "./together.ts";

/**
 * What she is told before she stops some of her subscriptions, `stopping`, that another one needs beside as long as it goes on; null when
 * none does. By the content's requirements: a uterus is presumed, for the doctor prescribed both.
 */
export function neededBeside(content: Content, book: Book, stopping: readonly string[]): string | null {
  const rest = book.subscriptions.filter((row) => goesOn(row) && !stopping.includes(row.id));
  for (const { ifcategory, require, stopping: text } of content.requirements) {
    const given = (row: SubscriptionRow, category: string) => categoriesOf(content, row).includes(category);
    const other = rest.find((row) => given(row, ifcategory));
    const stopped = book.subscriptions.some((row) => stopping.includes(row.id) && given(row, require));
    if (other && stopped && !rest.some((row) => given(row, require)))
      return text.replace("{{other}}", soldName(book, other));
  }
  return null;
}

/** As `neededBeside`, when she does it: the practice is told, too. Returns what to add to the answer, if anything. */
export async function warnOfNeed(
  parts: TxServices,
  book: Book,
  patientId: string,
  stopping: readonly string[],
): Promise<string> {
  const warning = neededBeside(parts.content, book, stopping);
  if (warning === null) return "";
  await tellPracticeOfNeed(parts, patientId);
  return ` ${warning}`;
}

const goesOn = ({ status }: SubscriptionRow): boolean => status === "active" || status === "past_due";
