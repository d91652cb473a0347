import type { care } from "#contract/care/calls.ts";
import type { logCalls } from "#contract/care/log.ts";
import type { Task } from "#contract/care/tasks.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import { askContactEmail } from "#server/auth/public.ts";
import { lockOrder } from "#server/orders/public.ts";
import { mergedFrom } from "#server/persons/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { TxServices } from "#server/platform/services.ts";
import {
  askingRole,
  dueDayOf,
  endTask,
  entryObstacle,
  lockTask,
  loggedEntries,
  logKindOf,
  mailAddressOf,
  mayLog,
  newTaskDays,
  openTask,
  presentLogKind,
  readableLogKinds,
  readerOf,
  readsClinical,
} from "#server/tasks/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";
import { giveNotice } from "../notice/care-notice.ts";
import { stopForDeath } from "./death-reports.ts";
import { loadTask, pageOf, presentPage, type TaskContext } from "./present-tasks.ts";
import { badField, nowOf } from "./tasks.ts";

type Entry = HandlerInput<typeof logCalls.addPatientLog>["body"];

/** What people of the practice log, by the kinds of `content/log.yaml`. */
export const logHandlers = {
  logKinds: async (_, { content, clinic }) => {
    const { roles } = readerOf(clinic);
    const readable = readableLogKinds(content.log, roles, readsClinical(clinic.permissions));
    return {
      items: Object.entries(content.log).flatMap(([id, kind]) => {
        const mayadd = mayLog(kind, roles);
        return mayadd || readable.includes(id) ? [presentLogKind(id, kind, mayadd)] : [];
      }),
    };
  },

  log: async ({ query }, ctx) => {
    const { kind, state } = query;
    return presentPage(
      ctx,
      await loggedEntries(ctx.db, pageOf(ctx, query.nextpage), { kind, only: state }),
      "opened_at",
    );
  },

  patientLog: async ({ params, query }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    return presentPage(
      ctx,
      await loggedEntries(ctx.db, pageOf(ctx, query.nextpage), {
        patientIds: [patientId, ...(await mergedFrom(ctx.db, patientId))],
        only: query.state,
      }),
      "opened_at",
    );
  },

  addLog: ({ body }, ctx) => addEntry(ctx, body, null),

  addPatientLog: async ({ params, body }, ctx) => addEntry(ctx, body, await requirePatient(ctx, params.id)),
} satisfies Partial<Handlers<typeof care>>;

/** Makes an entry of a kind that the caller's roles log; it has ended at once, waits for its role by its day, or stands on the chart. */
async function addEntry(ctx: TaskContext, body: Entry, patientId: string | null): Promise<Task> {
  const kind = logKindOf(ctx.content.log, body.kind);
  if (!kind || kind.judged || (kind.about === "patient") !== (patientId !== null))
    throw badField("kind", "There’s no such kind of entry here. Please choose another one.");
  const role = askingRole(kind.writes, ctx.clinic);
  if (role === null) throw badField("kind", "Your role doesn’t log this. Please ask somebody whose does.");
  const obstacle = entryObstacle(kind, body);
  if (obstacle) throw badField(obstacle.path, obstacle.message);
  const id = await inTransaction(ctx, async (tx) => {
    const orderId = await orderOf(tx, patientId, body.orderid);
    if (patientId !== null) await stopForDeath(tx, kind, { patientId, fields: body.fields });
    if (patientId !== null) await giveNotice(tx, kind, { patientId, fields: body.fields, clinic: ctx.clinic });
    const entry = await openTask(tx, {
      ...{ kind: "log", patientId, orderId, conversationId: null, words: body.words, holds: false },
      ...{ actor: ctx.clinic.actor, asker: { role, memberId: ctx.clinic.member?.memberId ?? null } },
      // What waits for nobody is of whoever made the entry, or of those who read it.
      asked: { role: kind.work?.for ?? (kind.confidential ? (kind.reads?.[0] ?? role) : role), memberId: null },
      days: newTaskDays("log", dueDayOf(kind, body.fields, nowOf(tx)), nowOf(tx)),
      log: { kind: body.kind, fields: body.fields, onChart: kind.ends === "chart" },
    });
    const email = patientId === null ? null : mailAddressOf(kind, body.fields);
    if (patientId !== null && email !== null) await askContactEmail(tx, { taskId: entry, patientId, email });
    const row = kind.ends === "at_once" ? await lockTask(tx.db, entry) : undefined;
    if (row)
      await endTask(tx, row, {
        ...{ outcome: "settled", logOutcome: body.outcome ?? null, note: undefined, actor: ctx.clinic.actor },
      });
    return entry;
  });
  return loadTask(ctx, id);
}

async function orderOf(tx: TxServices, patientId: string | null, orderId: string | undefined): Promise<string | null> {
  if (orderId === undefined) return null;
  const order = await lockOrder(tx.db, orderId);
  if (order?.patient_id !== patientId) throw badField("orderid", "This patient has no such order.");
  return orderId;
}
