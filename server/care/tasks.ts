import type { care } from "#contract/care/calls.ts";
import { readKinds } from "#contract/care/conversations.ts";
import { rolesAsked, type TaskKind, taskKindOf, taskKinds } from "#contract/care/task-kinds.ts";
import type { Task, TaskAction, taskCalls, TaskOutcome } from "#contract/care/tasks.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import type { Message } from "#contract/messages/message.ts";
import { permissionsOfRole } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { dispensingOf } from "#server/dispensing/public.ts";
import { conversationById, messagesByIds } from "#server/messages/public.ts";
import { linesOf, lockOrder, orderById, ordersById } from "#server/orders/public.ts";
import { clinicToday, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays, workingDayFrom } from "#server/platform/clock/working-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { prescriptionsToDispense } from "#server/prescriptions/public.ts";
import { colleagues, lockColleague, memberNames, memberNamesById } from "#server/staff/public.ts";
import {
  actionsOf,
  answerOfTask,
  asideDays,
  askingRole,
  dayObstacle,
  endTask,
  giveTask,
  lastDayAside,
  lockTask,
  maySee,
  moveTask,
  newTaskDays,
  noteOfTask,
  openTask,
  openTasksAskedBy,
  openTasksOf,
  readerOf,
  readsClinical,
  stillAsked,
  storeAnswer,
  taskById,
  type TaskParty,
  type TaskRow,
  wordsOfTask,
} from "#server/tasks/public.ts";
import { type ClinicContext, loadPatientSummaries, requirePatient } from "./chart/patient-summary.ts";

type Context = ClinicContext & { readonly clinic: ClinicCaller };
type NewTask = HandlerInput<typeof taskCalls.addTask>["body"];
interface About {
  readonly patientId: string | null;
  readonly orderId: string | null;
  readonly conversationId: string | null;
}

