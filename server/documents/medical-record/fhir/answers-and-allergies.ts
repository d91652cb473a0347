import type { AllergyIntolerance, CodeableConcept, QuestionnaireResponse } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { stableId, referenceTo, systems } from "./systems.ts";

/**
 * The patient's answers, in one response for each version of the questions answered and each time the practice wrote something down. `origin` is the public URL of this installation, under
 * which the questions are published.
 */
export function questionnaireResponses(
  { subject, answers, visitDone }: MedicalRecord,
  origin: string,
): QuestionnaireResponse[] {
  const { id } = subject.patient;
  const responses = Map.groupBy(answers, ({ contentVersion, told }) => `${contentVersion} ${told?.id ?? ""}`);
  return [...responses.values()].map((answered) => {
    const [{ contentVersion: version, told } = { contentVersion: "", told: null }] = answered;
    const teller = told && toldBy[told.source][told.teller];
    return {
      resourceType: "QuestionnaireResponse",
      id: stableId("questionnaire-response", id, version, ...(told ? [told.id] : [])),
      questionnaire: `${origin}/questionnaire|${version}`,
      status: visitDone ? "completed" : "in-progress",
      subject: referenceTo(id),
      // Written down by the practice as it was told, by the patient or by somebody who can't be referred to.
      ...(told && { author: { display: "The practice" } }),
      source: teller === null ? referenceTo(id) : { display: teller },
      authored: new Date(Math.max(...answered.map(({ at }) => at.getTime()))).toISOString(),
      item: answered.map(({ questionid, question, answer }) => ({
        linkId: questionid,
        text: question,
        answer: [{ valueString: answer }],
      })),
    };
  });
}

/** Who told what the practice wrote down; null: the patient. */
const toldBy = {
  phone: { patient: null, other: "Somebody else for the patient, by phone" },
  in_person: { patient: null, other: "Somebody else for the patient, in person" },
  doctors_letter: { patient: "A letter from another doctor", other: "A letter from another doctor" },
} as const;

/** SNOMED CT: no known allergy. */
const noKnownAllergy: CodeableConcept = {
  coding: [{ system: systems.snomed, code: "716186003", display: "No known allergy" }],
  text: "No known allergy",
};

/**
 * The allergies the patient named. All are unconfirmed, since no doctor tested them; for the same reason conditions the patient named stay
 * answers and are not a `Condition`.
 */
export function allergyResources(
  { documents, questionnaire }: AllergyContent,
  record: MedicalRecord,
): AllergyIntolerance[] {
  const { question: questionId, none } = documents.records.allergies;
  const allergyAnswer = record.rawAnswers[questionId];
  const line = record.answers.find(({ questionid }) => questionid === questionId);
  if (!allergyAnswer || !line) return [];
  const question = questionnaire.questions.find(({ id }) => id === questionId);
  return [allergyAnswer.value].flat().flatMap((value) => {
    const option = question?.answerlist.find(({ id }) => id === value);
    if (value === "") return [];
    const allergyName = option?.asksothers && allergyAnswer.others ? allergyAnswer.others : (option?.name ?? value);
    return allergy(record, value, value === none ? noKnownAllergy : { text: allergyName }, line.at);
  });
}

type AllergyContent = Pick<Content, "documents" | "questionnaire">;

const codedConcept = (system: string, code: string): CodeableConcept => ({ coding: [{ system, code }] });

const allergy = (
  { subject }: MedicalRecord,
  value: string,
  code: CodeableConcept,
  recorded: Date,
): AllergyIntolerance => ({
  resourceType: "AllergyIntolerance",
  id: stableId("allergy", subject.patient.id, value),
  clinicalStatus: codedConcept(systems.allergyClinical, "active"),
  verificationStatus: codedConcept(systems.allergyVerification, "unconfirmed"),
  code,
  patient: referenceTo(subject.patient.id),
  recordedDate: recorded.toISOString(),
  asserter: referenceTo(subject.patient.id),
});
