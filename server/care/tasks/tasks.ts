import type { care } from "#contract/care/calls.ts";
import { rolesAsked, rolesAsking, type TaskKind, taskKindOf, taskKinds } from "#contract/care/task-kinds.ts";
import type { Task, TaskAction, taskCalls, TaskEnding } from "#contract/care/tasks.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import { permissionsOfRole } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { type AccountClosingStep, unusableHash } from "#server/auth/public.ts";
import { dispensingOf } from "#server/dispensing/public.ts";
import { currentAbsence } from "#server/doctors/public.ts";
import { conversationById } from "#server/messages/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { linesOf, lockOrder, orderById } from "#server/orders/public.ts";
import { clinicToday, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays, workingDayFrom } from "#server/platform/clock/working-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { prescriptionsToDispense } from "#server/prescriptions/public.ts";
import { colleagues, lockColleague, memberNames } from "#server/staff/public.ts";
import {
  actionsOf,
  answerOfTask,
  asideDays,
  askingRole,
  dayObstacle,
  endTask,
  giveTask,
  isOutcome,
  lastDayAside,
  lockTask,
  logKindOf,
  moveTask,
  newTaskDays,
  openTask,
  outcomesNow,
  openTasksAskedBy,
  openTasksOf,
  overdueTasks,
  readsClinical,
  storeAnswer,
  type TaskParty,
  type TaskRow,
} from "#server/tasks/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";
import { takeBackNotice } from "../notice/care-notice.ts";
import { reviewerObstacle } from "../peer-review/reviewers.ts";
import { isTakenBack, noteOfBoth, settleDeath } from "./death-reports.ts";
import { loadTask, pageOf, partiesOf, presentPage, requireTask, type TaskContext } from "./present-tasks.ts";

type NewTask = HandlerInput<typeof taskCalls.addTask>["body"];
interface About {
  readonly patientId: string | null;
  readonly orderId: string | null;
  readonly conversationId: string | null;
}

/** What people of the practice ask each other, and remind themselves of. */
export const taskHandlers = (closingSteps: readonly AccountClosingStep[]) =>
  ({
    patientTasks: async ({ params, query }, ctx) => {
      const patientId = await requirePatient(ctx, params.id);
      return presentPage(ctx, await openTasksOf(ctx.db, patientId, pageOf(ctx, query.nextpage)), "waits_since");
    },

    tasksAsked: async ({ query }, ctx) =>
      presentPage(ctx, await openTasksAskedBy(ctx.db, ctx.clinic.actor, pageOf(ctx, query.nextpage)), "waits_since"),

    overdueTasks: async (_, ctx) => {
      const { rows, count } = await overdueTasks(ctx.db, nowOf(ctx), maxOverdue);
      const parties = await partiesOf(ctx.db, rows);
      return {
        items: rows.flatMap((row) => {
          const { id, kind, due_on: dueon } = row;
          return dueon === null ? [] : [{ id, kind, dueon, asker: parties.asker(row), for: parties.asked(row) }];
        }),
        count,
      };
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

    endTask: async ({ params, body: { outcome, logoutcome, note } }, ctx) => {
      // Before a transaction begins, and only where a patient's sign-in may end with it.
      const noPassword = logoutcome === "confirmed" ? await unusableHash(ctx) : "";
      let sessions: readonly string[] = [];
      const ended = await act(ctx, params.id, endingAction[outcome], async (tx, row) => {
        const ending = { outcome, note, logOutcome: logoutcome ?? null, actor: ctx.clinic.actor };
        const kind = logKindOf(ctx.content.log, row.log_kind);
        // What was logged can turn out to be an error after it ended.
        const isCorrected = row.kind === "log" && outcome === "dropped" && row.outcome !== "dropped";
        if (row.ended_at !== null && !isCorrected && !isTakenBack(kind, row, ending.logOutcome)) {
          if (row.outcome === outcome && row.log_outcome === ending.logOutcome) return false;
          throw ctx.refuse("conflict", { message: "This has ended already. Please look at what came of it." });
        }
        if (
          outcome === "settled" ? !isOutcome(outcomesNow(kind, row.log_outcome), logoutcome) : logoutcome !== undefined
        )
          throw badField("logoutcome", "Please choose what came of it.");
        const isAnswer =
          outcome === "settled" && kind?.request !== undefined && row.asker === `patient:${row.patient_id}`;
        if (isAnswer && kind.request?.why && note === undefined)
          throw badField("note", "Please say why, in a sentence or two. The patient reads it.");
        const missingNote = note === undefined && logoutcome !== undefined && kind?.noted?.[logoutcome];
        if (missingNote) throw badField("note", missingNote);
        return async () => {
          const isBack = isTakenBack(kind, row, ending.logOutcome);
          await endTask(tx, row, { ...ending, note: isBack ? await noteOfBoth(tx, row, note ?? "") : note });
          if (isAnswer) await notifyOfAnswer(tx, row);
          const settled = { row, logOutcome: ending.logOutcome, actor: ending.actor, noPassword, closingSteps };
          await takeBackNotice(tx, kind, row, ending.actor);
          sessions = await settleDeath({ ...tx, refuse: ctx.refuse }, kind, settled);
        };
      });
      ctx.revokedSessions.add(sessions);
      return ended;
    },

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
        const obstacle = await reviewerObstacle(tx.db, row, asked);
        if (obstacle !== null) throw badField(body.memberid === undefined ? "role" : "memberid", obstacle);
        return () => giveTask(tx, row, asked);
      }),
  }) satisfies Partial<Handlers<typeof care>>;