/** What people of the practice ask each other, and remind themselves of. */
export const taskHandlers = {
  patientTasks: async ({ params, query }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const known = readsClinical(ctx.clinic.permissions) ? "all" : readerOf(ctx.clinic).roles;
    const page = { roles: known, cursor: decodeCursor(query.nextpage), limit: pageSize + 1 } as const;
    return presentPage(ctx, await openTasksOf(ctx.db, patientId, page));
  },

  tasksAsked: async ({ query }, ctx) => {
    const page = { cursor: decodeCursor(query.nextpage), limit: pageSize + 1 };
    return presentPage(ctx, await openTasksAskedBy(ctx.db, ctx.clinic.actor, page));
  },

  task: ({ params }, ctx) => loadTask(ctx, params.id),

  whoIsAsked: async (_, ctx) => {
    const people = await colleagues(ctx.db);
    const asked = roles.filter((role) => taskKinds.some((kind) => rolesAsked(kind).includes(role)));
    return {
      items: asked.map((role) => ({
        role,
        kinds: taskKinds.filter((kind) => rolesAsked(kind).includes(role)),
        clinical: readsClinical(permissionsOfRole(role)),
        people: people.filter((each) => each.roles.includes(role)).map(({ id, name }) => ({ memberid: id, name })),
      })),
    };
  },

  addTask: ({ body }, ctx) => addTask(ctx, body, { patientId: null, orderId: null, conversationId: null }),

  addPatientTask: async ({ params, body }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const { orderid: orderId = null, conversationid: conversationId = null } = body;
    if (orderId !== null && (await orderById(ctx.db, orderId))?.patient_id !== patientId)
      throw badField("orderid", "This patient has no such order.");
    if (conversationId !== null && (await conversationById(ctx.db, conversationId))?.patient_id !== patientId)
      throw badField("conversationid", "This patient has no such conversation.");
    return addTask(ctx, body, { patientId, orderId, conversationId });
  },

  askAboutOrder: async ({ params, body }, ctx) => {
    const known = await orderById(ctx.db, params.id);
    if (!known) throw new Refusal("not_found");
    ctx.auditPatient(known.patient_id);
    const id = await inTransaction(ctx, async (tx) => {
      await lockPatientOrders(tx.db, known.patient_id);
      const order = await lockOrder(tx.db, params.id);
      const dispensing = (await dispensingOf(tx, [params.id])).get(params.id);
      if (!order || !orderStates.toSend.has(order.status) || !dispensing?.lines.some(({ parcel }) => parcel === null))
        throw ctx.refuse("wrong_state", {
          message:
            "Nothing of this order is left to send, so there’s nothing to hold. Please ask the doctor by a question.",
        });
      const { promises, shipping, brand } = tx.content;
      const today = clinicToday(tx);
      const days = promises.incoming.businessdays + shipping.pharmacydays;
      const leavesOn = workingDayFrom(
        promises.closed,
        laterDay(today, addWorkingDays(promises.closed, dayIn(brand.timezone, order.placed_at), days)),
      );
      return openTask(tx, {
        ...{ kind: "order_question", patientId: order.patient_id, orderId: order.id, conversationId: null },
        ...{ actor: ctx.clinic.actor, asker: askerOf(ctx, "order_question"), words: body.words, holds: true },
        asked: await prescriberOf(tx, order.patient_id, order.id),
        days: newTaskDays("order_question", leavesOn, nowOf(tx)),
      });
    });
    return loadTask(ctx, id);
  },

  answerTask: ({ params, body: { answer } }, ctx) =>
    act(ctx, params.id, "answer", async (tx, row) => {
      if (row.ended_at !== null)
        throw ctx.refuse("wrong_state", { message: "This question was withdrawn. Nobody needs an answer any more." });
      if (row.answered_at !== null) {
        if (row.answered_by === ctx.clinic.actor && answerOfTask(ctx, row) === answer) return false;
        const name = (await memberNames(tx.db, [row.answered_by ?? ""])).get(row.answered_by ?? "");
        throw ctx.refuse("conflict", {
          message: `${name ?? "Somebody else"} has answered this already. Please read their answer.`,
        });
      }
      return () => storeAnswer(tx, row, { answer, actor: ctx.clinic.actor });
    }),

  endTask: ({ params, body: { outcome, note } }, ctx) =>
    act(ctx, params.id, endingAction[outcome], async (tx, row) => {
      if (row.ended_at !== null) {
        if (row.outcome === outcome) return false;
        throw ctx.refuse("conflict", { message: "This has ended already. Please look at what came of it." });
      }
      return () => endTask(tx, row, { outcome, note, actor: ctx.clinic.actor });
    }),

  putTaskAside: ({ params, body: { until } }, ctx) =>
    act(ctx, params.id, "aside", async (tx, row) => {
      const now = nowOf(tx);
      const last = lastDayAside({ kind: row.kind, dueOn: row.due_on, answered: row.answered_at !== null }, now.today);
      if (row.ended_at !== null || last === null) return () => Promise.resolve();
      const obstacle = until === now.today ? "Please choose a later day than today." : dayObstacle(until, now);
      if (obstacle !== null) throw badField("until", obstacle);
      if (until > last)
        throw badField(
          "until",
          `The answer is needed by ${formatDay(last)}. Please choose that day or an earlier one.`,
        );
      return () => moveTask(tx, row, asideDays(row.kind, row.due_on, until, now));
    }),

  reassignTask: ({ params, body }, ctx) =>
    act(ctx, params.id, "reassign", async (tx, row) => {
      const asked = await partyOf(ctx, tx, row.kind, body);
      return () => giveTask(tx, row, asked);
    }),
} satisfies Partial<Handlers<typeof care>>;

const endingAction: Readonly<Record<TaskOutcome, TaskAction>> = {
  ...{ done: "done", answered: "close", dropped: "drop", talked: "talk", declined: "talk", not_reached: "talk" },
};

const badField = (path: string, message: string) =>
  new Refusal("bad_request", { message, fields: [{ path, message }] });

const nowOf = ({ content, clock }: Pick<TxServices, "content" | "clock">) => ({
  ...{
    closed: content.promises.closed,
    timezone: content.brand.timezone,
    today: clinicToday({ content, clock }),
    now: clock.now(),
  },
});

