import type { Tone } from "#app/ui/brand/tones.ts";
import type { PatientMail } from "#contract/care/patient-mails.ts";

/** How far a mail is. That a server took it isn't that it arrived. */
export const mailStatuses: Readonly<Record<PatientMail["status"], { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: "Not sent yet", tone: "warning" },
  accepted: { label: "Accepted by the server", tone: "neutral" },
  refused: { label: "Address refused", tone: "danger" },
  not_sent: { label: "Given up", tone: "danger" },
};
