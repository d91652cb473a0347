import { call } from "#app/api/call.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { treatment } from "#contract/treatment/calls.ts";

/** The patient's decision: cancel these subscriptions, or keep them with the offer. */
export interface CancelDecision {
  readonly kind: "cancel" | "stay";
  readonly ids: readonly string[];
  /** The decision covers every subscription it is possible for. */
  readonly all: boolean;
  readonly reason: string;
}

/** The server's message and all of the patient's subscriptions afterwards. */
export type CancelResult = Output<typeof treatment.preventCancel> | Output<typeof treatment.cancel>;

/** Submits the decision; one call if it covers all of the patient's subscriptions. */
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
  const target = subscriptionid === undefined ? {} : { subscriptionid };
  if (kind === "stay") return call(treatment.preventCancel, { params, body: target }, { key });
  const body = { ...target, ...(reason && { reason }) };
  return call(treatment.cancel, { params, body }, { key });
}
