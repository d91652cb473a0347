import * as z from "zod/mini";
import { Id, Moment, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { messageText } from "#contract/messages/message.ts";
import { preparedid } from "./prepared.ts";

/** What stands around the text of a medical letter, in the words and the order of its document. */
export const Letterhead = z.object({
  issuer: z.string(),
  title: z.string(),
  /** The day it is issued. */
  issuedon: z.string(),
  /** Whom it is about, and who issues it. */
  parties: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
  closing: z.string(),
  /** Who signs, with credentials, license and NPI. */
  signer: z.object({ name: z.string(), lines: z.array(z.string()) }),
});
export type Letterhead = z.output<typeof Letterhead>;

/** A letter that was issued, as the practice sees it. */
export const RecordLetter = z.object({
  id: Id,
  /** Paragraphs separated by blank lines; null once it was withdrawn. */
  text: z.nullable(z.string()),
  /** The doctor who signed it. */
  doctorname: z.string(),
  /** Who wrote it for that signature; null: whoever signed. */
  preparedby: z.nullable(z.string()),
  issuedat: Moment,
  /** `reported` the patient says it isn't theirs, and can't download it · `withdrawn` it was meant for another patient: nobody reads it */
  misfiled: z.nullable(z.enum(["reported", "withdrawn"])),
});
export type RecordLetter = z.output<typeof RecordLetter>;

const LetterParams = z.object({ id: Id, letterid: Id });

/** Medical letters; spread into `care`. */
export const letterCalls = {
  letterhead: clinicCall("GET /clinic/patient/{id}/medicalletter/head", {
    summary: "What a medical letter has around its text, as its document would be printed if it were issued now",
    access: { needs: ["read:prescribing"], record: "patient" },
    params: IdParams,
    query: z.object({ doctorid: optionalText(singleLine(60)) }),
    ok: Letterhead,
    errors: ["wrong_state"],
  }),
  issueLetter: clinicCall("POST /clinic/patient/{id}/medicalletter", {
    summary: "Issue a medical letter; it replaces the one before",
    access: { needs: ["write:prescribing"], record: "patient", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      text: multiLine(10_000, "Please write the letter."),
      doctorid: optionalText(singleLine(60)),
      preparedid,
    }),
    ok: z.object({ id: Id, issuedat: Moment }),
    status: 201,
    errors: ["wrong_state"],
  }),
  withdrawLetter: clinicCall("POST /clinic/patient/{id}/medicalletter/{letterid}/withdrawn", {
    summary:
      "Withdraw a letter that was meant for another patient: nobody reads or downloads it any more, and the letter before counts again. With `forpatientid` the same letter is issued for that patient by the same doctor",
    access: { needs: ["write:prescribing"], record: "patient" },
    idempotency: true,
    params: LetterParams,
    body: z.strictObject({
      /** Whom it was meant for. */
      forpatientid: optionalText(Id),
    }),
    ok: RecordLetter,
    errors: ["wrong_state", "conflict"],
  }),
  keepLetter: clinicCall("POST /clinic/patient/{id}/medicalletter/{letterid}/kept", {
    summary:
      "A letter that the patient said isn't theirs is theirs: they can download it again, and a message to them says why",
    access: { needs: ["write:prescribing"], record: "patient" },
    idempotency: true,
    params: LetterParams,
    body: z.strictObject({ message: messageText }),
    ok: RecordLetter,
    errors: ["wrong_state", "conflict"],
  }),
} as const;
