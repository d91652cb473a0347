import type { Insertable } from "kysely";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { type IntentRow, intentOf } from "../charges/payment-intents.ts";

export interface Payer extends InCare {
  /** The charge of the order they came with, captured. */
  readonly charge: IntentRow;
}

/** Two patients who paid for an order each: what is asked of one payment may neither find nor touch the other's. */
export async function twoPayers(server: TestServer): Promise<[Payer, Payer]> {
  const payer = async () => {
    const patient = await inCare(server, { delivered: false });
    return { ...patient, charge: await intentOf(server.services.db, patient.orderId) };
  };
  return [await payer(), await payer()];
}

/** A minute long ago. */
export const minute = (number: number): Date => new Date(Date.UTC(2020, 0, 1, 12, number));

/** Another charge of the patient's order. */
export async function addCharge(
  { services: { db } }: TestServer,
  { charge }: Payer,
  values: Partial<Insertable<Tables["payment_intent"]>> = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto("payment_intent")
    .values({ ...charge, id, gateway_intent_id: `pi_${id}`, charge_key: id, capture_or_void: null, ...values })
    .execute();
  return id;
}

export async function addRefund(
  { services: { db } }: TestServer,
  payment_intent_id: string,
  values: Partial<Insertable<Tables["refund"]>> = {},
): Promise<string> {
  const id = newId();
  const row = { id, payment_intent_id, amount_cents: 100, status: "succeeded", reason: "a reason" } as const;
  await db
    .insertInto("refund")
    .values({ ...row, created_at: minute(0), last_attempt_at: minute(0), ...values })
    .execute();
  return id;
}

export async function addDispute(
  { services: { db } }: TestServer,
  { charge }: Payer,
  values: Partial<Insertable<Tables["dispute"]>> = {},
): Promise<string> {
  const id = newId();
  const { id: payment_intent_id, patient_id } = charge;
  await db
    .insertInto("dispute")
    .values({
      ...{ id, payment_intent_id, patient_id, gateway_dispute_id: `dp_${id}`, amount_cents: 100 },
      ...{ reason: "fraudulent", status: "needs_response", opened_at: minute(0), updated_at: minute(0) },
      ...values,
    })
    .execute();
  return id;
}
