import { DocumentKind } from "#contract/documents/calls.ts";
import type { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { formatDay } from "#app/formats/dates.ts";
import type { Input } from "#contract/http/endpoint.ts";

/** A document as somebody of the practice files it. */
export interface FiledDocument {
  readonly kind: string;
  readonly from: string;
  readonly datedon: string;
  readonly title: string;
}
export const nothingFiled: FiledDocument = { kind: "", from: "", datedon: "", title: "" };

type Kind = (typeof DocumentKind.options)[number];
export const kindLabels: Readonly<Record<Kind, string>> = {
  lab_result: "A result",
  referral: "A letter of another doctor, or a referral",
  insurance_front: "Insurance card, front",
  insurance_back: "Insurance card, back",
  other: "Something else",
};
/** What is filed most, first. */
export const kindOptions = (Object.keys(kindLabels) as Kind[]).map((value) => ({ value, label: kindLabels[value] }));

/** What is missing before it can be sent, by field; the server has the last word. */
export const missingFromFiled = (
  { kind, from, datedon }: FiledDocument,
  file: object | null,
  today: string,
): Readonly<Record<string, string>> => ({
  ...(file === null && { file: "Choose the file." }),
  ...(kind === "" && { kind: "Choose what it is." }),
  ...(from.trim() === "" && { from: "Write who sent it." }),
  ...(datedon > today && { datedon: "This day is still to come." }),
});

/** What is sent with the file; what is empty is left out. */
export function filedBody({ kind, from, datedon, title }: FiledDocument): Input<typeof care.fileDocument>["body"] {
  return {
    kind: DocumentKind.options.find((each) => each === kind) ?? "other",
    from: from.trim(),
    ...(datedon !== "" && { datedon }),
    ...(title.trim() !== "" && { title: title.trim() }),
  };
}

type Sent = Pick<NonNullable<PatientRecord["documents"]>[number], "filed" | "review" | "uploadedat">;

/** Where a document came from, in a line. */
export const sourceText = ({ filed, uploadedat }: Sent): string =>
  filed === null
    ? `sent ${formatDay(uploadedat)}`
    : [
        `from ${filed.from}`,
        filed.datedon !== null && `of ${formatCalendarDay(filed.datedon)}`,
        `filed ${formatDay(uploadedat)}`,
      ]
        .filter(Boolean)
        .join(", ");

/** Who looked at it. */
export const reviewText = ({ review }: Sent): string =>
  review === null
    ? "nobody has looked at it yet"
    : `looked at by ${review.by ?? "your system"}, ${formatDay(review.at)}`;
