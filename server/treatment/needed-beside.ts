import type { Content } from "#content/loader/load.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type TreatmentSnapshot, currentName } from "./treatment-snapshot.ts";
import { notifyPracticeOfMissingCompanion } from "./notify-patient.ts";
import type { SubscriptionRow } from "./queries.ts";
import { categoriesOf } from "./companions.ts";

/**
 * What she is told before she stops some of her subscriptions, `stopping`, that another one needs beside as long as it goes on; null when
 * none does. By the content's requirements: a uterus is presumed, for the doctor prescribed both.
 */
export function missingCompanionWarning(
  content: Content,
  snapshot: TreatmentSnapshot,
  stopping: readonly string[],
): string | null {
  const continuing = snapshot.subscriptions.filter((row) => isRunning(row) && !stopping.includes(row.id));
  for (const { ifcategory, require, stopping: text } of content.requirements) {
    const hasCategory = (row: SubscriptionRow, category: string) => categoriesOf(content, row).includes(category);
    const dependent = continuing.find((row) => hasCategory(row, ifcategory));
    const stopsCompanion = snapshot.subscriptions.some((row) => stopping.includes(row.id) && hasCategory(row, require));
    if (dependent && stopsCompanion && !continuing.some((row) => hasCategory(row, require)))
      return text.replace("{{other}}", currentName(snapshot, dependent));
  }
  return null;
}

/** As `missingCompanionWarning`, when she does it: the practice is told, too. Returns what to add to the answer, if anything. */
export async function warnOfMissingCompanion(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  patientId: string,
  stopping: readonly string[],
): Promise<string> {
  const warning = missingCompanionWarning(services.content, snapshot, stopping);
  if (warning === null) return "";
  await notifyPracticeOfMissingCompanion(services, patientId);
  return ` ${warning}`;
}

const isRunning = ({ status }: SubscriptionRow): boolean => status === "active" || status === "past_due";
