import type { Content } from "#content/loader/load.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type TreatmentSnapshot, currentName } from "./treatment-snapshot.ts";
import { notifyPracticeOfMissingCompanion } from "./notify-patient.ts";
import type { SubscriptionRow } from "./queries.ts";
import { categoriesOf } from "./companions.ts";

/**
 * The warning shown before the patient stops the subscriptions `stopping` while a subscription that continues needs one of them as a
 * companion; null when none does. By the content's requirements: a uterus is presumed, since the doctor prescribed both.
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

/** Like `missingCompanionWarning`, when the patient does stop them: also notifies the practice. Returns what to append to the answer, or "". */
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
