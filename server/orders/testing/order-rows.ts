import type { Insertable } from "kysely";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";
import type { OrderRow } from "../orders.ts";
import { sealShipTo } from "../shipping-address.ts";

/** A minute long ago. */
export const minute = (number: number): Date => new Date(Date.UTC(2020, 0, 1, 12, number));

export const address = {
  ...{ id: "an address", firstname: "Rosa", lastname: "Winter", address1: "1 Elm Street", address2: "Unit 2" },
  ...{ city: "Ames", state: "IA", zipcode: "50010", phoneno: "5155550123", isdefault: true },
};

/** An order of this minute for seven dollars: ten less five, with one of tax and one of shipping. */
export async function addOrder(
  { services: { db, secrets } }: TestServer,
  patientId: string,
  at: number,
  values: Partial<Insertable<Tables["customer_order"]>> = {},
): Promise<OrderRow> {
  const id = values.id ?? newId();
  return db
    .insertInto("customer_order")
    .values({
      ...{ id, patient_id: patientId, kind: "cart", status: "paid", idempotency_key: newId(), terms_version: "terms" },
      ...{ subtotal_cents: 1000, discount_cents: 500, tax_cents: 120, shipping_cents: 80, total_cents: 700 },
      ...{ shipping_address_sealed: sealShipTo(secrets, id, address as never), shipping_state: "IA" },
      ...{ placed_at: minute(at), updated_at: minute(at), ...values },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A line of an order; of magnesium, which needs no prescription, unless `values` say otherwise. */
export async function addLine(
  { services: { db } }: TestServer,
  orderId: string,
  line: number,
  values: Partial<Insertable<Tables["order_line"]>> = {},
): Promise<void> {
  await db
    .insertInto("order_line")
    .values({
      ...{ order_id: orderId, line, product_id: "magnesium", pricing_id: "magnesium_1m", name: "Magnesium" },
      ...{ dosage: "200 mg", image: "magnesium.png", prescription: false, tax_category: "otc_drug", hsa: "no" },
      ...{ days_supply: 30, months: 1, refills: 0, quantity: 1, unit_price_cents: 1000, discount_cents: 500 },
      ...{ tax_cents: 120, ...values },
    })
    .execute();
}

/** The charge of an order, to a card of the patient's. */
export async function addCharge(
  { services: { db } }: TestServer,
  order: OrderRow,
  values: Partial<Insertable<Tables["payment_intent"]>> = {},
): Promise<{ readonly id: string; readonly gatewayId: string; readonly cardId: string }> {
  const [id, cardId] = [newId(), newId()];
  const gatewayId = `pi_${id}`;
  await db
    .insertInto("payment_source")
    .values({
      ...{ id: cardId, patient_id: order.patient_id, gateway: "sandbox", gateway_method_id: `pm_${id}` },
      ...{ brand: "visa", last4: "4242", exp_month: 1, exp_year: 2099, is_default: false, created_at: minute(0) },
    })
    .execute();
  await db
    .insertInto("payment_intent")
    .values({
      ...{ id, order_id: order.id, patient_id: order.patient_id, gateway: "sandbox", payment_source_id: cardId },
      ...{ amount_cents: order.total_cents, capture: "manual", status: "created", charge_key: id, charge_for: [] },
      ...{ off_session: false, gateway_intent_id: gatewayId, created_at: minute(0), updated_at: minute(0), ...values },
    })
    .execute();
  return { id, gatewayId, cardId };
}