/** Opens a task or a question. */
async function addTask(ctx: Context, body: NewTask, about: About): Promise<Task> {
  const { kind, dueon: dueOn = null, words } = body;
  if (taskKindOf(kind).day === "unseen_until" && dueOn === null)
    throw badField("dueon", "Please choose the day this comes up.");
  const obstacle = dueOn === null ? null : dayObstacle(dueOn, nowOf(ctx));
  if (obstacle !== null) throw badField("dueon", obstacle);
  const id = await inTransaction(ctx, async (tx) =>
    openTask(tx, {
      ...{ kind, ...about, actor: ctx.clinic.actor, asker: askerOf(ctx, kind), words, holds: false },
      asked: await partyOf(ctx, tx, kind, body),
      days: newTaskDays(kind, dueOn, nowOf(tx)),
    }),
  );
  return loadTask(ctx, id);
}

function askerOf({ clinic }: Context, kind: TaskKind): TaskParty {
  const role = askingRole(kind, clinic);
  if (role === null) throw new Refusal("scope_missing");
  return { role, memberId: clinic.member?.memberId ?? null };
}

/** Whom a call names. Somebody who left, or hasn't the role, is refused by name, so that what is asked isn't lost. */
async function partyOf(
  { clinic }: Context,
  tx: TxServices,
  kind: TaskKind,
  { role, memberid }: { readonly role?: Role | undefined; readonly memberid?: string | undefined },
): Promise<TaskParty> {
  const asked = rolesAsked(kind);
  if (role !== undefined && !asked.includes(role)) throw badField("role", "Nobody of this role can be asked this.");
  const memberId = memberid ?? (role === undefined ? (clinic.member?.memberId ?? null) : null);
  if (memberId === null) {
    if (role === undefined) throw badField("role", "Please choose who this is for.");
    return { role, memberId };
  }
  if (taskKindOf(kind).ends === "answer" && memberId === clinic.member?.memberId)
    throw badField("memberid", "Please choose somebody else to answer this.");
  const member = await lockColleague(tx.db, memberId);
  if (!member) throw badField("memberid", "There’s nobody with this id.");
  const held = member.roles.filter((each) => asked.includes(each) && !member.disabled);
  const found = role === undefined ? held[0] : held.find((each) => each === role);
  if (found === undefined)
    throw badField(
      "memberid",
      `${member.name} ${member.disabled ? "has left" : "can’t be asked this: they don’t have the role"}. Please choose somebody else, or everybody of a role.`,
    );
  return { role: found, memberId };
}

/** The prescriber of what is in an order, where they work in the app; else everybody who prescribes. */
async function prescriberOf(tx: TxServices, patientId: string, orderId: string): Promise<TaskParty> {
  const [role] = rolesAsked("order_question");
  if (role === undefined) throw new Refusal("not_found");
  const lines = await linesOf(tx.db, [orderId]);
  const prescriptions = await prescriptionsToDispense(tx, [patientId]);
  const doctors = lines.flatMap(
    ({ product_id }) => prescriptions.find(({ productId }) => productId === product_id)?.doctorId ?? [],
  );
  const people = (await colleagues(tx.db)).filter((each) => each.roles.includes(role));
  const prescriber = doctors.flatMap((doctorId) => people.find((each) => each.doctorId === doctorId) ?? [])[0];
  return { role, memberId: prescriber?.id ?? null };
}

/**
 * Does something about a task that nobody else acts on meanwhile. What `decide` refuses or finds done already is told before whether the caller may: of two
 * people the second learns who was first.
 */
async function act(
  ctx: Context & Refuses<"wrong_state">,
  id: string,
  action: TaskAction,
  decide: (tx: TxServices, row: TaskRow) => Promise<false | (() => Promise<unknown>)>,
): Promise<Task> {
  const known = await requireTask(ctx, id);
  await inTransaction(ctx, async (tx) => {
    // What holds an order is released in the order's turn.
    if (known.holds && known.patient_id) await lockPatientOrders(tx.db, known.patient_id);
    const row = await lockTask(tx.db, id);
    if (!row) throw new Refusal("not_found");
    const todo = await decide(tx, row);
    if (todo === false) return;
    if (!actionsOf(row, ctx.clinic, clinicToday(ctx)).includes(action))
      throw ctx.refuse("wrong_state", {
        message: "This can’t be done any more, or isn’t yours to do. Please look again.",
      });
    await todo();
  });
  return loadTask(ctx, id);
}

