import * as z from "zod/mini";
import { Id, Moment } from "#contract/fields/fields.ts";

/** Where it was described; `cancellation`: the reason given for cancelling a subscription. */
export const EmergencySource = z.enum(["message", "followup", "health", "contact", "cancellation"]);
export type EmergencySource = z.output<typeof EmergencySource>;

/** Whom a call about an emergency reached; `other`: somebody who is with the patient. */
export const CallReached = z.enum(["patient", "other", "nobody"]);

/** What the practice did about an emergency. */
export const EmergencyAction = z.object({
  id: Id,
  kind: z.enum(["acknowledged", "call", "closed"]),
  /** As in the audit. */
  actor: z.string(),
  /** Who that is; null for a system. */
  name: z.nullable(z.string()),
  at: Moment,
  /** Null for anything but a call. */
  reached: z.nullable(CallReached),
  /** The note of who acknowledged it, what was said in a call, or the outcome. */
  text: z.nullable(z.string()),
});
export type EmergencyAction = z.output<typeof EmergencyAction>;

/** An emergency in a patient's record, also after it was closed: what they told, when, and what was done. */
export const ToldEmergency = z.object({
  id: Id,
  source: EmergencySource,
  /** What the patient was shown. */
  title: z.string(),
  /** What the patient wrote or chose. */
  words: z.string(),
  /** Name of the patient's helper who wrote it; null: the patient. */
  writer: z.nullable(z.string()),
  reportedat: Moment,
  /** When somebody of the practice began to take care of it. */
  acknowledgedat: z.nullable(Moment),
  /** When a clinician decided that it is over. */
  closedat: z.nullable(Moment),
  /** What was done, oldest first. */
  actions: z.array(EmergencyAction),
});
export type ToldEmergency = z.output<typeof ToldEmergency>;
