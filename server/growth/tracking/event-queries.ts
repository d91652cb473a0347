import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { EventFields } from "./event-rules.ts";

export interface NewEvent {
  readonly patientId: string | null;
  readonly name: string;
  readonly fields: EventFields;
  /** The browser it came from asks for privacy. */
  readonly gpc: boolean;
  /** Of an order: written down once per name. */
  readonly orderId?: string;
  readonly at: Date;
}

/** Puts an event into the outbox; a second one of the same name and order is left out. */
export async function insertEvent(db: Database, event: NewEvent): Promise<void> {
  const { patientId: patient_id, name, fields, gpc, orderId: order_id = null, at } = event;
  await db
    .insertInto("marketing_event")
    .values({ id: newId(), patient_id, name, fields: JSON.stringify(fields), gpc, order_id, at })
    .onConflict((conflict) => conflict.columns(["name", "order_id"]).where("order_id", "is not", null).doNothing())
    .execute();
}

/** Takes back what waits to be forwarded of one patient. */
export async function deleteUnforwardedEvents(db: Database, patientId: string): Promise<void> {
  await db
    .deleteFrom("marketing_event")
    .where("patient_id", "=", patientId)
    .where("order_id", "is not", null)
    .where("forwarded_at", "is", null)
    .execute();
}

/** Forgets every event before `until`. */
export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("marketing_event").where("at", "<", before).execute();
}