/** Not there for whoever isn't to know of it. */
async function requireTask(ctx: Context, id: string): Promise<TaskRow> {
  const row = await taskById(ctx.db, id);
  if (!row || !maySee(row, ctx.clinic)) throw new Refusal("not_found");
  return row;
}

async function loadTask(ctx: Context, id: string): Promise<Task> {
  const [task] = await presentTasks(ctx, [await requireTask(ctx, id)]);
  if (!task) throw new Refusal("not_found");
  return task;
}

async function presentPage(ctx: Context, rows: readonly TaskRow[]) {
  const { items, nextpage } = paginate(rows, ({ waits_since: at, id }) => ({ at, id }));
  return { items: await presentTasks(ctx, items), nextpage };
}

/** The messages that patients say aren't theirs, for whoever reads their conversations. */
async function messagesOf(ctx: Context, rows: readonly TaskRow[]): Promise<ReadonlyMap<string, Message>> {
  const asked = rows.flatMap(({ patient_id: patientId, message_id: id }) =>
    patientId && id ? [{ patientId, id }] : [],
  );
  if (asked.length === 0) return new Map();
  const found = await messagesByIds(ctx, asked, "practice");
  return new Map(
    found.flatMap(({ kind, message }) =>
      readKinds(ctx.clinic.permissions).includes(kind) ? [[message.id, message] as const] : [],
    ),
  );
}

async function presentTasks(ctx: Context, rows: readonly TaskRow[]): Promise<Task[]> {
  const { db, clinic, content } = ctx;
  const patientIds = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))];
  for (const id of patientIds) ctx.auditPatient(id);
  const asked = rows.map(({ role, member_id }): TaskParty => ({ role, memberId: member_id }));
  const orderIds = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))];
  const [summaries, orders, actors, people, still, messages] = await Promise.all([
    loadPatientSummaries(ctx, patientIds),
    orderIds.length > 0 ? ordersById(db, orderIds) : [],
    memberNames(db, [
      ...new Set(rows.flatMap(({ answered_by, ended_by }) => [answered_by ?? [], ended_by ?? []].flat())),
    ]),
    memberNamesById(db, [
      ...new Set(rows.flatMap(({ asker_member_id, member_id }) => [asker_member_id ?? [], member_id ?? []].flat())),
    ]),
    stillAsked(db, asked),
    messagesOf(ctx, rows),
  ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  const today = clinicToday(ctx);
  return rows.map((row) => {
    const order = orders.find(({ id }) => id === row.order_id);
    const answer = answerOfTask(ctx, row);
    const holder = row.member_id !== null && still.has(`${row.role}:${row.member_id}`) ? row.member_id : null;
    return {
      ...{ id: row.id, kind: row.kind, patient: patients.get(row.patient_id ?? "") ?? null },
      order: order
        ? {
            ...{ id: order.id, number: order.number },
            held: row.holds && row.answered_at === null && row.ended_at === null,
          }
        : null,
      conversationid: row.conversation_id,
      message: messages.get(row.message_id ?? "") ?? null,
      asker:
        taskKindOf(row.kind).asks.length === 0
          ? null
          : {
              role: row.asker_role,
              memberid: row.asker_member_id,
              name: people.get(row.asker_member_id ?? "") ?? null,
            },
      for: { role: row.role, memberid: holder, name: people.get(holder ?? "") ?? null },
      words: wordsOfTask(ctx, row),
      ...{ openedat: row.opened_at.toISOString(), since: row.waits_since.toISOString(), dueon: row.due_on },
      seenon: workingDayFrom(content.promises.closed, dayIn(content.brand.timezone, row.waits_since)),
      answer:
        answer === null || row.answered_by === null || row.answered_at === null
          ? null
          : {
              ...{ text: answer, actor: row.answered_by, name: actors.get(row.answered_by) ?? null },
              at: row.answered_at.toISOString(),
            },
      ended:
        row.ended_at === null || row.ended_by === null || row.outcome === null
          ? null
          : {
              ...{ outcome: row.outcome, actor: row.ended_by, name: actors.get(row.ended_by) ?? null },
              ...{ at: row.ended_at.toISOString(), note: noteOfTask(ctx, row) },
            },
      actions: actionsOf(row, clinic, today),
    };
  });
}
