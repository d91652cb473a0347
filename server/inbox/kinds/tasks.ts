import { sql } from "kysely";
import { ordersById } from "#server/orders/public.ts";
import { memberNames } from "#server/staff/public.ts";
import { answerOfTask, logKindOf, tasksById, waitsFor, wordsOfTask } from "#server/tasks/public.ts";
import type { InboxEntry, ReadFacts } from "../entry.ts";
import { waitingColumns } from "./rows.ts";

const taskFacts: ReadFacts = async (ctx, rows) => {
  const found = await tasksById(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const tasks = new Map(found.map((task) => [task.id, task]));
  const orderIds = [...new Set(found.flatMap(({ order_id }) => order_id ?? []))];
  const [names, orders] = await Promise.all([
    memberNames(ctx.db, [...new Set(found.map(({ answered_by, asker }) => answered_by ?? asker))]),
    orderIds.length > 0 ? ordersById(ctx.db, orderIds) : [],
  ]);
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  return ({ id }) => {
    const task = tasks.get(id);
    if (!task) return {};
    const answer = answerOfTask(ctx, task);
    return {
      asked: {
        ...{ kind: task.kind, log: logKindOf(ctx.content.log, task.log_kind)?.label ?? task.log_kind },
        ...{ answered: answer !== null, words: answer ?? wordsOfTask(ctx, task) },
        by: names.get(task.answered_by ?? task.asker) ?? null,
      },
      ordernumber: numbers.get(task.order_id ?? "") ?? null,
      holdsmedicine: task.holds && answer === null,
    };
  };
};

/** What people of the practice ask each other and remind themselves of, from its day on. */
export const taskEntry: InboxEntry = {
  rows: ({ reader, now, opens, content }) => sql`select ${waitingColumns({
    ...{ id: "id", patient: "patient_id", since: "waits_since", due: "due_at" },
  })}
      from task where kind <> 'aside' and ${waitsFor(reader, { content, now })}
      ${opens ? sql`and (asker is distinct from ${`staff:${reader.memberId ?? ""}`} or answered_at is not null)` : sql``}`,
  promise: ({ promises }) => ({ what: promises.task.what, businessdays: null }),
  facts: taskFacts,
  byLicense: false,
  opensRecord: true,
  tables: ["task"],
};
