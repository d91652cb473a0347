import type { AdverseEvent, Communication, PatientContact } from "fhir/r4";
import type { MedicalRecord } from "../medical-record.ts";
import { referenceTo, stableId, systems } from "./systems.ts";

/*
 * What the practice logged as part of the record. A kind says what it is to another system (`fhir` in `content/log.yaml`); what says nothing is a
 * Communication, with its fields as lines.
 */

type Logged = MedicalRecord["logged"][number];

/** The emergency contacts that stand on the chart (http://terminology.hl7.org/CodeSystem/v2-0131). */
export const patientContacts = ({ logged }: Pick<MedicalRecord, "logged">): PatientContact[] =>
  logged
    .filter(({ is, ended }) => is === "contact" && !ended)
    .map(({ entry, words }) => {
      const { name, number, relation } = valuesOf(entry);
      return {
        relationship: [
          { coding: [{ system: systems.contactRole, code: "C", display: "Emergency Contact" }] },
          { text: [relation, words].filter(Boolean).join(". ") },
        ],
        name: { text: name ?? "" },
        telecom: [{ system: "phone", value: number ?? "" }],
      };
    });

/** Side effects, as one report each, with the medicine in the words it was reported in. */
export const adverseEvents = ({ subject, logged }: MedicalRecord): AdverseEvent[] =>
  logged
    .filter(({ is }) => is === "adverse_event")
    .map((event) => {
      const { medicine, began, serious } = valuesOf(event.entry);
      const isSerious = event.choices["serious"] !== "no";
      return {
        resourceType: "AdverseEvent",
        id: idOf(event),
        actuality: "actual",
        event: { text: linesOf(event) },
        subject: referenceTo(subject.patient.id),
        ...(began && { date: began }),
        recordedDate: event.at.toISOString(),
        seriousness: {
          coding: [{ system: systems.seriousness, code: isSerious ? "serious" : "non-serious" }],
          ...(serious && { text: serious }),
        },
        suspectEntity: [{ instance: { display: medicine ?? "" } }],
      };
    });

/** Calls and everything else, each with what was said and what came of it. */
export const loggedCommunications = ({ subject, logged }: MedicalRecord): Communication[] =>
  logged
    .filter(({ is, ended }) => is === null || (is === "contact" && ended))
    .map((each) => ({
      resourceType: "Communication",
      id: idOf(each),
      status: "completed",
      topic: { text: each.entry.label },
      subject: referenceTo(subject.patient.id),
      sent: each.at.toISOString(),
      payload: [{ contentString: linesOf(each) }],
    }));

const idOf = ({ id }: Logged): string => stableId("log", id);

const valuesOf = ({ fields }: Logged["entry"]): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(fields.map(({ id, value }) => [id, value]));

/** An entry's words, and below them its fields and what came of it. */
const linesOf = ({ entry, words }: Logged): string =>
  [
    words,
    ...entry.fields.map(({ label, value }) => `${label}: ${value}`),
    ...(entry.outcome ? [entry.outcome.label] : []),
  ].join("\n");
