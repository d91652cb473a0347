import type { LeftOutReason } from "#contract/care/lists.ts";
import { openTaskAbout, writeToPatient } from "#server/care/public.ts";
import { ensureConversations } from "#server/messages/public.ts";
import { mergedFrom, mergedInto } from "#server/persons/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { type Jobs, retriesOverHours } from "#server/platform/jobs/jobs.ts";
import type { JobServices, TxServices } from "#server/platform/services.ts";
import { openEntryOf, singlyLogKinds } from "#server/tasks/public.ts";
import { listActionQueue, type ListMessage, type ListWork, openListAction } from "./list-actions.ts";

interface Action {
  readonly id: string;
  readonly work: ListWork;
  readonly memberId: string | null;
}

/** Defines the queue that sees to everybody on a list. */
export function defineListJobs(jobs: Jobs, services: JobServices): void {
  jobs.define(listActionQueue, ({ actionId }) => runListAction(services, String(actionId)), {
    retries: retriesOverHours,
  });
}

/**
 * Does what was begun for each who is still to be seen to, in a transaction of their own: however often it runs, each has it once. One who fails is left to the next
 * run, and the others don't wait for it.
 */
async function runListAction(services: JobServices, id: string): Promise<void> {
  const open = await openListAction(services, id);
  if (open === null) return;
  const action = { id, ...open };
  const failed = new Set<string>();
  for (;;) {
    const patientIds = (await patientsLeft(services, id)).filter((each) => !failed.has(each));
    if (patientIds.length === 0) break;
    for (const patientId of patientIds)
      try {
        await seeTo(services, action, patientId);
      } catch (error) {
        failed.add(patientId);
        services.log.error(
          { what: "list action", id, patientId, err: { message: (error as Error).message } },
          "left to the next run",
        );
      }
  }
  if (failed.size > 0) throw new Error(`${failed.size} of a list are left to the next run`);
  await services.db
    .updateTable("list_action")
    .set({ ended_at: services.clock.now() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

const patientsLeft = async ({ db }: JobServices, actionId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("list_action_patient")
    .select("patient_id")
    .where("action_id", "=", actionId)
    .where("outcome", "is", null)
    .orderBy("patient_id")
    .execute();
  return rows.map(({ patient_id }) => patient_id);
};

const seeTo = (services: JobServices, action: Action, patientId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const row = tx.db
      .selectFrom("list_action_patient")
      .select("patient_id")
      .where("action_id", "=", action.id)
      .where("patient_id", "=", patientId)
      .where("outcome", "is", null)
      .forUpdate();
    // Another run was first.
    if (!(await row.executeTakeFirst())) return;
    const outcome = await actFor({ ...tx, refuse: services.refuse }, action, patientId);
    await tx.db
      .updateTable("list_action_patient")
      .set({ outcome, settled_at: tx.clock.now() })
      .where("action_id", "=", action.id)
      .where("patient_id", "=", patientId)
      .execute();
  });

type ActServices = TxServices & Pick<JobServices, "refuse">;

/** Does it for one; why not, where they are left out. Whose account became part of another one has it there, once. */
async function actFor(
  tx: ActServices,
  { id, work, memberId }: Action,
  patientId: string,
): Promise<"done" | LeftOutReason> {
  const survivingId = await mergedInto(tx.db, patientId);
  if (survivingId !== null) {
    await tx.db
      .insertInto("list_action_patient")
      .values({ action_id: id, patient_id: survivingId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return "merged";
  }
  if (work.kind === "message") return writeTo(tx, work.message, { actionId: id, memberId, patientId });
  await openTaskAbout(tx, work.task, { patientId, orderId: null, conversationId: null });
  return "done";
}

async function writeTo(
  tx: ActServices,
  { kind, text, needsReply }: ListMessage,
  {
    actionId,
    memberId,
    patientId,
  }: { readonly actionId: string; readonly memberId: string | null; readonly patientId: string },
): Promise<"done" | LeftOutReason> {
  // The lock under which a death is reported.
  await lockPatientOrders(tx.db, patientId);
  const { closed_at: closedAt, death_reported_at: deathReportedAt } = await tx.db
    .selectFrom("patient")
    .select(["closed_at", "death_reported_at"])
    .where("id", "=", patientId)
    .executeTakeFirstOrThrow();
  if (closedAt !== null) return "closed";
  if (deathReportedAt !== null) return "death_reported";
  const accounts = [patientId, ...(await mergedFrom(tx.db, patientId))];
  if ((await openEntryOf(tx.db, accounts, singlyLogKinds(tx.content.log))) !== null) return "restricted";
  const conversation = (await ensureConversations(tx, patientId)).find((each) => each.kind === kind);
  if (!conversation) return "no_conversation";
  if (conversation.closed_at !== null) return "conversation_closed";
  await writeToPatient(tx, conversation, {
    ...{ text, needsReply, by: { member: memberId === null ? null : { memberId } } },
    // Nobody's question is answered by what everybody is sent.
    answersSeq: 0,
    clientId: `list:${actionId}:${patientId}`,
  });
  return "done";
}
