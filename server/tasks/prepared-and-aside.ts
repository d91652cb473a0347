import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#server/platform/database/open.ts";
import { selectTasks, type TaskRow } from "./tasks.ts";

/** What is prepared of something and neither signed nor withdrawn, which is locked; there is one at most. */
export const openPreparedOf = (tx: Tx, refId: string): Promise<TaskRow | undefined> =>
  selectTasks(tx)
    .where("prepared_ref", "=", refId)
    .where("prepared", "is not", null)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** What is put aside of something and not brought back, which is locked, and whether it's still out of the inbox; there is one at most. */
export const openAsideOf = (tx: Tx, refId: string, now: Date): Promise<(TaskRow & { isOut: boolean }) | undefined> =>
  selectTasks(tx)
    .select(sql<boolean>`${isOut(now)}`.as("isOut"))
    .where("aside_ref", "=", refId)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** Condition: what this column names is put aside, and so not in the inbox. */
export const isPutAside = (column: string, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from task where task.aside_ref = ${sql.ref(column)} and task.ended_at is null and ${isOut(now)})`;

/** Condition on a row of `task` of the kind `aside`: its day hasn't come, nor has the patient written where that was waited for. */
const isOut = (now: Date): RawBuilder<boolean> => sql<boolean>`(task.waits_since > ${now}::timestamptz
  and not (task.aside_for_answer and exists (
    select from conversation join message on message.conversation_id = conversation.id
    where conversation.patient_id = task.patient_id and conversation.kind = 'doctor' and message.role = 'patient'
      and message.created_at > task.opened_at)))`;
