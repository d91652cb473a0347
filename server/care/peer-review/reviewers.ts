import { type RawBuilder, sql } from "kysely";
import { rolesAsked } from "#contract/care/task-kinds.ts";
import { permits } from "#contract/policy/policy.ts";
import type { Database } from "#server/platform/database/open.ts";
import { type Colleague, colleagues } from "#server/staff/public.ts";
import { type TaskParty, type TaskReader, type TaskRow, waitsFor } from "#server/tasks/public.ts";

/** The kind of `content/log.yaml` whose entries ask to read a month's sample. */
export const reviewKind = "peer_review";

/** The role that is asked: of whoever prescribes. */
export const prescriberRole = rolesAsked("prepared")[0] ?? "physician";

export type Prescriber = Colleague & { readonly doctorId: string };

/** Everybody who prescribes and works here, by name. */
export const prescribersHere = async (db: Database): Promise<readonly Prescriber[]> =>
  (await colleagues(db)).filter(
    (each): each is Prescriber => each.doctorId !== null && permits(each.permissions, ["write:prescribing"]),
  );

/** Why this can't be given to somebody; null where it can, and for what is no peer review. */
export async function reviewerObstacle(
  db: Database,
  { id, log_kind: kind }: Pick<TaskRow, "id" | "log_kind">,
  { role, memberId }: TaskParty,
): Promise<string | null> {
  if (kind !== reviewKind) return null;
  if (role !== prescriberRole) return "Only somebody who prescribes can read these decisions.";
  if (memberId === null) return null;
  const prescriber = (await prescribersHere(db)).find((each) => each.id === memberId);
  if (!prescriber) return "Only somebody who prescribes can read these decisions.";
  const own = await db
    .selectFrom("peer_review")
    .select("id")
    .where("task_id", "=", id)
    .where("doctor_id", "=", prescriber.doctorId)
    .executeTakeFirst();
  return own ? "They made these decisions. Please choose another prescriber." : null;
}

type Moment = Parameters<typeof waitsFor>[1];

/** Condition on a row of `peer_review_decision`: a question about it waits for them. */
export const isQuestioned = (reader: TaskReader, at: Moment): RawBuilder<boolean> => sql<boolean>`exists (
  select from task where task.reviewed_decision_id = peer_review_decision.id and ${waitsFor(reader, at)})`;

/** Condition on a row of `peer_review`: it waits for them. */
export const isToRead = (reader: TaskReader, at: Moment): RawBuilder<boolean> => sql<boolean>`exists (
  select from task where task.id = peer_review.task_id and task.role = ${prescriberRole} and ${waitsFor(reader, at)})`;

/** Whether a decision for this patient is still to be read by them, or a question about one waits for them: it opens the record. */
export async function reviewOpensRecord(
  { db, ...at }: Moment & { readonly db: Database },
  patientId: string,
  reader: TaskReader,
): Promise<boolean> {
  const found = await db
    .selectFrom("peer_review_decision")
    .innerJoin("peer_review", "peer_review.id", "peer_review_decision.review_id")
    .select("peer_review_decision.id")
    .where("peer_review_decision.patient_id", "=", patientId)
    .where(
      sql<boolean>`((peer_review_decision.outcome is null and ${isToRead(reader, at)}) or ${isQuestioned(reader, at)})`,
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The tasks of the reviews that these questions come from, by the decision that is asked about. */
export async function reviewTasksOf(
  db: Database,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (decisionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("peer_review_decision")
    .innerJoin("peer_review", "peer_review.id", "peer_review_decision.review_id")
    .select(["peer_review_decision.id", "peer_review.task_id"])
    .where("peer_review_decision.id", "in", [...decisionIds])
    .execute();
  return new Map(rows.map(({ id, task_id: taskId }) => [id, taskId]));
}
