import type { Communication, Flag } from "fhir/r4";
import type { EmergencyAction } from "#contract/care/told-emergency.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { practiceId } from "./people.ts";
import { referenceTo, stableId, systems } from "./systems.ts";

/** What the patient told of, in their words, and as notes what the practice did about it. */
export const emergencyCommunications = ({ subject, emergencies }: MedicalRecord): Communication[] =>
  emergencies.map(({ id, title, words, writer, reportedat, actions }) => ({
    resourceType: "Communication",
    id: stableId("emergency", id),
    // It was told, however far the practice is with it: that is said by the flag.
    status: "completed",
    category: [{ coding: [{ system: systems.communicationCategory, code: "alert" }] }],
    priority: "stat",
    topic: { text: title },
    subject: referenceTo(subject.patient.id),
    // Whoever helps the patient has no record of their own.
    sender: writer === null ? referenceTo(subject.patient.id) : { type: "RelatedPerson", display: writer },
    recipient: [referenceTo(practiceId)],
    sent: reportedat,
    payload: [{ contentString: words }],
    ...(actions.length > 0
      ? {
          note: actions.map(({ at, name, kind, reached, text }) => ({
            authorString: name ?? "A system of the practice",
            time: at,
            text: [deeds[kind](reached ?? "nobody"), text].filter(Boolean).join(": "),
          })),
        }
      : {}),
  }));

type Reached = NonNullable<EmergencyAction["reached"]>;
const reachedNames: Readonly<Record<Reached, string>> = {
  patient: "the patient",
  other: "somebody with the patient",
  nobody: "nobody",
};
const deeds: Readonly<Record<EmergencyAction["kind"], (reached: Reached) => string>> = {
  acknowledged: () => "Acknowledged",
  call: (reached) => `Called, reached ${reachedNames[reached]}`,
  closed: () => "Closed",
};

/** Whether an emergency is still open: active until a clinician has closed it. */
export const emergencyFlags = ({ subject, emergencies }: MedicalRecord): Flag[] =>
  emergencies.map(({ id, title, reportedat, closedat }) => ({
    resourceType: "Flag",
    id: stableId("emergency-flag", id),
    status: closedat === null ? "active" : "inactive",
    category: [{ coding: [{ system: systems.flagCategory, code: "clinical" }] }],
    code: { text: `Emergency the patient reported: ${title}` },
    subject: referenceTo(subject.patient.id),
    period: { start: reportedat, ...(closedat === null ? {} : { end: closedat }) },
    author: referenceTo(practiceId),
  }));
