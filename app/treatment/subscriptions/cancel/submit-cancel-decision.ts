import { call } from "#app/api/call.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { treatment } from "#contract/treatment.ts";

/** What she decided: to cancel these, or to stay with what is offered for them. */
export interface CancelDecision {
  readonly kind: "cancel" | "stay";
  readonly ids: readonly string[];
  /** Every one of hers that this is possible with. */
  readonly all: boolean;
  readonly reason: string;
}

/** The server's sentence, and all of hers as they are then. */
export type CancelResult = Output<typeof treatment.preventCancel> | Output<typeof treatment.cancel>;

/** Carries a decision out, in one call where it is about all of hers. */
export async function submitCancelDecision(
  decision: CancelDecision,
  patientid: string,
  key: string,
): Promise<CancelResult> {
  const [first, ...others] = decision.ids;
  if (decision.all || first === undefined) return submitOne(decision, patientid, undefined, key);
  let result = await submitOne(decision, patientid, first, `${key}:${first}`);
  for (const id of others) result = await submitOne(decision, patientid, id, `${key}:${id}`);
  return result;
}

function submitOne(
  { kind, reason }: CancelDecision,
  patientid: string,
  subscriptionid: string | undefined,
  key: string,
): Promise<CancelResult> {
  const params = { id: patientid };
  const which = subscriptionid === undefined ? {} : { subscriptionid };
  if (kind === "stay") return call(treatment.preventCancel, { params, body: which }, { key });
  const body = { ...which, ...(reason && { reason }) };
  return call(treatment.cancel, { params, body }, { key });
}
