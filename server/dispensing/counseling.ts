import { sql } from "kysely";
import { rolesAsked } from "#contract/care/task-kinds.ts";
import type { HandlerInput } from "#contract/http/endpoint.ts";
import type { treatment } from "#contract/treatment/calls.ts";
import { callTimes, type CounselingOffer, counselingOutcomes } from "#contract/treatment/counseling.ts";
import { patientById } from "#server/auth/public.ts";
import { isPaid, orderById, type OrderRow } from "#server/orders/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  counselingTask,
  endTask,
  lockTask,
  newTaskDays,
  openTask,
  type TaskRow,
  wordsOfTask,
} from "#server/tasks/public.ts";

/**
 * With what is new in an order comes an offer to talk with the pharmacist. OBRA-90 (42 U.S.C. 1396r-8(g)(2)(A)(ii)) and 42 CFR 456.705(c) ask states for
 * it, and their pharmacy boards for everybody: an offer with each new prescription, by telephone where the pharmacy mails what it fills, and a record
 * where the patient declines. A prescription is new with a medicine, a strength or directions that the patient wasn't sent before. An answer is a task
 * of the pharmacy's (`counseling`), which ends with what came of it; one that is declined has ended at once.
 */

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

export const counselingHandlers = {
  counseling: async ({ params }, ctx) => {
    const order = await requireOrder(ctx, params.id);
    return { orderid: order.id, offer: await offerOf(ctx, order) };
  },

  answerCounseling: ({ params, body }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      await lockPatientOrders(tx.db, patientId);
      const order = await requireOrder({ ...ctx, db: tx.db }, params.id);
      const offer = await offerOf(tx, order);
      if (offer === null)
        throw ctx.refuse("wrong_state", { message: "There’s nothing new in this order to talk about." });
      const last = await counselingTask(tx.db, order.id);
      const words = body.answer === "call" ? await wordsFor(tx, patientId, offer, body) : null;
      if (!isRepeated(tx, last, words)) {
        if (last?.ended_at === null)
          await endTask(tx, last, {
            ...{ outcome: words === null ? "declined" : "dropped", note: undefined, actor: `patient:${patientId}` },
          });
        if (words !== null || last?.ended_at !== null) await recordAnswer(tx, order, words);
      }
      return { orderid: order.id, offer: await offerOf(tx, order) };
    }),
} satisfies Pick<Handlers<typeof treatment>, "counseling" | "answerCounseling">;

async function requireOrder(
  {
    db,
    caller,
    refuse,
  }: {
    readonly db: Database;
    readonly caller: { readonly patientId: string };
    readonly refuse: (code: "not_found") => Error;
  },
  id: string,
): Promise<OrderRow> {
  const order = await orderById(db, id);
  if (order?.patient_id !== caller.patientId) throw refuse("not_found");
  return order;
}

/** What is offered of an order that is being filled or was; null where nothing in it is new. */
async function offerOf(services: Deps, order: OrderRow): Promise<CounselingOffer | null> {
  const { db, content } = services;
  if (!isPaid(order.status)) return null;
  const medicines = await newMedicines(db, order, services.clock.now());
  if (medicines.length === 0) return null;
  const [patient, task] = await Promise.all([patientById(services, order.patient_id), counselingTask(db, order.id)]);
  const { name, phone } = content.brand.pharmacy;
  return {
    medicines: medicines.map(({ name: medicine, dosage, was_sent }) => ({
      ...{ name: medicine, dosage, why: was_sent ? "directions" : "medicine" },
    })),
    pharmacy: { name, phone },
    phoneno: patient.phone,
    answer: task === undefined ? null : answerOf(task),
  };
}

/** Whether something in an order that is being sent is new, and the patient hasn't said whether they'd like to talk about it. */
export const isCounselingOffered = async ({ db, clock }: TxServices, order: OrderRow): Promise<boolean> =>
  (await counselingTask(db, order.id)) === undefined && (await newMedicines(db, order, clock.now())).length > 0;

const answerOf = ({ opened_at: at, ended_at: ended, due_on: day, outcome }: TaskRow): CounselingOffer["answer"] => ({
  at: at.toISOString(),
  callby: ended === null ? day : null,
  outcome: counselingOutcomes.find((each) => each === outcome) ?? null,
});

