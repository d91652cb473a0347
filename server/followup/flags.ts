import type { Content } from "#content/load.ts";
import type { FollowupResult } from "#contract/clinic-reviews.ts";
import { type Given, latestOf } from "./answers.ts";
import { botherOf } from "./symptoms.ts";

type Flag = FollowupResult["flags"][number];
type Movement = FollowupResult["symptoms"][number];

/** The answers of a review as they were kept, oldest first, and the questions on her way. */
interface Review {
  readonly all: readonly Given[];
  readonly way: readonly string[];
}

const levels = ["emergency", "clinician", "info"] as const;

/** How each symptom she rated moved since she was last asked. */
export const movementsOf = ({ all }: Pick<Review, "all">): Movement[] =>
  [...latestOf(all).values()].flatMap(({ questionId: id, symptom, value }) =>
    symptom ? [{ id, ...symptom, now: botherOf(value) }] : [],
  );

/**
 * What in her answers a doctor must not miss, the most urgent first. An emergency stays one though she changed her answer, and nothing is
 * hidden by another way she took afterwards: such flags say that she changed her answers.
 */
export function flagsOf({ followup }: Pick<Content, "followup">, { all, way }: Review): Flag[] {
  if (all.length === 0) return [{ id: "unanswered", level: "info", text: followup.unanswered }];
  const answers = [...latestOf(all).values()];
  const standing = answers.filter(({ questionId }) => way.includes(questionId)).flatMap(({ flags }) => flags);
  const emergencies = all.flatMap(({ flags }) => flags).filter(({ level }) => level === "emergency");
  const takenback = [...answers.flatMap(({ flags }) => flags), ...emergencies.toReversed()].map((flag) => ({
    ...flag,
    text: `${flag.text} ${followup.takenback}`,
  }));
  const flags = [...standing, ...takenback];
  const once = flags.filter(({ id }, index) => flags.findIndex((each) => each.id === id) === index);
  return levels.flatMap((level) => once.filter((flag) => flag.level === level));
}
