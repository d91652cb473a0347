import type { FollowupResult } from "#contract/care/followups.ts";
import type { FollowupQuestion } from "#contract/followup.ts";
import type { AnswerValue, ScreeningStop } from "#contract/onboarding/questions.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Ids } from "#server/platform/database/read-together.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { FollowupRow } from "./queries.ts";

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

/** What an answer tells beyond itself, by the content it was given to. */
export interface AnswerFindings {
  /** What a doctor must not miss. */
  readonly flags: FollowupResult["flags"];
  /** What she was shown because it cannot wait. */
  readonly stops: readonly ScreeningStop[];
  /** The symptom it rates, with how much it bothered her before. */
  readonly symptom: { readonly name: string; readonly before: number | null } | null;
}

/** What is kept sealed: her answer, all it told, and the words it was asked and chosen in. Later content changes none of it. */
export interface SealedAnswer extends AnswerFindings {
  readonly questionId: string;
  readonly type: FollowupQuestion["answertype"];
  readonly value: AnswerValue;
  readonly others: string | null;
  readonly question: string;
  readonly words: string;
}

export interface StoredAnswer extends SealedAnswer {
  readonly contentVersion: string;
  readonly at: Date;
}

/** Her latest answers in a review, by question, in the order they were first given. */
export type LatestAnswers = ReadonlyMap<string, StoredAnswer>;

const sealContext = (id: string) => `followup_answer.value_sealed:${id}`;

/** Every answer given in each of these reviews, oldest first. One query. */
export async function loadAnswers(
  { db, secrets }: Deps,
  followups: readonly Pick<FollowupRow, "id">[],
): Promise<ReadonlyMap<string, StoredAnswer[]>> {
  const ids = followups.map(({ id }) => id);
  return openAnswers(secrets, followups, ids.length === 0 ? [] : await answerRows(db, ids).execute());
}

export const answerRows = (db: Database, followupIds: Ids) =>
  db
    .selectFrom("followup_answer")
    .select(["id", "followup_id", "content_version", "value_sealed", "given_at"])
    .where("followup_id", "in", followupIds)
    .orderBy("followup_id")
    .orderBy("seq");

export type AnswerRow = Awaited<ReturnType<ReturnType<typeof answerRows>["execute"]>>[number];

/** The same of rows read, among those of other reviews. */
export function openAnswers(
  secrets: Services["secrets"],
  followups: readonly Pick<FollowupRow, "id">[],
  rows: readonly AnswerRow[],
): ReadonlyMap<string, StoredAnswer[]> {
  const answers = new Map<string, StoredAnswer[]>(followups.map(({ id }) => [id, []]));
  for (const row of rows)
    answers.get(row.followup_id)?.push({
      ...secrets.open<SealedAnswer>(row.value_sealed, sealContext(row.id)),
      contentVersion: row.content_version,
      at: row.given_at,
    });
  return answers;
}

export const latestAnswers = (answers: readonly StoredAnswer[]): LatestAnswers =>
  new Map(answers.map((answer) => [answer.questionId, answer]));

/** Adds answers after the first `count` of a review, whose lock the caller holds; earlier ones stay. */
export async function insertAnswers(
  tx: Tx,
  secrets: Services["secrets"],
  followup: Pick<FollowupRow, "id" | "patient_id">,
  given: { readonly count: number; readonly contentVersion: string; readonly now: Date },
  answers: readonly SealedAnswer[],
): Promise<void> {
  const inserts = answers.map((answer, index) => {
    const id = newId();
    return {
      id,
      followup_id: followup.id,
      patient_id: followup.patient_id,
      seq: given.count + index,
      content_version: given.contentVersion,
      value_sealed: secrets.seal(answer, sealContext(id)),
      given_at: given.now,
    };
  });
  if (inserts.length > 0) await tx.insertInto("followup_answer").values(inserts).execute();
}
