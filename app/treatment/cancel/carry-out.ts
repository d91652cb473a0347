import { call } from "#app/api/api.ts";
import type { Output } from "#contract/endpoint.ts";
import { treatment } from "#contract/treatment.ts";

/** What she decided: to cancel these, or to stay with what is offered for them. */
export interface Decision {
  readonly kind: "cancel" | "stay";
  readonly ids: readonly string[];
  /** Every one of hers that this is possible with. */
  readonly all: boolean;
  readonly reason: string;
}

/** The server's sentence, and all of hers as they are then. */
export type Reply = Output<typeof treatment.preventCancel> | Output<typeof treatment.cancel>;

/** Carries a decision out, in one call where it is about all of hers. */
export async function carryOut(decision: Decision, patientid: string, key: string): Promise<Reply> {
  const [first, ...others] = decision.ids;
  if (decision.all || first === undefined) return one(decision, patientid, undefined, key);
  let reply = await one(decision, patientid, first, `${key}:${first}`);
  for (const id of others) reply = await one(decision, patientid, id, `${key}:${id}`);
  return reply;
}

function one(
  { kind, reason }: Decision,
  patientid: string,
  subscriptionid: string | undefined,
  key: string,
): Promise<Reply> {
  const params = { id: patientid };
  const which = subscriptionid === undefined ? {} : { subscriptionid };
  if (kind === "stay") return call(treatment.preventCancel, { params, body: which }, { key });
  const body = { ...which, ...(reason && { reason }) };
  return call(treatment.cancel, { params, body }, { key });
}
