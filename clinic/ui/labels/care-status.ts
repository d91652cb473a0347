import type { Status } from "#app/ui/data/badge.tsx";
import type { PatientSummary } from "#contract/care/patients.ts";

/** Where a patient's case stands, in a word or two. */
export function careStatus({
  onboardingstatus,
  planstatus,
  carestatus,
}: Pick<PatientSummary, "onboardingstatus" | "planstatus" | "carestatus">): Status {
  if (planstatus === "approved") return { tone: "success", label: "In care" };
  if (planstatus === "declined") return { tone: "neutral", label: "Declined" };
  if (carestatus === "incoming") return { tone: "info", label: "New case" };
  if (carestatus === "accepted") return { tone: "info", label: "Plan to decide" };
  return { tone: "neutral", label: onboardingstatus === "DONE" ? "No plan" : "In the visit" };
}

export const identityStatus: Readonly<Record<PatientSummary["identitystatus"], Status>> = {
  none: { tone: "neutral", label: "Not checked" },
  matched: { tone: "success", label: "Matched" },
  no_match: { tone: "danger", label: "No match" },
  review: { tone: "warning", label: "To be checked" },
};