/** The prescribed lines of an order that the patient was never sent before, or not by today's directions. */
const newMedicines = (db: Database, { id, patient_id, placed_at }: OrderRow, now: Date) =>
  db
    .selectFrom("order_line")
    .select(["name", "dosage"])
    .select(sql<boolean>`exists (${before(patient_id, placed_at)})`.as("was_sent"))
    .where("order_id", "=", id)
    .where("prescription", "=", true)
    .where("cancelled_at", "is", null)
    .where(
      sql<boolean>`(not exists (${before(patient_id, placed_at)}) or exists (
        select from directions_change
        where directions_change.patient_id = ${patient_id} and directions_change.product_id = order_line.product_id
          and directions_change.made_at <= coalesce(
            (select min(shipped_at) from shipment where shipment.order_id = order_line.order_id), ${now}::timestamptz)
          and directions_change.made_at > (${before(patient_id, placed_at)} order by sent.shipped_at desc limit 1)))`,
    )
    .orderBy("line")
    .execute();

/** When an earlier order of the product left that didn't come back and wasn't voided. */
const before = (patientId: string, placedAt: Date) => sql`
  select sent.shipped_at from customer_order earlier
    join order_line its on its.order_id = earlier.id and its.product_id = order_line.product_id and its.cancelled_at is null
    join shipment sent on sent.order_id = earlier.id and sent.returned_at is null
      and (not exists (select from order_fill
          where order_fill.order_id = its.order_id and order_fill.line = its.line and order_fill.voided_at is not null)
        or exists (select from order_fill
          where order_fill.order_id = its.order_id and order_fill.line = its.line and order_fill.parcel = sent.parcel
            and order_fill.voided_at is null))
  where earlier.patient_id = ${patientId} and earlier.id <> order_line.order_id and earlier.placed_at < ${placedAt}::timestamptz`;

type Call = Extract<HandlerInput<typeof treatment.answerCounseling>["body"], { answer: "call" }>;

/** What the pharmacist reads: whom to call and when, about what. */
async function wordsFor(
  services: TxServices,
  patientId: string,
  offer: CounselingOffer,
  { phoneno, times }: Call,
): Promise<string> {
  const { state } = await patientById(services, patientId);
  const when =
    times.length === callTimes.length ? "any time" : callTimes.filter((each) => times.includes(each)).join(" or ");
  const medicines = offer.medicines.map(({ name, dosage }) => `${name} ${dosage}`).join(", ");
  const number = phoneno.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
  return `Please call the patient at ${number}. Good time${state === null ? "" : ` in ${state}`}: ${when}. New in this order: ${medicines}.`;
}

/** Whether the patient said the same last: the same call to come, or that they want none. `words` null: no, thanks. */
function isRepeated(services: TxServices, last: TaskRow | undefined, words: string | null): boolean {
  if (last === undefined) return false;
  if (words === null) return last.outcome === "declined";
  return last.ended_at === null && wordsOfTask(services, last) === words;
}

/** Opens the call that the pharmacy owes, or records that none is wanted. */
async function recordAnswer(tx: TxServices, order: OrderRow, words: string | null): Promise<void> {
  const [role] = rolesAsked("counseling");
  if (role === undefined) throw new Error("nobody's role counsels patients");
  const { promises, brand } = tx.content;
  const today = clinicToday(tx);
  const actor = `patient:${order.patient_id}`;
  const party = { role, memberId: null };
  const now = { closed: promises.closed, timezone: brand.timezone, today, now: tx.clock.now() };
  const dueOn = words === null ? null : addWorkingDays(promises.closed, today, promises.counseling.businessdays);
  const id = await openTask(tx, {
    ...{ kind: "counseling", patientId: order.patient_id, orderId: order.id, conversationId: null, holds: false },
    ...{ actor, asker: party, asked: party, words: words ?? "The patient doesn’t want to talk about this order." },
    days: newTaskDays("counseling", dueOn, now),
  });
  const task = words === null ? await lockTask(tx.db, id) : undefined;
  if (task) await endTask(tx, task, { outcome: "declined", note: undefined, actor });
}
