import { sql } from "kysely";
import { leftOutReasons, type LeftOutReason, type ListAction } from "#contract/care/lists.ts";
import type { TaskToOpen } from "#server/care/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { Listed } from "./find-listed.ts";

/*
 * Something that is done for everybody on a list. Who is on it is fixed at the press, in its transaction; a job then sees to one after the other, and each row says
 * what came of it.
 */

/** Runs once for each action, until everybody was seen to. */
export const listActionQueue = "lists.act";

export interface ListMessage {
  readonly kind: "doctor" | "patient_services";
  readonly text: string;
  readonly needsReply: boolean;
}

/** What is done for each. */
export type ListWork =
  | { readonly kind: "task"; readonly task: TaskToOpen }
  | { readonly kind: "message"; readonly message: ListMessage };

const contentOf = sealed("list_action.content_sealed");

/** Begins it for everybody on a list; its id. Who isn't written to with the others is left out at once. */
export async function beginListAction(
  { db, secrets, clock, jobs }: TxServices,
  work: ListWork,
  {
    listed,
    actor,
    memberId,
  }: { readonly listed: readonly Listed[]; readonly actor: string; readonly memberId: string | null },
): Promise<string> {
  const id = newId();
  const now = clock.now();
  await db
    .insertInto("list_action")
    .values({
      ...{ id, kind: work.kind, actor, member_id: memberId, begun_at: now },
      content_sealed: secrets.seal(work, contentOf(id)),
    })
    .execute();
  // What is asked of a colleague is about a closed account as well.
  const outcomes = listed.map(({ leftOut }) => (work.kind === "message" ? leftOut : null));
  await sql`
    insert into list_action_patient (action_id, patient_id, outcome, settled_at)
    select ${id}, patient_id, outcome, case when outcome is not null then ${now}::timestamptz end
    from unnest(${listed.map((each) => each.id)}::uuid[], ${outcomes}::text[]) as listed (patient_id, outcome)`.execute(
    db,
  );
  await jobs.enqueue(db, listActionQueue, { actionId: id });
  return id;
}

/** One that isn't over; null: there is none. */
export async function openListAction(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  id: string,
): Promise<{ readonly work: ListWork; readonly memberId: string | null } | null> {
  const row = await db
    .selectFrom("list_action")
    .select(["content_sealed", "member_id as memberId"])
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row ? { work: secrets.open<ListWork>(row.content_sealed, contentOf(id)), memberId: row.memberId } : null;
}

/** What an actor began, newest first, with how far each is; of one id only, where that is given. */
export async function listActionsOf(
  db: Database,
  actor: string,
  { limit, id }: { readonly limit: number; readonly id?: string },
): Promise<ListAction[]> {
  const actions = await db
    .selectFrom("list_action")
    .select(["id", "kind", "begun_at", "ended_at"])
    .where("actor", "=", actor)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .orderBy("begun_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  if (actions.length === 0) return [];
  const counts = await db
    .selectFrom("list_action_patient")
    .select(["action_id", "outcome", ({ fn }) => fn.countAll<string>().as("count")])
    .where(
      "action_id",
      "in",
      actions.map((each) => each.id),
    )
    .groupBy(["action_id", "outcome"])
    .execute();
  return actions.map((action) => {
    const own = counts.filter(({ action_id }) => action_id === action.id);
    const count = (outcome: string) => Number(own.find((each) => each.outcome === outcome)?.count ?? 0);
    return {
      ...{ id: action.id, kind: action.kind, begunat: action.begun_at.toISOString() },
      endedat: action.ended_at?.toISOString() ?? null,
      count: own.reduce((sum, each) => sum + Number(each.count), 0),
      done: count("done"),
      leftout: Object.fromEntries(leftOutReasons.map((reason) => [reason, count(reason)])) as Record<
        LeftOutReason,
        number
      >,
    };
  });
}
