import type { DocumentReference } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { practiceId, practitionerId } from "./people.ts";
import { referenceTo, stableId, systems, urn } from "./systems.ts";

type Note = MedicalRecord["visitNotes"][number];
type Signed = Note["addenda"][number];

/**
 * Each signed note as a progress note, and each addendum as a document that appends it, as US Core 6.1 has clinical notes
 * (http://hl7.org/fhir/us/core/STU6.1/StructureDefinition-us-core-documentreference.html). A withdrawn one is there as entered in error, without its text.
 * Of a note somebody else prepared, they are an author by name and whoever signed it authenticates it.
 */
export const visitNoteDocuments = (content: Content, { subject, visitNotes }: MedicalRecord): DocumentReference[] =>
  visitNotes.flatMap((note) => {
    const { title, addenda } = note;
    const document = (signed: Signed, preparedby: string | null = null): DocumentReference => ({
      resourceType: "DocumentReference",
      id: documentId(signed.id),
      identifier: [{ system: systems.uri, value: urn(signed.id) }],
      status: signed.withdrawnat === null ? "current" : "entered-in-error",
      docStatus: signed.withdrawnat === null ? "final" : "entered-in-error",
      type: { coding: [{ system: systems.loinc, code: "11506-3", display: "Progress note" }], text: title },
      category: [{ coding: [{ system: systems.documentCategory, code: "clinical-note", display: "Clinical Note" }] }],
      subject: referenceTo(subject.patient.id),
      date: signed.signedat,
      author: [signerOf(signed), ...(preparedby === null ? [] : [{ display: preparedby }])],
      ...(preparedby !== null && { authenticator: signerOf(signed) }),
      custodian: referenceTo(practiceId),
      content: [
        {
          attachment: {
            contentType: "text/plain; charset=utf-8",
            data: base64(signed.text ?? toText(content, sentence("visitnotes.entered_in_error"))),
            title,
            creation: signed.signedat,
          },
          format: { system: systems.documentFormat, code: "urn:ihe:iti:xds:2017:mimeTypeSufficient" },
        },
      ],
      context: { period: { start: signed.signedat, end: signed.signedat } },
    });
    return [
      document(note, note.preparedby),
      ...addenda.map((addendum) => ({
        ...document(addendum),
        relatesTo: [{ code: "appends" as const, target: referenceTo(documentId(note.id)) }],
      })),
    ];
  });

const signerOf = ({ doctorId, signedby }: Signed) =>
  referenceTo(doctorId === null ? practiceId : practitionerId(doctorId), signedby);
const documentId = (id: string): string => stableId("visit-note", id);
const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
