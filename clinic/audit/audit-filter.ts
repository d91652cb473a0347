import { type AuditKind, auditKinds, type auditCalls } from "#contract/care/audit.ts";
import type { Input } from "#contract/http/endpoint.ts";

/** What of the audit is shown; kept in the address, where there are only ids and days. A field that limits nothing is empty. */
export interface AuditFilter {
  readonly patient: string;
  readonly actor: string;
  readonly what: AuditKind | "";
  /** Days `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

const fields = ["patient", "actor", "what", "from", "to"] as const satisfies readonly (keyof AuditFilter)[];

export const kindNames: Readonly<Record<AuditKind, string>> = {
  opened: "Records opened",
  changed: "Changes",
  outside: "Records outside their own work",
  copied: "Copies made",
  refused: "Refused",
};

const day = (value: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(value ?? "") ? (value ?? "") : "");

export function filterFromSearch(search: string): AuditFilter {
  const query = new URLSearchParams(search);
  return {
    patient: query.get("patient")?.trim() ?? "",
    actor: query.get("actor")?.trim() ?? "",
    what: auditKinds.find((kind) => kind === query.get("what")) ?? "",
    from: day(query.get("from")),
    to: day(query.get("to")),
  };
}

export function searchOfFilter(filter: AuditFilter): string {
  const query = new URLSearchParams();
  for (const field of fields) if (filter[field]) query.set(field, filter[field]);
  return query.toString();
}

/** The moment a day begins on this computer, `days` later. */
const startOf = (on: string, days = 0): Date => {
  const [year = 0, month = 1, date = 1] = on.split("-").map(Number);
  return new Date(year, month - 1, date + days);
};

/* oxlint-disable formats/day-has-zone -- the days of this filter are those of the computer, as the times below it are */
/** The day `days` before today on this computer. */
export function dayBefore(days: number, now: Date = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The query of the call; null until a patient or an actor is chosen. */
export function auditQuery({
  patient,
  actor,
  what,
  from,
  to,
}: AuditFilter): Omit<NonNullable<Input<typeof auditCalls.audit>["query"]>, "nextpage"> | null {
  if (patient === "" && actor === "") return null;
  return {
    ...(patient && { patient }),
    ...(actor && { actor }),
    ...(what && { what }),
    ...(from && { since: startOf(from).toISOString() }),
    // Up to the end of the last day: the call leaves out the moment it ends with.
    ...(to && { until: startOf(to, 1).toISOString() }),
  };
}
