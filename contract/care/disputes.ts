import * as z from "zod/mini";
import { Dollars, Id, Moment, EmptyBody, paged, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientSummary } from "./patients.ts";

const DisputeStatus = z.enum(["inquiry", "inquiry_closed", "needs_response", "under_review", "won", "lost"]);

/** What the bank was answered through us: once, and for good. `refused`: it was answered otherwise, is decided, or was due. */
export const answerStatuses = ["asked", "sent", "refused"] as const;

/** A cardholder's bank demands the money of a charge back, or has taken it (a chargeback). It is answered here, or in the gateway's own dashboard. */
export const Dispute = z.object({
  id: Id,
  patient: PatientSummary,
  orderid: Id,
  ordernumber: z.nullable(z.string()),
  amount: Dollars,
  /** The gateway's reason code, e.g. `fraudulent`, `product_not_received`. */
  reason: z.string(),
  status: DisputeStatus,
  /** Until when it may be answered; null where it cannot be. */
  evidencedueby: z.nullable(Moment),
  openedat: Moment,
  /** No automatic charges while this is true. */
  chargesstopped: z.boolean(),
  /** Null: nothing was sent from here. */
  answer: z.nullable(z.object({ status: z.enum(answerStatuses), askedat: Moment, settledat: z.nullable(Moment) })),
  /** Evidence can be sent to the bank, by `answerDispute`. */
  answerable: z.boolean(),
});

/** What is known of a disputed charge, without anything clinical: what a bank may be told. */
export const DisputeEvidence = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      /** `at`: when it happened; null for what has no time. */
      lines: z.array(z.object({ at: z.nullable(Moment), text: z.string() })),
    }),
  ),
  /** Why the patient's email and address are left out, in words; null: they aren't. */
  contactleftout: z.nullable(z.string()),
  /** What stays here, in words. */
  leftout: z.array(z.string()),
  /** Stands for all of it: with it, it is sent as it was seen. */
  revision: z.string(),
});
export type DisputeEvidence = z.output<typeof DisputeEvidence>;

/** Has the patient's email and address in it although the chart asks for a look before; left out: without them where it does. */
const EvidenceQuery = z.object({ withcontact: optionalText(z.literal("true")) });

/** Disputed payments, as the practice sees them; spread into `care`. */
export const disputeCalls = {
  disputes: clinicCall("GET /clinic/dispute", {
    summary: "Disputed payments (chargebacks), newest first",
    access: { needs: ["read:money"] },
    query: PageQuery,
    ok: paged(Dispute),
  }),
  disputeEvidence: clinicCall("GET /clinic/dispute/{id}/evidence", {
    summary:
      "What a bank may be told of a disputed charge: consent, announcement, delivery, sign-ins, times of messages, refunds, policies; nothing clinical",
    access: { needs: ["read:money"] },
    params: IdParams,
    query: EvidenceQuery,
    ok: DisputeEvidence,
  }),
  disputeEvidenceFile: clinicCall("GET /clinic/dispute/{id}/evidence/file", {
    summary: "The same as a PDF, to keep or to upload elsewhere",
    access: { needs: ["read:money"], freshProof: true },
    params: IdParams,
    query: EvidenceQuery,
    ok: "application/pdf",
    errors: ["unprintable"],
  }),
  answerDispute: clinicCall("PUT /clinic/dispute/{id}/answer", {
    summary:
      "Send that evidence to the bank, through the payment gateway, as it was seen. It's sent once and for good; a repeat changes nothing",
    access: { needs: ["write:money"], freshProof: true },
    params: IdParams,
    /** The `revision` that was seen, with or without the contact lines; `conflict` where there is something else to send by now. */
    body: z.strictObject({
      revision: z.string().check(z.maxLength(100)),
      /** It was seen with the email and address: somebody looked, and they may go to the bank. */
      withcontact: z.optional(z.boolean()),
    }),
    ok: z.object({ dispute: Dispute }),
    errors: ["wrong_state", "conflict"],
  }),
  resumeCharges: clinicCall("PUT /clinic/dispute/{id}/resumecharges", {
    summary:
      "Resume charges that a dispute stopped, after the practice has spoken with the patient; a repeat changes nothing",
    access: { needs: ["write:money"] },
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ dispute: Dispute }),
    errors: ["wrong_state"],
  }),
} as const;
