import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { answersOf, type Given, type GivenAnswers, latestOf } from "./answers.ts";
import { type Asked, openAsked } from "./asked.ts";
import type { ReviewRow } from "./queries.ts";
import { type Step, stepsFor, type Walk, walk } from "./steps.ts";

export type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** A review as she goes through it today, with all that was answered in it. */
export interface Review extends Asked {
  readonly row: ReviewRow;
  readonly steps: readonly Step[];
  /** Every answer, oldest first. */
  readonly all: readonly Given[];
  readonly answers: GivenAnswers;
  readonly walk: Walk;
}

/** Loads a review, with the steps of today's content. */
export async function loadReview(parts: Parts, row: ReviewRow): Promise<Review> {
  return reviewIn(parts, row, (await answersOf(parts, [row])).get(row.id) ?? []);
}

/** The same with all that was answered in it. */
export function reviewIn(parts: Pick<Parts, "content" | "secrets">, row: ReviewRow, all: readonly Given[]): Review {
  const asked = openAsked(parts.secrets, row);
  const steps = stepsFor(parts.content, asked.symptoms);
  const answers = latestOf(all);
  return { ...asked, row, steps, all, answers, walk: walk(steps, answers) };
}

/** A step she has come to. Refuses one the review does not have (`not_found`), and one that is ahead of her or not on her way (`step_ahead`). */
export function stepOf({ steps, walk: { path } }: Review, n: number): Step {
  const step = steps[n];
  if (!step) throw new Refusal("not_found");
  if (!path.includes(n)) throw new Refusal("step_ahead");
  return step;
}
