import * as z from "zod/mini";
import { Id, Moment, multiLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { PairedRecord, verdicts } from "./patients.ts";

/** What two records have in common: `number` is the last four digits of the SSN, `card` the card itself, whoever put it on file. */
export const agreements = ["birthday", "number", "first_name", "last_name", "phone", "address", "card"] as const;
export type PairAgreement = (typeof agreements)[number];

/** Two records that are likely of one person. */
export const PersonPair = z.object({
  id: Id,
  foundat: Moment,
  agrees: z.array(z.enum(agreements)),
  verdict: z.nullable(z.enum(verdicts)),
  /** Sent back with a verdict: nobody replaces one they haven't seen. */
  version: z.int(),
  /** The one whose account was made first, then the other. */
  records: z.array(PairedRecord),
  /** Every verdict that was given, newest first. */
  verdicts: z.array(
    z.object({
      verdict: z.enum(verdicts),
      reason: z.string(),
      at: Moment,
      /** `staff:<id>` of a person, `key:<id>` of a system. */
      actor: z.string(),
      /** The person's name; null for a system. */
      name: z.nullable(z.string()),
    }),
  ),
});
export type PersonPair = z.output<typeof PersonPair>;

/** Whether two records are of one person; spread into `care`. */
export const pairCalls = {
  pair: clinicCall("GET /clinic/pair/{id}", {
    summary: "Two records that are likely of one person, side by side, with every verdict on them",
    access: { needs: ["read:identity"], record: "pair" },
    params: IdParams,
    ok: PersonPair,
  }),
  judgePair: clinicCall("PUT /clinic/pair/{id}/verdict", {
    summary:
      "Say whether two records are of one person, or correct it. `same` counts what either has at home for both; `not_same` lets both go on. The same once more changes nothing; `conflict` where somebody else said otherwise since",
    access: { needs: ["write:identity"], record: "pair", work: "pair" },
    params: IdParams,
    body: z.strictObject({
      /** Of the pair as it was seen. */
      version: z.int(),
      verdict: z.enum(verdicts),
      /** For the practice only. */
      reason: multiLine(2000, "Please write why."),
    }),
    ok: PersonPair,
    errors: ["conflict", "wrong_state"],
  }),
} as const;
