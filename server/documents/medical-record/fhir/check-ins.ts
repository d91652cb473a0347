import type { Observation } from "fhir/r4";
import type { MedicalRecord } from "../medical-record.ts";
import { referenceTo, stableId, systems } from "./systems.ts";

/** How much each symptom bothered the patient in a week, 0 to 4, as the patient reported it. */
export const checkInObservations = ({ subject, checkIns }: MedicalRecord): Observation[] =>
  checkIns.flatMap(({ week, at, answers }) =>
    answers.map(({ symptomId, name, value }): Observation => ({
      resourceType: "Observation",
      id: stableId("check-in", subject.patient.id, week, symptomId),
      status: "final",
      category: [{ coding: [{ system: systems.observationCategory, code: "survey" }] }],
      code: { text: `${name}: bother from 0 (not at all) to 4 (very much)` },
      subject: referenceTo(subject.patient.id),
      performer: [referenceTo(subject.patient.id)],
      effectiveDateTime: at.toISOString(),
      valueInteger: value,
    })),
  );
