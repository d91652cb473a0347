import type { AllergyIntolerance, CodeableConcept, QuestionnaireResponse } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { stableId, referenceTo, systems } from "./systems.ts";

/**
 * The patient's answers, in one response for each version of the questions answered. `origin` is the public URL of this installation, under
 * which the questions are published.
 */
export function questionnaireResponses(
  { subject, answers, visitDone }: MedicalRecord,
  origin: string,
): QuestionnaireResponse[] {
  const { id } = subject.patient;
  return [...Map.groupBy(answers, ({ contentVersion }) => contentVersion)].map(([version, ofVersion]) => ({
    resourceType: "QuestionnaireResponse",
    id: stableId("questionnaire-response", id, version),
    questionnaire: `${origin}/questionnaire|${version}`,
    status: visitDone ? "completed" : "in-progress",
    subject: referenceTo(id),
    source: referenceTo(id),
    authored: new Date(Math.max(...ofVersion.map(({ at }) => at.getTime()))).toISOString(),
    item: ofVersion.map(({ questionid, question, answer }) => ({
      linkId: questionid,
      text: question,
      answer: [{ valueString: answer }],
    })),
  }));
}

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
