import type { FollowupResult } from "#contract/care/followups.ts";
import type { FollowupQuestion } from "#contract/followup.ts";
import type { AnswerValue, ScreeningStop } from "#contract/onboarding/questions.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { type Ids, isOneOf } from "#server/platform/database/read-together.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { FollowupRow } from "./queries.ts";

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

/** What an answer implies, by the content it was given to. */
export interface AnswerFindings {
  /** What a doctor must not miss. */
  readonly flags: FollowupResult["flags"];
  /** The urgent notices shown to the patient. */
  readonly stops: readonly ScreeningStop[];
  /** The symptom it rates, with the severity the patient gave before. */
  readonly symptom: { readonly name: string; readonly before: number | null } | null;
}

/** What is sealed: the answer, its findings, and the wording of the question and the chosen options. Later content changes none of it. */
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

/** The latest answer to each question of a follow-up, in the order the questions were first answered. */
export type LatestAnswers = ReadonlyMap<string, StoredAnswer>;

const sealContext = sealed("followup_answer.value_sealed");

/** Every answer given in each of these follow-ups, oldest first. One query. */
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
    .select(["id", "followup_id", "content_version", "value_sealed", "answered_at"])
    .where(isOneOf("followup_id", followupIds))
    .orderBy("followup_id")
    .orderBy("seq");

export type AnswerRow = Awaited<ReturnType<ReturnType<typeof answerRows>["execute"]>>[number];

/** Like `loadAnswers`, from rows already read; answers of other follow-ups are ignored. */
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
      at: row.answered_at,
    });
  return answers;
}

export const latestAnswers = (answers: readonly StoredAnswer[]): LatestAnswers =>
  new Map(answers.map((answer) => [answer.questionId, answer]));

/** Appends answers after the first `count` of a follow-up; earlier ones stay. The caller holds the lock of the patient's follow-ups. */
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
      answered_at: given.now,
    };
  });
  if (inserts.length > 0) await tx.insertInto("followup_answer").values(inserts).execute();
}
