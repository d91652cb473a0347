import { type RawBuilder, sql } from "kysely";
import { dayIn } from "#contract/fields/formats.ts";
import type { Role } from "#contract/policy/roles.ts";
import type { Database } from "#server/platform/database/open.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";
import { ownLogKinds } from "./log-rules.ts";
import { selectTasks, type TaskParty, type TaskRow } from "./tasks.ts";

/** Up to `limit` open ones, by when they were opened. */
const openTasks = (db: Database, cursor: KeysetCursor | null, limit: number) =>
  selectTasks(db)
    .where("ended_at", "is", null)
    .where("on_chart", "=", false)
    .where(beyondCursor("waits_since", ">", "id", cursor))
    .orderBy("waits_since")
    .orderBy("id")
    .limit(limit);

/** Whose list is read, and the kinds of entries of which they read everybody's. */
export interface TaskPage {
  readonly actor: string;
  readonly roles: readonly Role[];
  /** They read about health. */
  readonly clinical: boolean;
  readonly logKinds: readonly string[];
  readonly cursor: KeysetCursor | null;
  readonly limit: number;
}

/**
 * Condition on a row of `task`: they may know of it. Of what was logged it's whoever made the entry, whom it waits for, or who reads its kind; of anything
 * else who has one of its roles, or, where it's of a patient, reads about health. `maySee` says the same of one row.
 */
export const readBy = ({ actor, roles, clinical, logKinds }: Omit<TaskPage, "cursor" | "limit">): RawBuilder<boolean> =>
  sql<boolean>`(asker = ${actor} or role = any(${[...roles]}::text[])
    or (kind = 'log' and log_kind = any(${[...logKinds]}::text[]))
    or (kind <> 'log' and (asker_role = any(${[...roles]}::text[]) or answered_role = any(${[...roles]}::text[])
      or (patient_id is not null and ${clinical}::boolean))))`;

/** Of a patient, as far as somebody may know of it. */
export const openTasksOf = (db: Database, patientId: string, page: TaskPage) =>
  openTasks(db, page.cursor, page.limit).where("patient_id", "=", patientId).where(readBy(page)).execute();

export const openTasksAskedBy = (
  db: Database,
  actor: string,
  { cursor, limit }: { readonly cursor: KeysetCursor | null; readonly limit: number },
) => openTasks(db, cursor, limit).where("asker", "=", actor).execute();

/** Of everybody: up to `limit` whose day has passed, longest first, and how many there are. */
export async function overdueTasks(
  db: Database,
  { today, now }: { readonly today: string; readonly now: Date },
  limit: number,
): Promise<{ readonly rows: readonly TaskRow[]; readonly count: number }> {
  const overdue = db
    .selectFrom("task")
    .where("ended_at", "is", null)
    // On a weekend nobody was there to see to it before the working day after.
    .where("due_on", "<", today)
    .where("due_at", "<=", now);
  const [rows, { count }] = await Promise.all([
    overdue.selectAll().$castTo<TaskRow>().orderBy("due_on").orderBy("id").limit(limit).execute(),
    overdue.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count) };
}

/** Whose inbox is read: `memberId` null is a system, which stands for everybody of its roles. */
export interface TaskReader {
  readonly roles: readonly Role[];
  readonly memberId: string | null;
}

/**
 * Condition on a row of `task`: it waits for them at this moment, on the practice's day. An entry of the log that waits for a role which has its kind no more
 * is theirs where the kind waits for theirs.
 */
export function waitsFor(
  { roles, memberId }: TaskReader,
  { content, now }: Pick<Services, "content"> & { readonly now: Date },
): RawBuilder<boolean> {
  const today = dayIn(content.brand.timezone, now);
  const logKinds = ownLogKinds(content.log, roles);
  return sql<boolean>`(ended_at is null and not on_chart and waits_since <= ${now}::timestamptz and not ${isOwnReview(memberId)} and (
    (role = any(${[...roles]}::text[])
      and (member_id is null or ${memberId}::uuid is null or member_id = ${memberId}::uuid or ${isNobodys(today)}))
    or (kind = 'log' and exists (select from jsonb_to_recordset(${JSON.stringify(logKinds)}::jsonb) as own (id text, roles jsonb)
      where own.id = task.log_kind and not own.roles @> to_jsonb(task.role)))))`;
}

/** Condition on a row of `task`: who it was given to is gone or away today, or has lost the role, and it's everybody's of the role. */
const isNobodys = (today: string) => sql<boolean>`not exists (
  select from staff_member left join doctor on doctor.id = staff_member.doctor_id
  where staff_member.id = task.member_id and staff_member.disabled_at is null and task.role = any(staff_member.roles)
    and (${today}::date between doctor.away_from and doctor.away_until) is not true)`;

/** Condition on a row of `task`: it asks to read what they decided themself, which is a colleague's to read. */
const isOwnReview = (memberId: string | null) => sql<boolean>`(kind = 'log' and exists (
  select from peer_review join staff_member on staff_member.doctor_id = peer_review.doctor_id
  where peer_review.task_id = task.id and staff_member.id = ${memberId}::uuid))`;

/** Those of these people who still have the role they were asked in, by `role:id`. */
export async function stillAsked(db: Database, parties: readonly TaskParty[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(parties.flatMap(({ memberId }) => memberId ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("staff_member")
    .select(["id", "roles"])
    .where("id", "in", ids)
    .where("disabled_at", "is", null)
    .execute();
  return new Set(rows.flatMap(({ id, roles }) => roles.map((role) => `${role}:${id}`)));
}
