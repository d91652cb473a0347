import type { account } from "#contract/account/calls.ts";
import type { RecordRequest, RecordRequests } from "#contract/account/requests.ts";
import { detectEmergency, reportEmergency } from "#server/emergency/public.ts";
import { orderById } from "#server/orders/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import {
  dueDayOf,
  endTask,
  fieldsOfTask,
  type LogKind,
  lockTask,
  logKindOf,
  newTaskDays,
  noteOfTask,
  openTask,
  patientEntries,
  taskById,
  type TaskRow,
  wordsOfTask,
} from "#server/tasks/public.ts";
import { loadSubscriptionsAndChanges } from "#server/treatment/public.ts";

/*
 * What a patient asks of their record, of a medicine, or says of a package: an entry of a kind of `content/log.yaml` that patients make, too. It waits for the
 * practice by its day, and the patient reads what came of it.
 */

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };
type RequestKind = LogKind & { readonly request: NonNullable<LogKind["request"]> };

/** What a request is about; with neither id, the record. */
interface About {
  readonly orderId?: string | undefined;
  readonly subscriptionId?: string | undefined;
}

export const requestHandlers = {
  requests: async (_, ctx) => (await loadRequests(ctx, ctx.caller.patientId, {})).shown,

  packageRequests: async ({ params }, ctx) =>
    (await loadRequests(ctx, ctx.caller.patientId, { orderId: params.id })).shown,

  medicineRequests: async ({ params }, ctx) =>
    (await loadRequests(ctx, ctx.caller.patientId, { subscriptionId: params.id })).shown,

  addRequest: ({ body: { kind: id, choice, words, orderid: orderId, subscriptionid: subscriptionId } }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      await lockPatientOrders(tx.db, patientId);
      const about = { orderId, subscriptionId };
      const kind = requestKinds(tx, about).get(id);
      if (!kind || (orderId !== undefined && subscriptionId !== undefined)) throw badField("kind", "requests.no_kind");
      const { shown, medicine } = await loadRequests(tx, patientId, about);
      const offered = shown.kinds.find((each) => each.kind === id);
      if (!offered) throw ctx.refuse("wrong_state", { message: sentence("requests.not_now") });
      const isChoice =
        offered.asks === null ? choice === undefined : offered.asks.choices.some((each) => each.id === choice);
      if (!isChoice) throw badField("choice", "requests.no_choice");
      const today = clinicToday(tx);
      const days = {
        today,
        closed: tx.content.promises.closed,
        timezone: tx.content.brand.timezone,
        now: tx.clock.now(),
      };
      const { work, request } = kind;
      const fields = [
        ...(work?.from === undefined ? [] : [{ id: work.from, value: today }]),
        ...(request.medicine === undefined || medicine === null ? [] : [{ id: request.medicine, value: medicine }]),
        ...(request.asks === undefined || choice === undefined ? [] : [{ id: request.asks.field, value: choice }]),
      ];
      const role = work?.for ?? "patient_services";
      await openTask(tx, {
        ...{ kind: "log", patientId, orderId: orderId ?? null, conversationId: null, words, holds: false },
        ...{ actor: `patient:${patientId}`, asker: { role, memberId: null }, asked: { role, memberId: null } },
        ...(subscriptionId !== undefined && { subscriptionId }),
        days: newTaskDays("log", dueDayOf(kind, fields, days), days),
        log: { kind: id, fields, onChart: false },
      });
      const sign = detectEmergency(tx.content, words);
      if (sign) await reportEmergency(tx, { ...sign, patientId, source: "contact" });
      return { requests: (await loadRequests(tx, patientId, about)).shown, emergency: sign?.emergency ?? null };
    }),

  takeRequestBack: ({ params: { id } }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      const actor = `patient:${patientId}`;
      const known = await taskById(tx.db, id);
      if (known?.patient_id !== patientId || known.kind !== "log" || known.asker !== actor)
        throw new Refusal("not_found");
      const row = (await lockTask(tx.db, id)) ?? known;
      if (row.ended_at !== null && row.ended_by !== actor)
        throw ctx.refuse("wrong_state", { message: sentence("requests.answered") });
      if (row.ended_at === null) await endTask(tx, row, { outcome: "dropped", note: undefined, actor });
      const about = { orderId: row.order_id ?? undefined, subscriptionId: row.subscription_id ?? undefined };
      return (await loadRequests(tx, patientId, about)).shown;
    }),
} satisfies Partial<Handlers<typeof account>>;

