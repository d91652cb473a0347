import type { care } from "#contract/care/calls.ts";
import { type AsideKind, asideDaysAhead, backBeforePaymentHours, rolesAsked } from "#contract/care/task-kinds.ts";
import { latestCase } from "#server/cases/public.ts";
import { orderById } from "#server/orders/public.ts";
import { captureBeforeOf } from "#server/payment/public.ts";
import { addDays, clinicToday, daysBetween, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import { authorizationEnd } from "#server/platform/gateway/port.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  emptyOn,
  loadDispensedBoxes,
  prescriptionById,
  prescriptionRenewalById,
} from "#server/prescriptions/public.ts";
import { endTask, openAsideOf, openTask } from "#server/tasks/public.ts";
import { continuingProducts, earliestCharge } from "#server/treatment/public.ts";
import { upsellRequestById } from "#server/upsell-requests/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";
import { loadTask } from "./present-tasks.ts";
import { askerOf, badField } from "./tasks.ts";

/** Puts what waits for a decision aside while the patient is asked, or until a day. */
export const asideHandlers = {
  putAside: async ({ params, body }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const { of, refid, foranswer = false, words } = body;
    const { actor } = ctx.clinic;
    const chosen = lastDay(ctx, body);
    const [role] = rolesAsked("aside");
    if (role === undefined) throw new Refusal("not_found");
    const id = await inTransaction(ctx, async (tx) => {
      await lockPatientOrders(tx.db, patientId);
      const waiting = await waitingOf[of](tx.db, patientId, refid);
      if (!waiting)
        throw ctx.refuse("wrong_state", { message: "This doesn’t wait any more: it was decided or withdrawn." });
      const now = ctx.clock.now();
      const before = await openAsideOf(tx.db, waiting.refId, now);
      if (before?.isOut)
        throw ctx.refuse("conflict", {
          message: "This is put aside already. Bring it back first, to change until when.",
        });
      if (before) await endTask(tx, before, { outcome: "dropped", note: "It was back in the inbox.", actor });
      const supply = waiting.productId === null ? null : await lastDayOfSupply(tx, patientId, waiting.productId);
      const until = supply === null ? chosen : untilSupply(ctx, supply, { chosen, isNamed: body.until !== undefined });
      const day = startOfDay(ctx.content.brand.timezone, until);
      const payment = await paymentEnd(tx, waiting.orderId);
      const latest = payment && new Date(payment.getTime() - backBeforePaymentHours * 3_600_000);
      if (latest && latest <= now)
        throw ctx.refuse("wrong_state", {
          message: "The bank lets go of the payment soon, so this can’t wait. Please decide it.",
        });
      return openTask(tx, {
        ...{ kind: "aside", patientId, orderId: null, conversationId: null, holds: false, actor },
        ...{ asker: askerOf(ctx, "aside"), asked: { role, memberId: null } },
        words: words ?? (foranswer ? "Until the patient answers." : "Until that day."),
        days: { dueOn: null, dueAt: null, waitsSince: latest && latest < day ? latest : day },
        aside: { refId: waiting.refId, forAnswer: foranswer },
      });
    });
    return loadTask(ctx, id);
  },
} satisfies Partial<Handlers<typeof care>>;

/** The day it's back at the latest. */
function lastDay(
  { content, clock }: Pick<Services, "content" | "clock">,
  { until, foranswer }: { readonly until?: string | undefined; readonly foranswer?: boolean | undefined },
): string {
  const today = clinicToday({ content, clock });
  if (until === undefined) {
    if (foranswer !== true) throw badField("until", "Please choose a day, or that it waits for the patient’s answer.");
    return addDays(today, content.promises.unanswereddays);
  }
  if (until <= today) throw badField("until", "Please choose a later day than today.");
  const last = addDays(today, asideDaysAhead);
  if (until > last) throw badField("until", `Please choose ${formatDay(last)} or an earlier day.`);
  return until;
}

interface LastDayOfSupply {
  /** The first day without the medicine. */
  readonly emptyOn: string;
  /** The last day on which a decision brings more before then. */
  readonly latest: string;
}

/** Until when a renewal may wait, by what is at home or on its way; null where nothing of it is sent once it's decided, or nothing was yet. */
async function lastDayOfSupply(tx: TxServices, patientId: string, productId: string): Promise<LastDayOfSupply | null> {
  const { db, content } = tx;
  if (!(await continuingProducts(db, patientId)).includes(productId)) return null;
  const boxes = (await loadDispensedBoxes(db, patientId, content.brand.timezone)).get(productId) ?? [];
  const today = clinicToday(tx);
  const empty = emptyOn(boxes, today);
  if (empty === null) return null;
  // Once it's decided, the patient is notified of the charge, and then it's sent.
  const daysToArrive = daysBetween(today, earliestCharge(today)) + content.shipping.leaddays;
  return { emptyOn: empty, latest: addDays(empty, -daysToArrive) };
}

/** The day chosen, or without one named, the latest that leaves the patient with medicine. Refuses a later one, and any where it's too late already. */
function untilSupply(
  ctx: Pick<Services, "content" | "clock"> & Refuses<"wrong_state">,
  { emptyOn: empty, latest }: LastDayOfSupply,
  { chosen, isNamed }: { readonly chosen: string; readonly isNamed: boolean },
): string {
  const today = clinicToday(ctx);
  const lasts =
    empty <= today ? "The patient has run out of it" : `What the patient has lasts until ${formatDay(empty)}`;
  if (latest <= today)
    throw ctx.refuse("wrong_state", {
      message: `${lasts}, and the next box takes ${daysBetween(latest, empty)} days to get there, so this can’t wait. Please decide it.`,
    });
  if (chosen <= latest) return chosen;
  if (!isNamed) return latest;
  throw badField(
    "until",
    `${lasts}, and the next box takes ${daysBetween(latest, empty)} days to get there. Please choose ${formatDay(latest)} or an earlier day.`,
  );
}

interface Waiting {
  readonly refId: string;
  readonly orderId: string | null;
  /** Of a renewal, what the patient runs out of. */
  readonly productId: string | null;
}

/** What waits of the patient under this id; undefined where nothing does. */
const waitingOf: Readonly<
  Record<AsideKind, (db: Database, patientId: string, id: string) => Promise<Waiting | undefined>>
> = {
  case: async (db, patientId, id) => {
    const latest = await latestCase(db, patientId);
    return id === patientId && latest && caseStates.undecided.has(latest.status)
      ? { refId: latest.id, orderId: latest.order_id, productId: null }
      : undefined;
  },
  renewal: async (db, patientId, id) => {
    const renewal = await prescriptionRenewalById(db, id);
    if (renewal?.patient_id !== patientId || renewal.status !== "open") return undefined;
    const productId = (await prescriptionById(db, renewal.prescription_id))?.product_id ?? null;
    return { refId: id, orderId: null, productId };
  },
  upsell: async (db, patientId, id) => {
    const upsell = await upsellRequestById(db, id);
    return upsell?.patient_id === patientId && upsell.status === "open"
      ? { refId: id, orderId: upsell.order_id, productId: null }
      : undefined;
  },
};

/** When the bank lets go of an order's payment; null where none is authorized. */
async function paymentEnd({ db }: TxServices, orderId: string | null): Promise<Date | null> {
  const order = orderId === null ? undefined : await orderById(db, orderId);
  if (order?.status !== "authorized") return null;
  return authorizationEnd((await captureBeforeOf(db, [order.id])).get(order.id), order.placed_at);
}
