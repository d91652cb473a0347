import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { EventFields } from "./event-rules.ts";

export interface NewEvent {
  readonly patientId: string | null;
  readonly name: string;
  readonly fields: EventFields;
  /** The browser asked for privacy. */
  readonly gpc: boolean;
  /** Of an order event, which is stored once per name. */
  readonly orderId?: string;
  readonly at: Date;
}

/** Puts an event into the outbox; a second one of the same name and order is ignored. */
export async function insertEvent(db: Database, event: NewEvent): Promise<void> {
  const { patientId: patient_id, name, fields, gpc, orderId: order_id = null, at } = event;
  await db
    .insertInto("marketing_event")
    .values({ id: newId(), patient_id, name, fields: JSON.stringify(fields), gpc, order_id, at })
    .onConflict((conflict) => conflict.columns(["name", "order_id"]).where("order_id", "is not", null).doNothing())
    .execute();
}

/** Deletes a patient's events that wait to be forwarded. */
export async function deleteUnforwardedEvents(db: Database, patientId: string): Promise<void> {
  await db
    .deleteFrom("marketing_event")
    .where("patient_id", "=", patientId)
    .where("order_id", "is not", null)
    .where("forwarded_at", "is", null)
    .execute();
}

/** Deletes events before `before`. */
export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("marketing_event").where("at", "<", before).execute();
}
