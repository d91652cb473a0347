import type { FollowupResult } from "#contract/clinic-reviews.ts";
import type { FollowupQuestion } from "#contract/followup.ts";
import type { AnswerValue, Stop } from "#contract/questions.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Ids } from "#server/platform/database/read-together.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { ReviewRow } from "./queries.ts";

type Parts = Pick<Services, "secrets"> & { readonly db: Database };

/** What an answer tells beyond itself, by the content it was given to. */
export interface Told {
  /** What a doctor must not miss. */
  readonly flags: FollowupResult["flags"];
  /** What she was shown because it cannot wait. */
  readonly stops: readonly Stop[];
  /** The symptom it rates, with how much it bothered her before. */
  readonly symptom: { readonly name: string; readonly before: number | null } | null;
}

/** What is kept sealed: her answer, all it told, and the words it was asked and chosen in. Later content changes none of it. */
export interface ToKeep extends Told {
  readonly questionId: string;
  readonly type: FollowupQuestion["answertype"];
  readonly value: AnswerValue;
  readonly others: string | null;
  readonly question: string;
  readonly words: string;
}

export interface Given extends ToKeep {
  readonly contentVersion: string;
  readonly at: Date;
}

/** Her latest answers in a review, by question, in the order they were first given. */
export type GivenAnswers = ReadonlyMap<string, Given>;

const place = (id: string) => `followup_answer.value_sealed:${id}`;

/** Every answer given in each of these reviews, oldest first. One query. */
export async function answersOf(
  { db, secrets }: Parts,
  reviews: readonly Pick<ReviewRow, "id">[],
): Promise<ReadonlyMap<string, Given[]>> {
  const ids = reviews.map(({ id }) => id);
  return answersIn(secrets, reviews, ids.length === 0 ? [] : await answerRows(db, ids).execute());
}

export const answerRows = (db: Database, reviewIds: Ids) =>
  db
    .selectFrom("followup_answer")
    .select(["id", "followup_id", "content_version", "value_sealed", "given_at"])
    .where("followup_id", "in", reviewIds)
    .orderBy("followup_id")
    .orderBy("seq");

export type AnswerRow = Awaited<ReturnType<ReturnType<typeof answerRows>["execute"]>>[number];

/** The same of rows read, among those of other reviews. */
export function answersIn(
  secrets: Services["secrets"],
  reviews: readonly Pick<ReviewRow, "id">[],
  found: readonly AnswerRow[],
): ReadonlyMap<string, Given[]> {
  const answers = new Map<string, Given[]>(reviews.map(({ id }) => [id, []]));
  for (const row of found)
    answers.get(row.followup_id)?.push({
      ...secrets.open<ToKeep>(row.value_sealed, place(row.id)),
      contentVersion: row.content_version,
      at: row.given_at,
    });
  return answers;
}

export const latestOf = (answers: readonly Given[]): GivenAnswers =>
  new Map(answers.map((answer) => [answer.questionId, answer]));

/** Adds answers after the first `count` of a review, whose lock the caller holds; earlier ones stay. */
export async function insertAnswers(
  tx: Tx,
  secrets: Services["secrets"],
  review: Pick<ReviewRow, "id" | "patient_id">,
  given: { readonly count: number; readonly contentVersion: string; readonly now: Date },
  answers: readonly ToKeep[],
): Promise<void> {
  const rows = answers.map((kept, index) => {
    const id = newId();
    return {
      id,
      followup_id: review.id,
      patient_id: review.patient_id,
      seq: given.count + index,
      content_version: given.contentVersion,
      value_sealed: secrets.seal(kept, place(id)),
      given_at: given.now,
    };
  });
  if (rows.length > 0) await tx.insertInto("followup_answer").values(rows).execute();
}
