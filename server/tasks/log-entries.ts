import { sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { beyondCursor } from "#server/platform/pagination.ts";
import { readBy, type TaskPage } from "./task-lists.ts";
import { selectTasks, type TaskRow } from "./tasks.ts";

/** What was logged, as far as somebody may know of it, newest first; of these accounts of a patient, of one kind, or only what is open, where that is asked. */
export const loggedEntries = (
  db: Database,
  page: TaskPage,
  {
    patientIds,
    kind,
    only,
  }: {
    readonly patientIds?: readonly string[];
    readonly kind?: string | undefined;
    readonly only?: "open" | "chart" | undefined;
  },
) =>
  selectTasks(db)
    .where("kind", "=", "log")
    .where((where) =>
      where.and([
        ...(patientIds === undefined ? [] : [where("patient_id", "in", [...patientIds])]),
        ...(kind === undefined ? [] : [where("log_kind", "=", kind)]),
        ...(only === undefined ? [] : [where("ended_at", "is", null)]),
        ...(only === "chart" ? [where("on_chart", "=", true)] : []),
      ]),
    )
    .where(readBy(page))
    .where(beyondCursor("opened_at", "<", "id", page.cursor))
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute();

/** What a patient asked for, of these kinds: of an order, of a subscription, or of neither; newest first. What was logged of them by others isn't among it. */
export const patientEntries = (
  db: Database,
  patientId: string,
  {
    kinds,
    orderId,
    subscriptionId = null,
  }: { readonly kinds: readonly string[]; readonly orderId: string | null; readonly subscriptionId?: string | null },
) =>
  selectTasks(db)
    .where("patient_id", "=", patientId)
    .where("kind", "=", "log")
    .where("asker", "=", `patient:${patientId}`)
    .where(sql<boolean>`log_kind = any(${[...kinds]}::text[])`)
    .where("order_id", "is not distinct from", orderId)
    .where("subscription_id", "is not distinct from", subscriptionId)
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** What was logged as part of a patient's record, oldest first; what was entered in error isn't among it. */
export const recordedEntries = (db: Database, patientId: string, kinds: readonly string[]) =>
  selectTasks(db)
    .where("patient_id", "=", patientId)
    .where(sql<boolean>`log_kind = any(${[...kinds]}::text[]) and outcome is distinct from 'dropped'`)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** Entries of a kind that stand on the charts of these accounts of a patient, oldest first. */
export const chartEntries = (db: Database, patientIds: readonly string[], kind: string): Promise<TaskRow[]> =>
  selectTasks(db)
    .where("patient_id", "in", [...patientIds])
    .where("log_kind", "=", kind)
    .where("on_chart", "=", true)
    .where("ended_at", "is", null)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** A patient's entries of a kind that are open, or were settled with this outcome, oldest first, and locked. */
export const lockEntries = (tx: Tx, patientId: string, kind: string, outcome: string): Promise<TaskRow[]> =>
  selectTasks(tx)
    .where("patient_id", "=", patientId)
    .where("log_kind", "=", kind)
    .where((where) => where.or([where("ended_at", "is", null), where("log_outcome", "=", outcome)]))
    .orderBy("opened_at")
    .orderBy("id")
    .forUpdate()
    .execute();

/** The kind of an open entry of these accounts of a patient that is one of these; null without any. */
export const openEntryOf = async (
  db: Database,
  patientIds: readonly string[],
  kinds: readonly string[],
): Promise<string | null> =>
  (
    await selectTasks(db)
      .where("patient_id", "in", [...patientIds])
      .where("kind", "=", "log")
      .where("ended_at", "is", null)
      .where(sql<boolean>`log_kind = any(${[...kinds]}::text[])`)
      .limit(1)
      .executeTakeFirst()
  )?.log_kind ?? null;

/** What a job of ours asked of a patient since a moment, oldest first, and locked; `asker` is the job's actor. */
export const tasksOfSystem = (
  tx: Tx,
  { asker, patientId, since }: { readonly asker: `system:${string}`; readonly patientId: string; readonly since: Date },
): Promise<TaskRow[]> =>
  selectTasks(tx)
    .where("patient_id", "=", patientId)
    .where("asker", "=", asker)
    .where("opened_at", ">=", since)
    .orderBy("opened_at")
    .forUpdate()
    .execute();

/** What a patient said last about talking with the pharmacist of an order. */
export const counselingTask = (db: Database, orderId: string): Promise<TaskRow | undefined> =>
  selectTasks(db)
    .where("order_id", "=", orderId)
    .where("kind", "=", "counseling")
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** What a patient was offered to talk about with the pharmacist, oldest first. */
export const counselingTasksOf = (db: Database, patientId: string): Promise<TaskRow[]> =>
  selectTasks(db)
    .where("patient_id", "=", patientId)
    .where("kind", "=", "counseling")
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** What a patient says isn't theirs. */
export type Misfiled = { readonly messageId: string } | { readonly letterId: string };

/** What is open of something that a patient says isn't theirs, which is locked. */
export const openTaskOfMisfiled = (tx: Tx, misfiled: Misfiled): Promise<TaskRow | undefined> =>
  ("messageId" in misfiled
    ? selectTasks(tx).where("message_id", "=", misfiled.messageId)
    : selectTasks(tx).where("letter_id", "=", misfiled.letterId)
  )
    .where("ended_at", "is", null)
    .executeTakeFirst();
