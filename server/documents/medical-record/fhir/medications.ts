import type { CodeableConcept, MedicationDispense, MedicationRequest } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { DispensedDrug } from "../../dispensed.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { pharmacyId, practitionerId } from "./people.ts";
import { stableId, referenceTo, systems } from "./systems.ts";

/** What was prescribed. `origin` is the public URL of this installation, which identifies its prescription numbers. */
export function medicationRequests(
  { catalogue }: Pick<Content, "catalogue">,
  { subject, history }: MedicalRecord,
  origin: string,
): MedicationRequest[] {
  return history.prescriptions.map((prescription) => {
    const product = catalogue.products.find(({ productid }) => productid === prescription.productId);
    return {
      resourceType: "MedicationRequest",
      id: prescription.id,
      identifier: [{ system: `${origin}/prescription`, value: prescription.rxNumber }],
      // What is used until the one that replaces it begins is taken today, whatever was prescribed since.
      status: prescription.active || prescription.usedNow ? "active" : "completed",
      intent: "order",
      medicationCodeableConcept: medicationConcept({
        name: product?.name ?? prescription.productId,
        strength: product?.strength ?? "",
        ndc: product?.ndc ?? null,
        ingredients: product?.ingredients ?? [],
      }),
      subject: referenceTo(subject.patient.id),
      authoredOn: prescription.approvedAt.toISOString(),
      requester: referenceTo(practitionerId(prescription.doctor.id), prescription.doctor.name),
      ...(prescription.directions ? { dosageInstruction: [{ text: prescription.directions }] } : {}),
      ...(prescription.beginsLater ? { note: [{ text: "Not begun: begins when the one it replaces ends." }] } : {}),
      ...(!prescription.active && prescription.usedNow
        ? { note: [{ text: "Used until the one that replaces it begins." }] }
        : {}),
      dispenseRequest: { performer: referenceTo(pharmacyId) },
    };
  });
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
  ndc,
  ingredients,
}: Pick<DispensedDrug, "name" | "strength" | "ndc" | "ingredients">): CodeableConcept => ({
  ...(ndc === null ? {} : { coding: [{ system: systems.ndc, code: ndc, display: name }] }),
  text: [name, strength, ...(ndc === null && ingredients.length > 0 ? [`compounded: ${ingredients.join(", ")}`] : [])]
    .filter((text) => text !== "")
    .join(", "),
});
