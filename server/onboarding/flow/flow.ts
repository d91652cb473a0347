import { createHash } from "node:crypto";
import type { Content } from "#content/loader/load.ts";

export type Flow = Content["flows"][number];

/** The variant a patient goes through: always the same for one id, spread evenly over the variants of the content. */
export function assignFlow(flows: readonly Flow[], patientId: string): Flow {
  const index = createHash("sha256").update(patientId).digest().readUInt32BE(0) % flows.length;
  return flows[index] ?? firstOf(flows);
}

/** The flow of a variant; the first flow for a variant the content does not have. */
export const flowOf = (flows: readonly Flow[], variant: string | null): Flow =>
  flows.find((flow) => flow.variant === variant) ?? firstOf(flows);

function firstOf(flows: readonly Flow[]): Flow {
  const [first] = flows;
  if (!first) throw new Error("The content has no flow");
  return first;
}
