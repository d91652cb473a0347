import type { Communication } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { TaskOutcome } from "#contract/care/tasks.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { pharmacyId } from "./people.ts";
import { referenceTo, stableId, systems } from "./systems.ts";

/** What came of each offer to talk with the pharmacist that the patient answered. */
export const counselingCommunications = (
  content: Pick<Content, "sentences">,
  { subject, counseling }: MedicalRecord,
): Communication[] =>
  counseling.map(({ orderId, askedAt, ended }) => {
    const { status, why } = statusOf(ended?.outcome);
    return {
      resourceType: "Communication",
      id: stableId("counseling", orderId, askedAt.toISOString()),
      status,
      ...(why === null ? {} : { statusReason: { text: toText(content, why) } }),
      category: [{ coding: [{ system: systems.communicationCategory, code: "instruction" }] }],
      topic: { text: toText(content, sentence("documents.counseling_topic")) },
      subject: referenceTo(subject.patient.id),
      sender: referenceTo(pharmacyId),
      recipient: [referenceTo(subject.patient.id)],
      ...(ended === null ? {} : { sent: ended.at.toISOString() }),
      ...(ended?.outcome === "talked" && ended.by !== null
        ? { note: [{ authorString: ended.by, time: ended.at.toISOString(), text: toText(content, talked) }] }
        : {}),
    };
  });

const talked = sentence("documents.counseling_talked");

/** HL7's codes (https://hl7.org/fhir/R4/valueset-event-status.html), and why it didn't take place. */
function statusOf(outcome: TaskOutcome | undefined): { status: Communication["status"]; why: Sentence | null } {
  if (outcome === undefined) return { status: "preparation", why: null };
  if (outcome === "declined") return { status: "not-done", why: sentence("documents.counseling_declined") };
  if (outcome === "not_reached") return { status: "not-done", why: sentence("documents.counseling_not_reached") };
  if (outcome === "dropped") return { status: "not-done", why: sentence("documents.counseling_dropped") };
  return { status: "completed", why: null };
}
