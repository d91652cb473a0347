import { csvText } from "#contract/fields/csv.ts";
import { groundNames } from "#clinic/ui/labels/record-grounds.ts";
import type { AuditItem } from "#contract/care/audit.ts";
import { actorName, patientNameOf } from "./actor-name.ts";
import { deedOf } from "./what-was-done.ts";

const head = [
  ...["When (UTC)", "Who", "Did what", "Patient", "Why", "In their words", "Refused because"],
  ...["Actor", "Patient’s ID", "Call", "Status"],
];

/** The rows as a file for a spreadsheet: in words, then as the audit has them. */
export const auditCsv = (items: readonly AuditItem[]): string =>
  csvText([
    head,
    ...items.map((item) => [
      ...[item.at, actorName(item), deedText(item), item.patientid === null ? "" : patientNameOf(item)],
      ...[item.ground === null ? "" : groundNames[item.ground], item.words ?? "", item.code ?? ""],
      ...[item.actor, item.patientid ?? "", item.call, String(item.status)],
    ]),
  ]);

/** What was done as one text. */
export function deedText(item: AuditItem): string {
  const { before, patient, after } = deedOf(item);
  const name = patient === "none" ? "" : patientNameOf(item) + (patient === "possessive" ? "’s" : "");
  return before + name + after;
}
