import type { Database } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { loadAnswers, type StoredAnswer, type LatestAnswers, latestAnswers } from "./answers.ts";
import type { FollowupRow } from "./queries.ts";
import { type FollowupScope, openScope } from "./scope.ts";
import { type Step, stepsFor, type StepProgress, stepProgress } from "./step-order.ts";

export type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** A follow-up as the patient goes through it today, with all its answers. */
export interface Followup extends FollowupScope {
  readonly row: FollowupRow;
  readonly steps: readonly Step[];
  /** Every answer, oldest first. */
  readonly all: readonly StoredAnswer[];
  readonly answers: LatestAnswers;
  readonly progress: StepProgress;
}

/** Loads a follow-up with the steps of today's content. */
export async function loadFollowup(services: Deps, row: FollowupRow): Promise<Followup> {
  return followupFrom(services, row, (await loadAnswers(services, [row])).get(row.id) ?? []);
}

/** Like `loadFollowup`, from answers already loaded. */
export function followupFrom(
  services: Pick<Deps, "content" | "secrets">,
  row: FollowupRow,
  all: readonly StoredAnswer[],
): Followup {
  const scope = openScope(services.secrets, row);
  const steps = stepsFor(services.content, scope.symptoms);
  const answers = latestAnswers(all);
  return { ...scope, row, steps, all, answers, progress: stepProgress(steps, answers) };
}

/**
 * A step the patient has reached. Refuses one the follow-up does not have (`not_found`), and one that is ahead of the patient or not on their
 * path (`step_ahead`).
 */
export function requireStep(
  { refuse }: Refuses<"step_ahead">,
  { steps, progress: { path } }: Followup,
  n: number,
): Step {
  const step = steps[n];
  if (!step) throw new Refusal("not_found");
  if (!path.includes(n)) throw refuse("step_ahead");
  return step;
}
