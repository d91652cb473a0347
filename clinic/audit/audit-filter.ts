import type { Input } from "#contract/http/endpoint.ts";
import type { auditCalls } from "#contract/care/audit.ts";

/** What of the audit is shown; kept in the address, where there are only ids and days. */
export interface AuditFilter {
  readonly by: "patient" | "person";
  readonly patient: string;
  readonly actor: string;
  /** Days `YYYY-MM-DD`, both included; empty where there is no limit. */
  readonly from: string;
  readonly to: string;
}

const day = (value: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(value ?? "") ? (value ?? "") : "");

export function filterFromSearch(search: string): AuditFilter {
  const query = new URLSearchParams(search);
  const [patient, actor] = [query.get("patient") ?? "", query.get("actor") ?? ""];
  return {
    by: patient === "" && actor !== "" ? "person" : "patient",
    patient,
    actor,
    from: day(query.get("from")),
    to: day(query.get("to")),
  };
}

export function searchOfFilter({ by, patient, actor, from, to }: AuditFilter): string {
  const query = new URLSearchParams();
  if (by === "patient" && patient) query.set("patient", patient);
  if (by === "person" && actor) query.set("actor", actor);
  if (from) query.set("from", from);
  if (to) query.set("to", to);
  return query.toString();
}

/** The moment a day begins on this computer, `days` later. */
const startOf = (on: string, days = 0): string => {
  const [year = 0, month = 1, date = 1] = on.split("-").map(Number);
  return new Date(year, month - 1, date + days).toISOString();
};

/** The query of the call; null until it is said whose rows are wanted. */
export function auditQuery({
  by,
  patient,
  actor,
  from,
  to,
}: AuditFilter): Omit<NonNullable<Input<typeof auditCalls.audit>["query"]>, "nextpage"> | null {
  const whose = by === "patient" ? { patient: patient.trim() } : { actor: actor.trim() };
  if (Object.values(whose).includes("")) return null;
  // Up to the end of the last day: the call leaves out the moment it ends with.
  return { ...whose, ...(from && { since: startOf(from) }), ...(to && { until: startOf(to, 1) }) };
}