const badField = (path: string, name: "requests.no_kind" | "requests.no_choice") =>
  new Refusal("bad_request", { fields: [{ path, message: sentence(name) }] });

/** What can be asked of the record, of a medicine, or of an order's package. */
function requestKinds({ content: { log } }: Pick<Deps, "content">, { orderId, subscriptionId }: About) {
  const asked = orderId !== undefined ? "order" : subscriptionId !== undefined ? "medicine" : "record";
  return new Map(
    Object.keys(log).flatMap((id) => {
      const kind = logKindOf(log, id);
      return kind?.request?.about === asked ? [[id, kind as RequestKind] as const] : [];
    }),
  );
}

/** What can be and was asked; the medicine, by name and strength, where it's about one. Not there for another patient's. */
async function loadRequests(
  deps: Deps & Parameters<typeof loadSubscriptionsAndChanges>[0],
  patientId: string,
  about: About,
): Promise<{ readonly shown: RecordRequests; readonly medicine: string | null }> {
  const kinds = requestKinds(deps, about);
  const { isOpen, medicine } = await subjectOf(deps, patientId, about);
  const rows = await patientEntries(deps.db, patientId, {
    ...{ kinds: [...kinds.keys()], orderId: about.orderId ?? null, subscriptionId: about.subscriptionId ?? null },
  });
  const open = new Set(rows.flatMap((row) => (row.ended_at === null ? (row.log_kind ?? []) : [])));
  const shown = {
    kinds: [...kinds]
      .filter(([id]) => !open.has(id) && isOpen)
      .map(([kind, { request, fields }]) => {
        const { title, text, words, asks } = request;
        const choices = Object.entries(asks?.choices ?? fields[asks?.field ?? ""]?.choices ?? {});
        return {
          ...{ kind, title, text, words },
          asks: asks ? { label: asks.label, choices: choices.map(([id, label]) => ({ id, label })) } : null,
        };
      }),
    items: rows.flatMap((row) => {
      const kind = kinds.get(row.log_kind ?? "");
      return kind ? [presentRequest(deps, row, kind)] : [];
    }),
  };
  return { shown, medicine };
}

/** Whether anything can be asked of it now. Of a package once one left; of a medicine while the patient gets it and no change of it waits for them. */
async function subjectOf(
  deps: Parameters<typeof loadRequests>[0],
  patientId: string,
  { orderId, subscriptionId }: About,
): Promise<{ readonly isOpen: boolean; readonly medicine: string | null }> {
  if (orderId !== undefined) {
    const order = await orderById(deps.db, orderId);
    if (order?.patient_id !== patientId) throw new Refusal("not_found");
    return { isOpen: orderStates.sent.has(order.status), medicine: null };
  }
  if (subscriptionId === undefined) return { isOpen: true, medicine: null };
  const prescribed = await activePrescriptions(deps, patientId);
  const { subscriptions, changes } = await loadSubscriptionsAndChanges(deps, patientId, prescribed);
  const subscription = subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription) throw new Refusal("not_found");
  const { item, status } = subscription;
  const isWaiting = changes.some((each) => each.subscriptionid === subscriptionId && each.status === "waiting");
  return {
    isOpen: item.prescription && status !== "cancelled" && status !== "pending" && !isWaiting,
    medicine: [item.name, item.dosage].filter(Boolean).join(" "),
  };
}

function presentRequest(deps: Deps, row: TaskRow, { request, fields }: RequestKind): RecordRequest {
  const { asks } = request;
  const chosen = fieldsOfTask(deps, row).find(({ id }) => id === asks?.field)?.value;
  const isOpen = row.ended_at === null;
  const ended = row.ended_by === row.asker ? "requests.taken_back" : "requests.no_longer";
  return {
    ...{ id: row.id, kind: row.log_kind ?? "", title: request.title, words: wordsOfTask(deps, row) },
    choice:
      chosen === undefined ? null : (asks?.choices?.[chosen] ?? fields[asks?.field ?? ""]?.choices?.[chosen] ?? chosen),
    ...{ at: row.opened_at.toISOString(), answerby: isOpen ? row.due_on : null, open: isOpen },
    answer: isOpen ? null : (request.outcomes[row.log_outcome ?? ""] ?? toText(deps.content, sentence(ended))),
    why: request.why === true && row.outcome === "settled" ? noteOfTask(deps, row) : null,
  };
}
