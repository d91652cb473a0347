import type { FollowupQuestion } from "#contract/followup.ts";
import { type Direction, directionOf, directionTexts } from "#app/ui/data/trend-chart.tsx";

/** How a symptom moved on its scale since the last follow-up; 0 is no bother. */
export interface SymptomTrend {
  readonly then: number;
  readonly now: number | null;
  /** Highest value of the scale. */
  readonly max: number;
  readonly direction: Direction | null;
  /** “3 then, 1 now, better” */
  readonly text: string;
}

/** Compares the answer with the last one; null if the question was not asked then. `answer` is an option's id. */
export function symptomTrend(
  { lasttime, answerlist }: Pick<FollowupQuestion, "lasttime" | "answerlist">,
  answer: string | null | undefined,
): SymptomTrend | null {
  const positionOf = (value: unknown) => answerlist.findIndex(({ id }) => id === value);
  const then = lasttime === null ? -1 : positionOf(lasttime.answer);
  if (then < 0) return null;
  const position = answer ? positionOf(answer) : -1;
  const now = position < 0 ? null : position;
  const direction = now === null ? null : directionOf(then, now);
  const text = now === null ? `${then} last time` : `${then} then, ${now} now, ${directionTexts[direction ?? "same"]}`;
  return { then, now, max: answerlist.length - 1, direction, text };
}
