import type { Status } from "#app/ui/data/badge.tsx";
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";

/** Where a prescription stands, in a word or two. */
export const prescriptionStatus: Readonly<Record<PrescriptionStatus, Status>> = {
  active: { tone: "success", label: "Active" },
  on_hold: { tone: "neutral", label: "On hold" },
  stopped: { tone: "neutral", label: "Stopped" },
  replaced: { tone: "neutral", label: "Replaced" },
  wrong_patient: { tone: "warning", label: "Entered for the wrong patient" },
  ended: { tone: "neutral", label: "Ended" },
};
