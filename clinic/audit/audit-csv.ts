import { csvText } from "#contract/fields/csv.ts";
import { groundNames } from "#clinic/ui/words/record-grounds.ts";
import type { AuditItem } from "#contract/care/audit.ts";

const head = ["When (UTC)", "Who", "Actor", "Patient", "Call", "Status", "Refused because", "Why", "In their words"];

/** The rows as a file for a spreadsheet. */
export const auditCsv = (items: readonly AuditItem[], nameOf: (actor: string) => string): string =>
  csvText([
    head,
    ...items.map(({ at, actor, patientid, call, status, code, ground, words }) => [
      at,
      nameOf(actor),
      actor,
      patientid ?? "",
      call,
      String(status),
      code ?? "",
      ground === null ? "" : groundNames[ground],
      words ?? "",
    ]),
  ]);
