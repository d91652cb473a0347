import type { CodeableConcept, MedicationDispense, MedicationRequest } from "fhir/r4";
import type { Content } from "#content/load.ts";
import type { Dispensed } from "../dispensed.ts";
import type { MedicalRecord } from "../record.ts";
import { pharmacyId, practitionerId } from "./people.ts";
import { idOf, refer, systems } from "./systems.ts";

/** What was prescribed. `origin` is where this installation is reached: prescription numbers are its own. */
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
      status: prescription.active ? "active" : "completed",
      intent: "order",
      medicationCodeableConcept: medication({
        name: product?.name ?? prescription.productId,
        strength: product?.strength ?? "",
        ndc: product?.ndc ?? null,
        ingredients: product?.ingredients ?? [],
      }),
      subject: refer(subject.patient.id),
      authoredOn: prescription.approvedAt.toISOString(),
      requester: refer(practitionerId(prescription.doctor.id), prescription.doctor.name),
      ...(prescription.directions ? { dosageInstruction: [{ text: prescription.directions }] } : {}),
      dispenseRequest: { performer: refer(pharmacyId) },
    };
  });
}

/** What was sent. */
export const medicationDispenses = ({ subject, dispensed }: MedicalRecord): MedicationDispense[] =>
  dispensed.map((drug) => ({
    resourceType: "MedicationDispense",
    id: idOf("dispense", drug.id),
    status: "completed",
    medicationCodeableConcept: medication(drug),
    subject: refer(subject.patient.id),
    performer: [{ actor: refer(pharmacyId) }],
    ...(drug.prescriptionId ? { authorizingPrescription: [refer(drug.prescriptionId)] } : {}),
    quantity: drug.units,
    daysSupply: { value: drug.daysSupply, unit: "days", system: systems.units, code: "d" },
    whenPrepared: drug.sentAt.toISOString(),
    ...(drug.deliveredAt ? { whenHandedOver: drug.deliveredAt.toISOString() } : {}),
  }));

const medication = ({
  name,
  strength,
  ndc,
  ingredients,
}: Pick<Dispensed, "name" | "strength" | "ndc" | "ingredients">): CodeableConcept => ({
  ...(ndc === null ? {} : { coding: [{ system: systems.ndc, code: ndc, display: name }] }),
  text: [name, strength, ...(ndc === null && ingredients.length > 0 ? [`compounded: ${ingredients.join(", ")}`] : [])]
    .filter((part) => part !== "")
    .join(", "),
});
