import type { CodeableConcept, MedicationDispense, MedicationRequest } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";
import type { ChartedPrescription } from "#server/care/public.ts";
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
      ...(prescription.directions ? { dosageInstruction: [{ text: prescription.directions }] } : {}),
      ...noteOfUse(content, prescription),
      dispenseRequest: { performer: referenceTo(pharmacyId) },
    };
  });
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

/** What was sent. */
export const medicationDispenses = ({ subject, dispensed }: MedicalRecord): MedicationDispense[] =>
  dispensed.map((drug) => ({
    resourceType: "MedicationDispense",
    id: stableId("dispense", drug.id),
    status: "completed",
    medicationCodeableConcept: medicationConcept(drug),
    subject: referenceTo(subject.patient.id),
    performer: [{ actor: referenceTo(pharmacyId) }],
    ...(drug.prescriptionId ? { authorizingPrescription: [referenceTo(drug.prescriptionId)] } : {}),
    quantity: drug.units,
    daysSupply: { value: drug.daysSupply, unit: "days", system: systems.units, code: "d" },
    whenPrepared: drug.sentAt.toISOString(),
    ...(drug.deliveredAt ? { whenHandedOver: drug.deliveredAt.toISOString() } : {}),
  }));

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
