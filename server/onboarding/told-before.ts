import type { AnswerValue } from "#contract/onboarding/questions.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { answerSealContext } from "./flow/visit-queries.ts";
import type { GivenAnswer } from "./rules/answers.ts";

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

/** The patient's answers to these questions of the visit by `until`: the latest to each, and when it was given. */
export async function answersBefore(
  { db, secrets }: Deps,
  patientId: string,
  questionIds: readonly string[],
  until: Date,
): Promise<ReadonlyMap<string, { readonly answer: AnswerValue; readonly at: Date }>> {
  if (questionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("health_answer")
    .distinctOn("question_id")
    .select(["id", "question_id", "value_sealed", "answered_at"])
    .where("patient_id", "=", patientId)
    .where("question_id", "in", [...questionIds])
    .where("answered_at", "<=", until)
    .orderBy("question_id")
    .orderBy("answered_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Map(
    rows.map(({ id, question_id, value_sealed, answered_at }) => {
      const { value } = secrets.open<GivenAnswer>(value_sealed, answerSealContext(id));
      return [question_id, { answer: typeof value === "string" ? value : [...value], at: answered_at }];
    }),
  );
}
