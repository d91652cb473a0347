import { z } from "zod";
import { ContentId, NonEmptyText, textWith } from "../fields.ts";

/** The placeholders for the texts of closed conversations. */
export const closedPlaceholders = ["supportemail", "supportphone"] as const;

/** The sender of a message that no person signs. */
const Sender = z.strictObject({ id: ContentId, firstname: NonEmptyText, lastname: z.string() });
const Closed = textWith(...closedPlaceholders);
/** The placeholders for what stands beside the name of a doctor who covers for another one. */
export const coveringPlaceholders = ["credentials", "doctor"] as const;

/** The placeholders for what a patient reads of a doctor who takes over, and of one who is away. */
export const newDoctorPlaceholders = ["doctor", "before"] as const;
export const awayPlaceholders = ["doctor", "day", "cover"] as const;

/** Texts and delays of conversations. */
export const MessagesFile = z.strictObject({
  note: NonEmptyText,
  doctor: z.strictObject({ title: NonEmptyText, sender: Sender }),
  patientservices: z.strictObject({ title: NonEmptyText, sender: Sender, profileUrl: z.nullable(z.string()) }),
  system: z.strictObject({ sender: Sender }),
  notification: z.strictObject({ title: NonEmptyText.includes("{{sender}}"), attachment: NonEmptyText }),
  closed: z.strictObject({ practice: Closed, state: Closed, lapsed: Closed }),
  writers: z.strictObject({
    nurse: NonEmptyText,
    patientservices: NonEmptyText,
    covering: textWith(...coveringPlaceholders),
  }),
  newdoctor: textWith(...newDoctorPlaceholders),
  away: z.strictObject({
    covered: textWith(...awayPlaceholders),
    uncovered: textWith("doctor", "day"),
    /** In place of a name, where nobody covers. */
    team: NonEmptyText,
    /** Who waits for a doctor that is away for more days than these is told so, from this hour on by the practice's clock. */
    mailafterdays: z.int().min(1).max(60),
    mailfromhour: z.int().min(5).max(20),
  }),
  handover: z.strictObject({ patientservices: NonEmptyText, doctor: NonEmptyText, received: NonEmptyText }),
  misfiled: z.strictObject({
    reported: NonEmptyText,
    withdrawn: NonEmptyText,
    task: NonEmptyText,
    lettertask: NonEmptyText,
  }),
  blank: NonEmptyText,
  sends: z.strictObject({ perminute: z.int().min(1), toomany: NonEmptyText }),
  mail: z.strictObject({ delayminutes: z.int().min(1), windowhours: z.int().min(1) }),
});
