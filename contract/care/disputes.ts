import * as z from "zod/mini";
import { Dollars, Id, Moment, EmptyBody, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientSummary } from "./patients.ts";

const DisputeStatus = z.enum(["inquiry", "inquiry_closed", "needs_response", "under_review", "won", "lost"]);

/** A cardholder's bank demands the money of a charge back, or has taken it (a chargeback). It is answered in the gateway's own dashboard. */
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
});

/** Disputed payments, as the practice sees them; spread into `care`. */
export const disputeCalls = {
  disputes: clinicCall("GET /clinic/dispute", {
    summary: "Disputed payments (chargebacks), newest first",
    access: { needs: ["read:money"] },
    query: PageQuery,
    ok: paged(Dispute),
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
