import type { Content } from "#content/loader/load.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import { type StoredAnswer, latestAnswers } from "./answers.ts";
import { severityOf } from "./symptoms.ts";

type Flag = FollowupResult["flags"][number];
type SymptomChange = FollowupResult["symptoms"][number];

/** All stored answers of a follow-up, oldest first, and the questions on the patient's current path. */
interface AnsweredFollowup {
  readonly all: readonly StoredAnswer[];
  readonly way: readonly string[];
}

const levels = ["emergency", "clinician", "info"] as const;

/** How each rated symptom changed since the patient was last asked. */
export const symptomChanges = ({ all }: Pick<AnsweredFollowup, "all">): SymptomChange[] =>
  [...latestAnswers(all).values()].flatMap(({ questionId: id, symptom, value }) =>
    symptom ? [{ id, ...symptom, now: severityOf(value) }] : [],
  );

/**
 * What a doctor must not miss in the answers, most urgent first. An emergency remains even if the answer was changed, and leaving a path hides
 * nothing: such flags say that the answers were changed later.
 */
export function flagsOf({ followup }: Pick<Content, "followup">, { all, way: questionPath }: AnsweredFollowup): Flag[] {
  if (all.length === 0) return [{ id: "unanswered", level: "info", text: followup.unanswered }];
  const answers = [...latestAnswers(all).values()];
  const currentFlags = answers
    .filter(({ questionId }) => questionPath.includes(questionId))
    .flatMap(({ flags }) => flags);
  const emergencies = all.flatMap(({ flags }) => flags).filter(({ level }) => level === "emergency");
  const withdrawnFlags = [...answers.flatMap(({ flags }) => flags), ...emergencies.toReversed()].map((flag) => ({
    ...flag,
    text: `${flag.text} ${followup.takenback}`,
  }));
  const flags = [...currentFlags, ...withdrawnFlags];
  const uniqueFlags = flags.filter(({ id }, index) => flags.findIndex((each) => each.id === id) === index);
  return levels.flatMap((level) => uniqueFlags.filter((flag) => flag.level === level));
}
