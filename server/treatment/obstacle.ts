import type { ErrorCode } from "#contract/http/errors.ts";
import type { Refusal, Refuses } from "#server/platform/refusal.ts";
import type { Words } from "#server/platform/sentences.ts";

/** Why something is not possible now, and what the patient can do instead. `from`: the day it becomes possible. */
export interface Obstacle<Code extends ErrorCode> {
  readonly code: Code;
  readonly message: Words;
  readonly from?: string;
}

export const refusalBy = <Code extends ErrorCode>(
  { refuse }: Refuses<Code>,
  { code, message, from }: Obstacle<Code>,
): Refusal => refuse(code, { message, ...(from !== undefined && { details: { date: from } }) });
