import { sql } from "kysely";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import { opensClass } from "#contract/policy/field-classes.ts";
import { linesOf, ordersById } from "#server/orders/public.ts";
import { disputeStates, orderStates, prescriptionOrderStates } from "#server/platform/database/states.ts";
import { readyToSend } from "#server/prescriptions/public.ts";
import type { InboxEntry, ReadFacts } from "../entry.ts";
import { waitingColumns } from "./rows.ts";

type OrderKind = Extract<InboxKind, "ready" | "mismatch" | "past_due" | "dispute">;

const orderFacts: ReadFacts = async (ctx, rows) => {
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  // What was ordered tells of somebody's health: who only handles money isn't shown it.
  const seesProducts = opensClass(ctx.clinic.permissions, "treatment");
  const charges = rows.flatMap(({ kind, id }) => (kind === "past_due" ? id : []));
  const [orders, lines, attempts] = await Promise.all([
    ordersById(ctx.db, orderIds),
    seesProducts && orderIds.length > 0 ? linesOf(ctx.db, orderIds) : [],
    charges.length > 0
      ? ctx.db.selectFrom("prescription_order").select(["id", "attempts"]).where("id", "in", charges).execute()
      : [],
  ]);
  const numbers = new Map(orders.map(({ id, number }) => [id, number]));
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const attemptsOf = new Map(attempts.map((charge) => [charge.id, charge.attempts]));
  return ({ kind, id, orderId }) => ({
    ordernumber: numbers.get(orderId ?? "") ?? null,
    attempts: kind === "past_due" ? (attemptsOf.get(id) ?? null) : null,
    medicines: (linesByOrder.get(orderId ?? "") ?? [])
      .filter(({ cancelled_at }) => cancelled_at === null)
      .map(({ product_id, name, dosage }) => ({ productid: product_id, name, dosage })),
  });
};

const order = (entry: Pick<InboxEntry, "rows" | "tables"> & Partial<InboxEntry>): InboxEntry => ({
  facts: orderFacts,
  byLicense: false,
  // Whoever sends or charges has what that needs in its list.
  opensRecord: false,
  promise: () => null,
  ...entry,
});

/** What the pharmacy sends, and payments that need a person. */
export const orderEntries: Readonly<Record<OrderKind, InboxEntry>> = {
  ready: order({
    rows: ({
      now,
    }) => sql`select ${waitingColumns({ id: "id", patient: "patient_id", order: "id", since: "placed_at" })}
      from customer_order where status in ${orderStates.toSend.sql} and ${readyToSend(now)}`,
    promise: ({ promises, shipping }) => ({
      what: promises.ready.what,
      businessdays: promises.incoming.businessdays + shipping.pharmacydays,
    }),
    tables: ["customer_order", "order_line", "shipment", "prescription"],
  }),
  mismatch: order({
    rows: () => sql`select ${waitingColumns({ id: "id", patient: "patient_id", order: "id", since: "placed_at" })}
      from customer_order where status = 'mismatch'`,
    promise: ({ promises }) => promises.mismatch,
    tables: ["customer_order"],
  }),
  past_due: order({
    rows: () => sql`select ${waitingColumns({
      ...{ id: "charge.id", patient: "charge.patient_id", order: "charge.order_id" },
      since: "charge.failed_on + time '12:00' at time zone 'UTC'",
    })}
      from prescription_order charge join subscription on subscription.id = charge.subscription_id
      where charge.failed_on is not null and charge.status in ${prescriptionOrderStates.live.sql} and subscription.status = 'past_due'
        and not exists (select from write_off where write_off.prescription_order_id = charge.id
          and write_off.failed_on = charge.failed_on and write_off.ended_at is null)`,
    tables: ["prescription_order", "subscription", "write_off"],
  }),
  dispute: order({
    rows: () => sql`select ${waitingColumns({
      ...{ id: "id", patient: "patient_id", since: "opened_at", due: "evidence_due_by" },
      // By its key: in a join all payments would be read.
      order: "(select order_id from payment_intent where payment_intent.id = dispute.payment_intent_id)",
    })}
      from dispute where status in ${disputeStates.toAnswer.sql}`,
    tables: ["dispute"],
  }),
};
