import * as z from "zod/mini";
import { Id, Moment, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

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

/** Medical letters; spread into `care`. */
export const letterCalls = {
  letterhead: clinicCall("GET /clinic/patient/{id}/medicalletter/head", {
    summary: "What a medical letter has around its text, as its document would be printed if it were issued now",
    access: { needs: ["write:prescribing"], record: "patient" },
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
    }),
    ok: z.object({ id: Id, issuedat: Moment }),
    status: 201,
    errors: ["wrong_state"],
  }),
} as const;