/** A patient hears that what they asked for has an answer, with a link to where they asked; nothing of what it's about. */
async function notifyOfAnswer(tx: TxServices, row: TaskRow): Promise<void> {
  const { id, patient_id: patientId, order_id: orderId, subscription_id: subscriptionId } = row;
  if (patientId === null) return;
  const href =
    orderId !== null ? `/order/${orderId}` : subscriptionId !== null ? `/subscription/${subscriptionId}` : undefined;
  await notifyAndMail(tx, {
    ...{ patientId, template: "request_answered", values: {}, dedupeKey: id },
    ...(href !== undefined && { href }),
  });
}

/** Told of at once: who sees to them looks at the longest. */
const maxOverdue = 100;

const endingAction: Readonly<Record<TaskEnding, TaskAction>> = {
  ...{ done: "done", answered: "close", dropped: "drop", talked: "talk", declined: "talk", not_reached: "talk" },
  settled: "settle",
};

export const badField = (path: string, message: string) =>
  new Refusal("bad_request", { message, fields: [{ path, message }] });

export const nowOf = ({ content, clock }: Pick<TxServices, "content" | "clock">) => ({
  ...{
    closed: content.promises.closed,
    timezone: content.brand.timezone,
    today: clinicToday({ content, clock }),
    now: clock.now(),
  },
});

/** Opens a task or a question. */
async function addTask(ctx: TaskContext, body: NewTask, about: About): Promise<Task> {
  const id = await inTransaction(ctx, async (tx) => openTaskAbout(tx, await newTaskOf(ctx, tx, body), about));
  return loadTask(ctx, id);
}

/** What somebody wants to ask or be reminded of: checked, and of nobody in particular yet. */
export interface TaskToOpen {
  readonly kind: NewTask["kind"];
  readonly words: string;
  readonly dueOn: string | null;
  readonly actor: string;
  readonly asker: TaskParty;
  readonly asked: TaskParty;
}

/** What a call asks for; refuses a day that can't be and somebody who can't be asked. */
export async function newTaskOf(ctx: TaskContext, tx: TxServices, body: NewTask): Promise<TaskToOpen> {
  const { kind, dueon: dueOn = null, words } = body;
  if (taskKindOf(kind).day === "unseen_until" && dueOn === null)
    throw badField("dueon", "Please choose the day this comes up.");
  const obstacle = dueOn === null ? null : dayObstacle(dueOn, nowOf(ctx));
  if (obstacle !== null) throw badField("dueon", obstacle);
  return {
    ...{ kind, words, dueOn, actor: ctx.clinic.actor, asker: askerOf(ctx, kind) },
    asked: await partyOf(ctx, tx, kind, body),
  };
}

/** Opens it about somebody; its id. */
export const openTaskAbout = (tx: TxServices, { dueOn, ...task }: TaskToOpen, about: About): Promise<string> =>
  openTask(tx, { ...task, ...about, holds: false, days: newTaskDays(task.kind, dueOn, nowOf(tx)) });

export function askerOf({ clinic }: TaskContext, kind: TaskKind): TaskParty {
  const role = askingRole(rolesAsking(kind), clinic);
  if (role === null) throw new Refusal("scope_missing");
  return { role, memberId: clinic.member?.memberId ?? null };
}

/** Whom a call names. Somebody who left, or hasn't the role, is refused by name, so that what is asked isn't lost. */
async function partyOf(
  { clinic }: TaskContext,
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

/** The prescriber of what is in an order, where they work in the app and aren't away; else everybody who prescribes. */
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
  const isAway = prescriber?.doctorId != null && (await currentAbsence(tx, { id: prescriber.doctorId })) !== null;
  return { role, memberId: prescriber === undefined || isAway ? null : prescriber.id };
}

/**
 * Does something about a task that nobody else acts on meanwhile. What `decide` refuses or finds done already is told before whether the caller may: of two
 * people the second learns who was first.
 */
async function act(
  ctx: TaskContext & Refuses<"wrong_state">,
  id: string,
  action: TaskAction,
  decide: (tx: TxServices, row: TaskRow) => Promise<false | (() => Promise<unknown>)>,
): Promise<Task> {
  const known = await requireTask(ctx, id);
  await inTransaction(ctx, async (tx) => {
    // What holds an order is released in the order's turn, and of two reports of a death each ends the other.
    const isDeath = logKindOf(ctx.content.log, known.log_kind)?.effect === "death";
    if ((known.holds || isDeath) && known.patient_id) await lockPatientOrders(tx.db, known.patient_id);
    const row = await lockTask(tx.db, id);
    if (!row) throw new Refusal("not_found");
    const todo = await decide(tx, row);
    if (todo === false) return;
    const allowed = actionsOf(row, logKindOf(ctx.content.log, row.log_kind), ctx.clinic, clinicToday(ctx));
    if (!allowed.includes(action))
      throw ctx.refuse("wrong_state", {
        message: "This can’t be done any more, or isn’t yours to do. Please look again.",
      });
    await todo();
  });
  return loadTask(ctx, id);
}
