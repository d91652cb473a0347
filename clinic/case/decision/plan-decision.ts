import type { FieldNames } from "#clinic/work/act.ts";
import type { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { checksOf } from "../evidence/checks.ts";
import { groupRules } from "../evidence/raised-rules.ts";
import { approvalBody, choiceOf, type Decision, missingFrom, type PrescribedOf } from "./decision.ts";
import { overrideOf } from "./overridden.ts";

/** Why the plan can't be approved in one go, in a sentence; null when it can. A check that didn't run is never taken as passed. */
export function approvalObstacle(
  record: PatientRecord,
  decision: Decision,
  { upToDate, prescribed }: { readonly upToDate: boolean; readonly prescribed: PrescribedOf },
): string | null {
  if (record.planstatus === "approved") return "This plan has already been approved.";
  if (record.planstatus === "declined") return "This plan has already been declined.";
  if (record.pairs?.some(({ verdict }) => verdict === null))
    return "Another record may be the same person’s. Say first whether it is.";
  if (!upToDate) return "Something changed, or couldn’t be read again. Look at the record first.";
  const failed = checksOf(decision.withoutanswers ? { ...record, unanswered: [] } : record).find(
    ({ state }) => state === "not_run",
  );
  if (failed) return failed.text;
  const requested = record.requested ?? [];
  const rules = groupRules(record.flags ?? []);
  if (rules.ofVisit.some(({ level }) => level === "stop")) return "A rule says stop for this visit. Decline the plan.";
  const stopped = requested.find(
    ({ productid }) =>
      choiceOf(decision, productid).kind !== "leave_out" &&
      choiceOf(decision, productid).kind !== "replace" &&
      rules.ofProduct(productid).some(({ level }) => level === "stop"),
  );
  if (stopped) return `A rule says stop for ${stopped.name}. Leave it out or replace it.`;
  return Object.values(missingFrom(decision, requested, prescribed))[0] ?? null;
}

/** What approving sends, on the revision that was looked at. A case that nobody accepted is accepted with it. */
export const approval = (
  record: PatientRecord,
  decision: Decision,
  prescribedOf: PrescribedOf,
): Input<typeof care.approvePlan> => ({
  params: { id: record.id },
  body: {
    ...approvalBody(decision, record.requested ?? [], record.revision, prescribedOf),
    ...overrideOf(record, decision),
    ...(record.carestatus === "incoming" && { accept: true }),
  },
});

/** What declining sends, with the reason the patient reads. */
export const decline = (record: PatientRecord, decision: Decision): Input<typeof care.declinePlan> => ({
  params: { id: record.id },
  body: { reason: decision.declinereason.trim(), revision: record.revision },
});

/** What the server says of `replaced.estradiol_patch_0_05` is about that product. */
export const planFields: FieldNames = { ofPath: (path) => path.split(".")[1] ?? path };
