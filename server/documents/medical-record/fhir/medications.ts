import type { CodeableConcept, MedicationDispense, MedicationDispensePerformer, MedicationRequest } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";
import type { ChartedPrescription } from "#server/care/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { DispensedDrug } from "../../dispensed.ts";
import { laterSentence, restSentence } from "../../formats.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { pharmacyId, practitionerId } from "./people.ts";
import { stableId, referenceTo, systems } from "./systems.ts";

/** What was prescribed. `origin` is the public URL of this installation, which identifies its prescription numbers. */
export function medicationRequests(
  content: Pick<Content, "catalogue" | "sentences">,
  { subject, history }: MedicalRecord,
  origin: string,
): MedicationRequest[] {
  return history.prescriptions.map((prescription) => {
    const product = content.catalogue.products.find(({ productid }) => productid === prescription.productId);
    return {
      resourceType: "MedicationRequest",
      id: prescription.id,
      identifier: [{ system: `${origin}/prescription`, value: prescription.rxNumber }],
      ...statusOf(content, prescription),
      intent: "order",
      ...(prescription.replacesId === null ? {} : { priorPrescription: referenceTo(prescription.replacesId) }),
      medicationCodeableConcept: medicationConcept({
        name: product?.name ?? prescription.productId,
        strength: product?.strength ?? "",
        ndcs: [product?.ndc ?? []].flat(),
        ingredients: product?.ingredients ?? [],
      }),
      subject: referenceTo(subject.patient.id),
      authoredOn: prescription.approvedAt.toISOString(),
      requester: referenceTo(practitionerId(prescription.doctor.id), prescription.doctor.name),
      // R4 has no element for who collaborates or supervises; the reference says what it is.
      ...(prescription.collaborator
        ? {
            supportingInformation: [
              referenceTo(
                practitionerId(prescription.collaborator.id),
                `Collaborating physician: ${prescription.collaborator.name}`,
              ),
            ],
          }
        : {}),
      ...dosage(prescription),
      ...noteOfUse(content, prescription),
      dispenseRequest: { performer: referenceTo(pharmacyId) },
    };
  });
}

/** The schedule: what holds today, and what from which day on. */
function dosage({ directions, planned }: ChartedPrescription): Pick<MedicationRequest, "dosageInstruction"> {
  if (directions === null || directions === "") return {};
  if (planned.length === 0) return { dosageInstruction: [{ text: directions }] };
  const phases = [{ beginsOn: undefined, directions }, ...planned];
  return {
    dosageInstruction: phases.map(({ beginsOn, directions: text }, index) => ({
      ...{ sequence: index + 1, text },
      timing: {
        repeat: {
          boundsPeriod: {
            ...(beginsOn !== undefined && { start: beginsOn }),
            ...(phases[index + 1]?.beginsOn !== undefined && { end: addDays(phases[index + 1]?.beginsOn ?? "", -1) }),
          },
        },
      },
    })),
  };
}

/**
 * HL7's codes of our statuses (https://hl7.org/fhir/R4/valueset-medicationrequest-status.html). What was replaced is `stopped`: `completed` would say that
 * all of it was given as prescribed.
 */
const statusCodes = {
  active: "active",
  on_hold: "on-hold",
  stopped: "stopped",
  replaced: "stopped",
  ended: "completed",
  wrong_patient: "entered-in-error",
} as const satisfies Record<PrescriptionStatus, MedicationRequest["status"]>;

/** What is used until the one that replaces it begins is taken today, whatever was prescribed since. */
function statusOf(
  content: Pick<Content, "sentences">,
  { status, usedNow, statusReason, rest }: ChartedPrescription,
): Pick<MedicationRequest, "status" | "statusReason"> {
  if (status === "replaced" && usedNow) return { status: "active" };
  if (rest?.isNow) return { status: "on-hold", statusReason: { text: toText(content, restSentence(rest)) } };
  const reason = status === "replaced" ? toText(content, sentence("documents.prescription_replaced")) : statusReason;
  return { status: statusCodes[status], ...(reason === null ? {} : { statusReason: { text: reason } }) };
}

/** Of a doctor's change, which one is used today and which one comes after. */
function noteOfUse(
  content: Pick<Content, "sentences">,
  { status, usedNow, rest, ...prescription }: ChartedPrescription,
): Pick<MedicationRequest, "note"> {
  if (rest && !rest.isNow) return { note: [{ text: toText(content, restSentence(rest)) }] };
  const later = laterSentence(prescription);
  if (later) return { note: [{ text: toText(content, later) }] };
  if (status === "active" || !usedNow) return {};
  return { note: [{ text: toText(content, sentence("documents.prescription_until_next")) }] };
}

/** What was sent, and what was recorded as sent by mistake (`entered-in-error`). */
export const medicationDispenses = (
  content: Pick<Content, "sentences">,
  { subject, dispensed, voided }: MedicalRecord,
): MedicationDispense[] => [
  ...dispensed.map((drug) => dispense(subject.patient.id, drug, { status: "completed" })),
  ...voided.map((drug) =>
    dispense(subject.patient.id, drug, {
      status: "entered-in-error",
      statusReasonCodeableConcept: { text: toText(content, sentence(`documents.void_${drug.reason}`)) },
    }),
  ),
];

const dispense = (
  patientId: string,
  drug: DispensedDrug,
  status: Pick<MedicationDispense, "status" | "statusReasonCodeableConcept">,
): MedicationDispense => ({
  resourceType: "MedicationDispense",
  id: stableId("dispense", drug.id),
  ...status,
  medicationCodeableConcept: medicationConcept(drug),
  subject: referenceTo(patientId),
  performer: [
    { actor: referenceTo(pharmacyId) },
    ...(drug.filledBy === null ? [] : [performed("packager", drug.filledBy)]),
    ...(drug.verifiedBy === null ? [] : [performed("finalchecker", drug.verifiedBy)]),
  ],
  ...(drug.prescriptionId ? { authorizingPrescription: [referenceTo(drug.prescriptionId)] } : {}),
  quantity: drug.units,
  daysSupply: { value: drug.daysSupply, unit: "days", system: systems.units, code: "d" },
  whenPrepared: drug.sentAt.toISOString(),
  ...(drug.deliveredAt ? { whenHandedOver: drug.deliveredAt.toISOString() } : {}),
});

/** Somebody at the pharmacy, whom we know by name: https://hl7.org/fhir/R4/valueset-medicationdispense-performer-function.html. */
const performed = (code: "packager" | "finalchecker", name: string): MedicationDispensePerformer => ({
  function: { coding: [{ system: systems.performerFunction, code }] },
  actor: { display: name },
});

const medicationConcept = ({
  name,
  strength,
  ndcs,
  ingredients,
}: Pick<DispensedDrug, "name" | "strength" | "ndcs" | "ingredients">): CodeableConcept => ({
  ...(ndcs.length === 0 ? {} : { coding: ndcs.map((code) => ({ system: systems.ndc, code, display: name })) }),
  text: [
    name,
    strength,
    ...(ndcs.length === 0 && ingredients.length > 0 ? [`compounded: ${ingredients.join(", ")}`] : []),
  ]
    .filter((text) => text !== "")
    .join(", "),
});
